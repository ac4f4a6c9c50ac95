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
  /// What says elsewhere that something is shown, where it has an answer of yes or no.
  private static let showing: Set = [
    "published", "is_published", "ispublished", "enabled", "is_enabled", "isenabled", "visible",
    "is_visible", "isvisible", "active", "is_active", "isactive", "public", "is_public", "ispublic",
  ]
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
      } else if Self.showing.contains(column.name.lowercased()),
        let hides = Self.hides.first(where: known.contains),
        column.values.allSatisfy({ Words.answer($0) != nil })
      {
        found.append(
          (
            column.name,
            "the \(noun) \(column.name) is a text of that name and hides nothing; write yes in \(hides) for what isn't to be shown"
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
