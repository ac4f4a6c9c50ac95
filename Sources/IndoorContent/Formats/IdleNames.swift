/// Names that mean something in another of our tables, or without a language behind them: here they
/// are texts, and what they should have done isn't.
struct IdleNames {
  /// What is to be said of each, with its name.
  private(set) var found: [(name: String, sentence: String)] = []

  /// What is only in some tables, and in which.
  private static let elsewhere: [(names: Set<String>, place: String)] = [
    (["hidden"], "items.csv (a group is closed)"), (["closed"], "groups.csv"),
    (["parent"], "groups.csv (what an item is in are its groups)"), (["groups"], "items.csv"),
    (["codes", "image", "audio"], "items.csv and tours.csv"),
    (["opening_hours", "begins", "ends"], "items.csv, groups.csv and tours.csv"),
    (["latitude", "longitude", "level", "ordinal"], "items.csv, groups.csv and tours.csv"),
    (["free_only"], "media.csv"),
  ]
  /// What hides something.
  private static let hides = ["hidden", "closed"]

  /// How to hide what isn't to be shown, where these names mean something.
  private static func hiding(_ known: Set<String>) -> String {
    if known.contains("enabled") { return "write 0 in enabled for what isn't to be shown" }
    return hides.first(where: known.contains).map {
      "write yes in \($0) for what isn't to be shown"
    }
      ?? "leave out what isn't to be shown"
  }

  /// What says elsewhere whether something is shown, in small letters, and what it answers then.
  static let statuses: [String: Bool] = {
    let shown = [
      "published", "enabled", "visible", "active", "public", "veröffentlicht", "sichtbar",
      "freigegeben", "publié", "publicado", "pubblicato", "visibile", "gepubliceerd", "zichtbaar",
    ]
    let hidden = [
      "draft", "disabled", "deleted", "unpublished", "archived", "inactive", "private", "entwurf",
      "versteckt", "verborgen", "ausgeblendet", "brouillon", "caché", "masqué", "borrador",
      "oculto",
      "bozza", "nascosto",
    ]
    var all: [String: Bool] = [:]
    for (names, answer) in [(shown, true), (hidden, false)] {
      for name in names {
        for written in [name, "is_\(name)", "is\(name)"] { all[written] = answer }
      }
    }
    return all
  }()
  /// What says in a word how far something is, in small letters, and words for what isn't to be
  /// shown yet.
  static let stages: Set = ["status", "state", "statut", "stato", "estado", "zustand"]
  private static let unready: Set = [
    "draft", "unpublished", "entwurf", "unveröffentlicht", "nicht veröffentlicht", "brouillon",
    "non publié", "borrador", "bozza", "rascunho",
  ]

  /// Whether a column says of some, by a name for it, that they aren't to be shown.
  private static func saysHidden(_ column: NamedValues) -> Bool {
    let name = column.name.lowercased()
    if let shown = statuses[name] {
      let answers = column.values.map(answer)
      return answers.contains(!shown) && !answers.contains(nil)
    }
    return stages.contains(name) && column.values.contains { unready.contains($0.lowercased()) }
  }

  /// A yes or a no, in other languages, too.
  private static func answer(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "ja", "j", "oui", "o", "sí", "sì", "si", "s", "sim", "wahr", "vrai", "vero", "x": true
    case "nein", "non", "nee", "não", "nej", "falsch", "faux", "falso": false
    default: Words.answer(word)
    }
  }

  /// What a medium has in each language, and what shows or plays one.
  private static let media: Set = [
    "image", "audio", "uri", "alt", "transcript", "credit", "licence",
  ]
  /// What has words that somebody may well translate.
  private static let words: Set = ["key", "kind", "type", "building", "template"]

  /// - Parameters:
  ///   - columns: names as they are written, and what stands under each.
  ///   - known: those that mean something.
  ///   - almost: those of which is said what is meant.
  ///   - noun: what has such names.
  ///   - isFeed: whether they are a feed's, which has hardly any of these: only what should hide
  ///     something is told.
  init(
    in columns: [NamedValues], known: Set<String>, almost: AlmostNames, _ noun: String,
    isFeed: Bool = false
  ) {
    for column in columns where !column.values.isEmpty && !known.contains(column.name) {
      if !isFeed, let at = column.name.firstIndex(of: "@"),
        case let name = Words.trimmed(String(column.name[..<at])).lowercased(),
        known.subtracting(Self.words).contains(name)
      {
        let remedy =
          Self.media.contains(name)
          ? "give the medium a row of media.csv in each language, with one key"
          : "\(name) is the same in all languages, leave the language out"
        found.append(
          (
            column.name,
            "the \(noun) \(column.name) is a text of the name \(name), which means nothing in a language; \(remedy)"
          ))
      } else if column.name == "tour", known.contains("template") {
        found.append(
          (
            column.name,
            "the \(noun) tour is a text of that name; a tour's works are in stops.csv, a line each"
          ))
      } else if !known.contains(column.name.lowercased()), Self.saysHidden(column),
        !columns.contains(where: {
          Self.hides.contains($0.name) && known.contains($0.name)
            && $0.values.contains { Words.answer($0) == true }
        }), !known.contains("uri"), !known.contains("bumper")
      {
        found.append(
          (
            column.name,
            "the \(noun) \(column.name) is a text of that name and hides nothing; \(Self.hiding(known))"
          ))
      } else if let other = Self.elsewhere.first(where: { $0.names.contains(column.name) }),
        !isFeed || Self.hides.contains(column.name), !almost.names.contains(column.name),
        AlmostNames.fits(column.values, as: column.name)
      {
        found.append(
          (
            column.name,
            "the \(noun) \(column.name) is a text of that name and means nothing here, but in \(other.place)"
          ))
      }
    }
  }
}
