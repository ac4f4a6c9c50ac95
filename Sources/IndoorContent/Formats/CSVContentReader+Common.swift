import IndoorGeometry
import IndoorModel

// What the tables have in common.
extension CSVContentReader {
  /// What something is called: its key, else its table and line, which is told where the table has
  /// keys.
  static func key(
    of row: CSVContentRow, as kind: GuideOwner.Kind, _ builder: inout ContentBuilder
  ) -> String {
    if let key = row.word("key") { return key }
    let key = builder.key(
      at: "line \(row.line)", as: kind, former: "line \(row.line)",
      titles: row.titles)
    builder.given.call(row.line, as: kind, key)
    if row.says("key") {
      builder.find(
        .missingKey, of: GuideOwner(kind, key), line: row.line,
        "the key is empty, so that it is called \(key), which changes with the table; give it one")
    }
    return key
  }

  /// The groups that something is in.
  static func groups(of row: CSVContentRow, _ builder: ContentBuilder) -> [String] {
    row.words("groups").map { builder.referred($0, to: .group) }
  }

  static func place(
    _ row: CSVContentRow, of owner: GuideOwner, over old: GuidePlace,
    _ builder: inout ContentBuilder
  ) -> GuidePlace {
    var place = old
    if row.says("latitude") || row.says("longitude") {
      place.coordinate = builder.coordinate(
        row.word("latitude"), row.word("longitude"), of: owner, line: row.line)
    }
    let level = builder.level(
      row.word("level"), ordinal: row.word("ordinal"),
      in: row.says("building") ? row.word("building") : old.building, of: owner, line: row.line)
    if row.says("level") || row.says("ordinal") {
      place.ordinal = level?.ordinal
      place.building = level.flatMap { $0.building ?? old.building }
    }
    if row.says("building") { place.building = row.word("building") ?? level?.building }
    return place
  }

  /// The numbers, media and rules of an item or a tour.
  static func hang(
    _ row: CSVContentRow, on owner: GuideOwner, _ builder: inout ContentBuilder
  ) {
    let medium =
      row.says("audio")
      ? row.words("audio").first
      : builder.stored.uses(of: owner).first { $0.role == "audio" }?.medium
    if !row.says("codes") {
      // Numbers play what is heard of their work, and stay with it when that is another.
      let gone = Set(
        builder.stored.uses(of: owner).filter { $0.role == "audio" }.map(\.medium))
      for var code in builder.stored.codes(of: owner) {
        if row.says("audio"), code.medium.map(gone.contains) ?? true { code.medium = medium }
        builder.content.codes.append(code)
      }
    }
    builder.content.uses += builder.stored.uses(of: owner).filter { !row.says($0.role) }
    for code in row.words("codes") {
      builder.content.codes.append(GuideCode(code, rank: 0, owner: owner, medium: medium))
    }
    tellForeignSound(row, of: owner, &builder)
    for role in ["image", "audio"] {
      for key in row.words(role) {
        if builder.hasMedium(key) {
          builder.content.uses.append(GuideMediumUse(owner, medium: key, role: role))
        } else {
          if let odd = ListText.odd(medium: key) {
            builder.find(.badValue, line: row.line, "the \(role) \(key.prefix(200)) \(odd)")
          }
          builder.show(key, as: role, by: owner)
        }
      }
    }
    rules(row, of: owner, &builder)
  }

  static func rules(
    _ row: CSVContentRow, of owner: GuideOwner, _ builder: inout ContentBuilder
  ) {
    let saysInterval = row.says("begins") || row.says("ends")
    var (begin, end) = (row.word("begins"), row.word("ends"))
    for rule in builder.stored.rules(of: owner) {
      switch rule.when {
      case .hours: if !row.says("opening_hours") { builder.content.rules.append(rule) }
      case .interval where !saysInterval: builder.content.rules.append(rule)
      case .interval(let first, let last):
        begin = row.says("begins") ? begin : first
        end = row.says("ends") ? end : last
      }
    }
    if let hours = row.word("opening_hours") {
      builder.content.rules.append(GuideRule(owner, .hours(hours)))
    }
    if begin != nil || end != nil {
      builder.content.rules.append(GuideRule(owner, .interval(begin: begin, end: end)))
    }
  }

  static func say(
    _ row: CSVContentRow, of owner: GuideOwner, except names: Set<String>,
    _ builder: inout ContentBuilder
  ) {
    let odd = row.odd
    for (name, why) in odd where names.contains(name) {
      builder.find(
        .badValue, of: owner, line: row.line,
        "the column \(name) has \((row.word(name) ?? "").prefix(24)), which \(why)")
    }
    for (name, value) in row.failed {
      builder.find(
        .badValue, of: owner, line: row.line,
        "the column \(name) has \(value.prefix(24)), as spreadsheets write what they can't work out "
          + "or show; write the value")
    }
    let read = names.subtracting(row.unread).subtracting(odd.map(\.name))
    for (column, value) in zip(row.columns.names, row.values)
    where !read.contains(column) && !column.isEmpty && !value.isEmpty {
      guard let (name, language) = CSVContentRow.Columns.text(column) else { continue }
      builder.say(name, .string(value), of: owner, language: language)
    }
    // A stop is what it was by its item, and not by its place in the tour.
    guard owner.kind != .stop else { return }
    builder.stored.findings.answer(owner, where: row.says)
    builder.content.texts += builder.stored.texts(of: owner).filter { !row.says($0) }
  }
}
