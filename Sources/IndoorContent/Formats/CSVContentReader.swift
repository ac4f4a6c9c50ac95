import IndoorGeometry
import IndoorModel

/// Reads our own tables. A file's name says what it has: `items.csv`, `groups.csv`, `tours.csv`,
/// `stops.csv`, `media.csv`; one of any other name has items.
///
/// Columns that mean nothing are texts of that name; `title@es` is the title in Spanish. Several
/// values in one, of `groups` and `codes`, are parted by `|` or line breaks. What a table has no
/// column for stays as the collection has it.
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

    /// What a table has that is called nearly as one of another kind than items, as `groups
    /// (1).csv` and `tours-fr.csv`; `nil` for other names, and for those of the tables themselves.
    static func near(stem: String) -> Kind? {
      let stem = stem.lowercased()
      let word = stem.prefix { $0.isLetter }
      return Kind.allCases.first {
        $0 != .items && stem != $0.rawValue && (word == $0.rawValue || "\(word)s" == $0.rawValue)
      }
    }

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

    /// Why a table of such columns has nothing of its kind, and what to do; `nil` where it may.
    func lack(of names: [String]) -> (what: String, remedy: String)? {
      let lacking: String? =
        switch self {
        case .stops where !names.contains("tour"): "tour"
        case .stops where !names.contains("item") && !names.contains("medium"): "item or medium"
        case .stops: nil
        case _ where names.contains { columns.contains($0) || isTitle($0) }: nil
        case .media: "key, uri or by another name of media's columns"
        case .items, .groups, .tours: "key, title or by another name of \(rawValue)' columns"
        }
      guard let lacking else { return nil }
      guard names.contains(where: { !$0.isEmpty }) else {
        return ("names no column", "write the columns' names into the first line")
      }
      let own = names.prefix(5).map { "\"\($0.prefix(24))\"" }.joined(separator: ", ")
      return (
        "has the columns \(own), and none called \(lacking)",
        "rename the one that is it, or add one"
      )
    }

    func isTitle(_ column: String) -> Bool {
      GuideText.titles.contains { $0 == column.prefix { $0 != "@" } }
    }

    /// Columns' names as they are written here, whatever is in capitals in the table. One that is
    /// there in small letters is the one that is meant.
    func names(of columns: [String]) -> [String] {
      columns.map { column in
        let known = name(of: column)
        return columns.contains(known) ? column : known
      }
    }

    private func name(of column: String) -> String {
      let small = column.lowercased()
      if columns.contains(small) { return small }
      let noun = small.prefix { $0 != "@" }
      guard let title = GuideText.titles.first(where: { $0.lowercased() == noun }) else {
        return column
      }
      return title + column.dropFirst(noun.count)
    }
  }

  /// Tells columns of one text in one language, as where the first language has no tag and isn't
  /// said, and the second is the usual one.
  private static func tellDoubledLanguages(_ names: [String], _ builder: inout ContentBuilder) {
    for column in names where column.contains("@") {
      guard let (noun, language) = CSVContentRow.Columns.text(column), names.contains(noun),
        builder.tag(language) == builder.tag(nil)
      else { continue }
      builder.find(
        .badValue, line: 1,
        "the columns \(noun) and \(column) are both of the language \(builder.tag(nil)), of which one is shown; "
          + "say what language \(noun) is in, or leave one out")
    }
  }

  /// The columns with the first of what stands in each.
  private static func samples(of table: CSVTable, _ known: Set<String>) -> [NamedValues] {
    table.names.enumerated().map { index, name in
      var column = NamedValues(name: name, known: known)
      for (row, (values, _)) in table.rows.enumerated() where index < values.count {
        if column.isFull { break }
        let value = Words.trimmed(values[index])
        if !value.isEmpty { column.add(value, of: row) }
      }
      return column
    }
  }

  static func read(_ table: CSVTable, as kind: Kind, into builder: inout ContentBuilder) {
    let names = table.names
    if kind != .stops, kind != .media, !names.contains("key"), !table.rows.isEmpty {
      builder.find(
        .missingKey, line: 1,
        "the table has no column key, so that its lines are called \(ReadContent.stem(builder.path)) line 2 "
          + "and so on, which changes with the table; add one")
    }
    if kind == .tours, let column = names.first(where: { ["stops", "items"].contains($0) }) {
      builder.find(
        .badValue, line: 1,
        "the column \(column) of tours gives them no stops; write these into stops.csv, a line a stop"
      )
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
    tellDoubledLanguages(names, &builder)
    let titles = Set(GuideText.titles)
    let samples = samples(of: table, kind.columns.union(titles))
    let almost = AlmostNames(in: samples, known: kind.columns, titles: titles)
    if !almost.isEmpty {
      builder.find(.almostName, line: 1, almost.sentence(("column", "columns")))
    }
    let idle = IdleNames(in: samples, known: kind.columns, almost: almost, "column")
    for (_, sentence) in idle.found.prefix(10) {
      builder.find(.almostName, line: 1, sentence)
    }
    let languages = LanguageColumns(in: samples)
    if languages.first != nil {
      builder.find(.almostName, line: 1, languages.sentence(("column", "columns")))
    }
    SortNotation.tell(table, as: kind, &builder)
    let columns = CSVContentRow.Columns(names, &builder)
    for (values, line) in table.rows where !builder.isTooLarge {
      if values.count < names.count {
        builder.find(
          .badValue, line: line,
          "the row has \(values.count) values under \(names.count) names of columns, so that "
            + "something may be missing; fill it up with commas")
      }
      var values = values
      for (column, name) in names.enumerated()
      where column < values.count && kind.columns.contains(name) {
        let value = Words.trimmed(values[column])
        guard GuideText.isNull(value) else { continue }
        builder.find(
          .nullText, line: line,
          "the column \(name) has \(value.prefix(40)), which counts as nothing; leave it empty")
        values[column] = ""
      }
      let row = CSVContentRow(columns: columns, values: values, line: line)
      switch kind {
      case .items: item(row, &builder)
      case .groups: group(row, &builder)
      case .tours: tour(row, &builder)
      case .stops: stop(row, &builder)
      case .media: medium(row, &builder)
      }
    }
    if kind == .media { builder.keepOtherLanguages() }
    if kind == .groups { builder.referParents() }
  }

  private static func item(_ row: CSVContentRow, _ builder: inout ContentBuilder) {
    let key = key(of: row, as: .item, &builder)
    var item = builder.stored(item: key) ?? GuideItem(key: key, kind: "object")
    if row.says("kind") { item.kind = row.word("kind") ?? "object" }
    item.place = place(row, of: GuideOwner(.item, key), over: item.place, &builder)
    if row.says("sort") { item.sort = row.number("sort") }
    if row.says("groups") { item.groups = groups(of: row, builder) }
    if row.says("template") { item.template = row.word("template") }
    if row.says("hidden") { item.isHidden = row.truth("hidden") }
    let owner = GuideOwner(.item, builder.add(item, line: row.line))
    hang(row, on: owner, &builder)
    say(row, of: owner, except: Kind.items.columns, &builder)
  }

  private static func group(_ row: CSVContentRow, _ builder: inout ContentBuilder) {
    let key = key(of: row, as: .group, &builder)
    var group = builder.stored.groups[key] ?? GuideGroup(key: key, label: key)
    if row.says("parent") { group.parent = row.word("parent") }
    if row.says("kind") { group.kind = row.word("kind") ?? "group" }
    if let label = label(of: row, over: group, &builder) { group.label = label }
    if row.says("sort") { group.sort = row.number("sort") }
    let owner = GuideOwner(.group, key)
    group.place = place(row, of: owner, over: group.place, &builder)
    if row.says("closed") { group.isClosed = row.truth("closed") }
    guard builder.add(group, line: row.line) else { return }
    rules(row, of: owner, &builder)
    say(row, of: owner, except: Kind.groups.columns, &builder)
  }

  /// What a row calls a group: its label, or, where it has none but its key or an earlier title,
  /// its title in the collection's language; `nil` where that stays.
  private static func label(
    of row: CSVContentRow, over group: GuideGroup, _ builder: inout ContentBuilder
  ) -> String? {
    func said(_ column: String) -> String? {
      row.lines(column).flatMap { GuideText.isNull($0) ? nil : $0 }
    }
    let stored = builder.stored.texts(of: GuideOwner(.group, group.key))
    let isTitled = stored.contains {
      $0.name != "label" && GuideText.titles.contains($0.name) && $0.value == group.label
    }
    var title: String?
    if group.label == group.key || isTitled {
      let own = builder.tag(builder.stored.language)
      let columns = row.columns.names.filter { name in
        guard let (noun, language) = CSVContentRow.Columns.text(name) else { return false }
        return ["title", "name"].contains(noun) && builder.tag(language) == own
      }
      title =
        columns.sorted { $0.hasPrefix("t") && !$1.hasPrefix("t") }
        .lazy.compactMap(said).first
    }
    return row.says("label") ? said("label") ?? title ?? group.key : title
  }

  private static func tour(_ row: CSVContentRow, _ builder: inout ContentBuilder) {
    let key = key(of: row, as: .tour, &builder)
    var tour = builder.stored(tour: key) ?? GuideTour(key: key)
    if row.says("sort") { tour.sort = row.number("sort") }
    tour.place = place(row, of: GuideOwner(.tour, key), over: tour.place, &builder)
    if !builder.stored.keepsStops { tour.stops = [] }
    let owner = GuideOwner(.tour, builder.add(tour, line: row.line))
    for position in tour.stops.indices {
      builder.keep(GuideOwner(.stop, owner.key, position: position))
    }
    hang(row, on: owner, &builder)
    say(row, of: owner, except: Kind.tours.columns, &builder)
  }

  private static func stop(_ row: CSVContentRow, _ builder: inout ContentBuilder) {
    var stop = GuideStop(
      sort: row.number("sort"), item: row.word("item"), medium: row.word("medium"),
      bumper: row.word("bumper"))
    if let item = stop.item { stop.item = builder.referred(item, to: .item) }
    stop.source = builder.place(row.line)
    guard let named = row.word("tour") else {
      return builder.find(
        .danglingStop, line: row.line,
        "the line of a stop names no tour, as where cells were merged, and is left out; write the tour"
          + " into each line, in a spreadsheet by unmerging the cells and filling them down")
    }
    let key = builder.referred(named, to: .tour)
    guard let index = builder.tour(key) ?? builder.keep(tour: key) else {
      return builder.find(
        .danglingStop, line: row.line,
        "a stop is of the tour \(named), which isn't there; add it to tours.csv")
    }
    if stop.item == nil, stop.medium == nil, stop.bumper == nil {
      builder.find(
        .danglingStop, line: row.line,
        "a stop of the tour \(key) has neither an item nor a medium; write one of them, or take the "
          + "line out")
    }
    let owner = GuideOwner(.stop, key, position: builder.content.tours[index].stops.count)
    builder.content.tours[index].stops.append(stop)
    // A table of stops says all of a tour's.
    builder.stored.findings.answer(GuideOwner(.stop, key)) { _ in true }
    say(row, of: owner, except: Kind.stops.columns, &builder)
    for var text in builder.storedTexts(of: stop, in: key) where !row.says(text) {
      text.owner = owner
      builder.content.texts.append(text)
    }
  }
}
