import IndoorGeometry
import IndoorModel

/// Reads our own tables. A file's name says what it has: `items.csv`, `groups.csv`, `tours.csv`,
/// `stops.csv`, `media.csv`; one of any other name has items.
///
/// Columns that mean nothing are texts of that name; `title@es` is the title in Spanish. Several
/// values in one, of `groups` and `codes`, are parted by `|`.
enum CSVContentReader {
  /// What a table has.
  enum Kind: String, CaseIterable {
    case media
    case groups
    case items
    case tours
    case stops

    /// By a file's name.
    init(stem: String) { self = Kind(rawValue: stem.lowercased()) ?? .items }

    /// The columns that mean something; every other is a text.
    var columns: Set<String> {
      switch self {
      case .items:
        [
          "key", "kind", "latitude", "longitude", "level", "ordinal", "building", "sort", "groups",
          "template", "hidden", "codes", "image", "audio", "opening_hours", "begins", "ends",
        ]
      case .groups:
        [
          "key", "parent", "kind", "latitude", "longitude", "level", "ordinal", "building", "sort",
          "closed", "opening_hours", "begins", "ends",
        ]
      case .tours:
        [
          "key", "latitude", "longitude", "level", "ordinal", "building", "sort", "codes", "image",
          "audio", "opening_hours", "begins", "ends",
        ]
      case .stops:
        ["tour", "sort", "item", "medium", "bumper"]
      case .media:
        ["key", "uri", "type", "language", "credit", "licence", "free_only", "alt", "transcript"]
      }
    }

    /// A column's name as it is written here, whatever is in capitals in the table.
    func name(of column: String) -> String {
      let small = column.lowercased()
      if columns.contains(small) { return small }
      let noun = small.prefix { $0 != "@" }
      guard let title = GuideText.titles.first(where: { $0.lowercased() == noun }) else {
        return column
      }
      return title + column.dropFirst(noun.count)
    }
  }

  static func read(_ table: CSVTable, as kind: Kind, into builder: inout ContentBuilder) {
    // One that is there in small letters is the one that is meant.
    let names = table.names.map { name in
      let known = kind.name(of: name)
      return table.names.contains(known) ? name : known
    }
    if kind != .stops, kind != .media, !names.contains("key"), !table.rows.isEmpty {
      builder.find(
        .missingKey, line: 1,
        "the table has no column key, so that its lines are called by their numbers; add one")
    }
    for column in names.indices where names[column].isEmpty {
      let filled = table.rows.filter { values, _ in
        column < values.count && !Words.trimmed(values[column]).isEmpty
      }
      guard let first = filled.first else { continue }
      builder.find(
        .passedOver, line: first.line,
        "column \(column + 1) has no name, and what it has in \(filled.count)"
          + " row\(filled.count == 1 ? "" : "s") was passed over; name it")
    }
    for (values, line) in table.rows {
      if values.count < names.count {
        builder.find(
          .badValue, line: line,
          "the row has \(values.count) values under \(names.count) names of columns, so that "
            + "something may be missing; fill it up with commas")
      }
      let row = Row(names: names, values: values, line: line)
      switch kind {
      case .items: item(row, &builder)
      case .groups: group(row, &builder)
      case .tours: tour(row, &builder)
      case .stops: stop(row, &builder)
      case .media: medium(row, &builder)
      }
    }
  }

  private struct Row {
    let names: [String]
    let values: [String]
    let line: Int

    /// A column's value without white space around it, `nil` where it is empty or isn't there.
    func word(_ name: String) -> String? {
      guard let index = names.firstIndex(of: name), index < values.count else { return nil }
      let word = Words.trimmed(values[index])
      return word.isEmpty ? nil : word
    }

    func words(_ name: String) -> [String] {
      word(name)?.split(separator: "|").map { Words.trimmed(String($0)) }.filter { !$0.isEmpty }
        ?? []
    }

    func number(_ name: String) -> Double? {
      word(name).flatMap { Double(decimal: $0) }
    }

    /// A column's yes or no; `nil` where it says neither.
    func answer(_ name: String) -> Bool? {
      switch word(name)?.lowercased() {
      case "1", "1.0", "true", "yes", "y": true
      case nil, "0", "0.0", "false", "no", "n": false
      default: nil
      }
    }

    func truth(_ name: String) -> Bool { answer(name) ?? false }

    /// Columns of numbers, of yes or no and of lists whose values are none, and why.
    var odd: [(name: String, why: String)] {
      let numbers = ["sort"].filter { word($0) != nil && number($0) == nil }
      let answers = ["hidden", "closed", "free_only"].filter { answer($0) == nil }
      let lists = ["groups", "codes", "image", "audio"].filter {
        word($0) != nil && words($0).isEmpty
      }
      // 3.0 may stand beside 3.1, so it isn't made a 3.
      var written: [(name: String, why: String)] = []
      if let whole = words("codes").lazy.compactMap(Self.whole).first {
        written = [
          (
            "codes",
            "is as programs write whole numbers, and is what has to be dialled; write \(whole)"
          )
        ]
      }
      return written + numbers.map { ($0, "is no number; write one, as 1 or 2.5") }
        + answers.map { ($0, "is neither yes nor no, and counts as no; write one of them") }
        + lists.map { ($0, "has nothing between its bars; write values, or leave it empty") }
    }

    /// The whole number that 340.0 and 1.02E+02 are; `nil` for digits alone and for anything else.
    private static func whole(_ code: String) -> Int? {
      let signs = ".eE".utf8
      guard code.utf8.contains(where: signs.contains) else { return nil }
      return Double(decimal: code).flatMap { Int(exactly: $0) }
    }

    /// Columns with a meaning whose values have none: they are kept as texts.
    var unread: Set<String> {
      let place = Coordinate(
        latitude: number("latitude") ?? .nan, longitude: number("longitude") ?? .nan)
      var names: Set<String> = place.isValid ? [] : ["latitude", "longitude"]
      if number("sort") == nil { names.insert("sort") }
      if word("ordinal").flatMap(Words.whole) == nil { names.insert("ordinal") }
      return names.union(odd.map(\.name))
    }
  }

  private static func item(_ row: Row, _ builder: inout ContentBuilder) {
    let key = key(of: row, &builder)
    var item = GuideItem(key: key, kind: row.word("kind") ?? "object")
    item.place = place(row, of: key, &builder)
    item.sort = row.number("sort")
    item.groups = row.words("groups")
    item.template = row.word("template")
    item.isHidden = row.truth("hidden")
    let owner = GuideOwner(.item, builder.add(item, line: row.line))
    hang(row, on: owner, &builder)
    say(
      row, of: owner,
      except: Kind.items.columns, &builder)
  }

  private static func group(_ row: Row, _ builder: inout ContentBuilder) {
    let key = key(of: row, &builder)
    let group = GuideGroup(
      key: key, parent: row.word("parent"), kind: row.word("kind") ?? "group",
      label: row.word("label") ?? key, sort: row.number("sort"),
      place: place(row, of: key, &builder),
      isClosed: row.truth("closed"))
    builder.add(group, line: row.line)
    let owner = GuideOwner(.group, key)
    rules(row, of: owner, &builder)
    say(
      row, of: owner,
      except: Kind.groups.columns, &builder)
  }

  private static func tour(_ row: Row, _ builder: inout ContentBuilder) {
    let key = key(of: row, &builder)
    let tour = GuideTour(key: key, sort: row.number("sort"), place: place(row, of: key, &builder))
    let owner = GuideOwner(.tour, builder.add(tour, line: row.line))
    hang(row, on: owner, &builder)
    say(
      row, of: owner,
      except: Kind.tours.columns, &builder)
  }

  private static func stop(_ row: Row, _ builder: inout ContentBuilder) {
    let stop = GuideStop(
      sort: row.number("sort"), item: row.word("item"), medium: row.word("medium"),
      bumper: row.word("bumper"))
    guard let key = row.word("tour"), let index = builder.tour(key) else {
      return builder.find(
        .danglingStop, line: row.line,
        "a stop is of the tour \(row.word("tour") ?? ""), which isn't there; add it to tours.csv")
    }
    let owner = GuideOwner(.stop, key, position: builder.content.tours[index].stops.count)
    builder.content.tours[index].stops.append(stop)
    say(row, of: owner, except: Kind.stops.columns, &builder)
  }

  private static func medium(_ row: Row, _ builder: inout ContentBuilder) {
    guard let uri = row.word("uri") ?? row.word("key") else {
      return builder.find(
        .missingKey, line: row.line,
        "a medium has neither key nor uri and is left out; give it both, or take the line out")
    }
    var medium = GuideMedium(
      key: row.word("key") ?? uri, uri: uri, type: row.word("type") ?? MediaType.of(uri),
      language: row.word("language") ?? "")
    medium.about.credit = row.word("credit")
    medium.about.licence = row.word("licence")
    medium.about.isFreeOnly = row.truth("free_only")
    medium.about.alternative = row.word("alt")
    medium.about.transcript = row.word("transcript")
    builder.add(medium)
    say(
      row, of: GuideOwner(.medium, medium.key),
      except: Kind.media.columns, &builder)
  }

  // MARK: What they have in common

  /// What something is called: its key, else its line, which is told where the table has keys.
  private static func key(of row: Row, _ builder: inout ContentBuilder) -> String {
    if let key = row.word("key") { return key }
    let key = "line \(row.line)"
    if row.names.contains("key") {
      builder.find(
        .missingKey, item: key, line: row.line,
        "the key is empty, so that it is called \(key), which changes with the table; give it one")
    }
    return key
  }

  private static func place(
    _ row: Row, of key: String, _ builder: inout ContentBuilder
  ) -> GuidePlace {
    let level = builder.level(
      row.word("level"), ordinal: row.word("ordinal"), of: key, line: row.line)
    return GuidePlace(
      builder.coordinate(row.word("latitude"), row.word("longitude"), of: key, line: row.line),
      building: row.word("building") ?? level?.building, ordinal: level?.ordinal)
  }

  /// The numbers, media and rules of an item or a tour.
  private static func hang(
    _ row: Row, on owner: GuideOwner, _ builder: inout ContentBuilder
  ) {
    let medium = row.words("audio").first
    for code in row.words("codes") {
      builder.content.codes.append(GuideCode(code, rank: 0, owner: owner, medium: medium))
    }
    for role in ["image", "audio"] {
      for key in row.words(role) {
        if builder.hasMedium(key) {
          builder.content.uses.append(GuideMediumUse(owner, medium: key, role: role))
        } else {
          builder.show(key, as: role, by: owner)
        }
      }
    }
    rules(row, of: owner, &builder)
  }

  private static func rules(
    _ row: Row, of owner: GuideOwner, _ builder: inout ContentBuilder
  ) {
    if let hours = row.word("opening_hours") {
      builder.content.rules.append(GuideRule(owner, .hours(hours)))
    }
    let (begin, end) = (row.word("begins"), row.word("ends"))
    if begin != nil || end != nil {
      builder.content.rules.append(GuideRule(owner, .interval(begin: begin, end: end)))
    }
  }

  private static func say(
    _ row: Row, of owner: GuideOwner, except names: Set<String>, _ builder: inout ContentBuilder
  ) {
    for (name, why) in row.odd where names.contains(name) {
      builder.find(
        .badValue, item: owner.key, line: row.line,
        "the column \(name) has \((row.word(name) ?? "").prefix(24)), which \(why)")
    }
    let read = names.subtracting(row.unread)
    for (name, value) in zip(row.names, row.values)
    where !read.contains(name) && !name.isEmpty && !value.isEmpty {
      let parts = name.split(separator: "@", maxSplits: 1).map(String.init)
      guard let first = parts.first else { continue }
      builder.say(
        first, .string(value), of: owner, language: parts.count > 1 ? parts[1] : nil)
    }
  }
}
