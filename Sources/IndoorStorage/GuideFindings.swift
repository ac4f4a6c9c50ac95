import GRDB
import IndoorModel

// What imports of a guide found odd.

extension GuideWriter {
  func findings() throws {
    let kind = try keepsKinds() ? ", \(GuideReader.kind)" : ""
    for finding in content.findings {
      let what = "a finding"
      try db.execute(
        sql: """
          INSERT INTO guide_findings (collection_id, rule, item, source, message\(kind))
            VALUES (?, ?, ?, ?, ?\(kind.isEmpty ? "" : ", ?"))
          """,
        arguments: [
          id, finding.rule.rawValue, try Storable.optionalText(finding.owner?.key, what),
          try Storable.optionalText(finding.source, what),
          try Storable.text(finding.message, what),
        ] + (kind.isEmpty ? [] : [finding.owner?.kind.rawValue]))
    }
  }

  /// Whether there is a column that says of what a finding is. It is made where anything is found
  /// of others than items: a format of its own would keep older programs from files that they read
  /// well without.
  private func keepsKinds() throws -> Bool {
    if try GuideReader.hasKinds(db) { return true }
    guard content.findings.contains(where: { ($0.owner?.kind ?? .item) != .item }) else {
      return false
    }
    try db.execute(sql: "ALTER TABLE guide_findings ADD COLUMN \(GuideReader.kind) TEXT")
    return true
  }
}

extension GuideReader {
  /// The column of what a finding is of.
  static let kind = "owner_kind"

  static func hasKinds(_ db: Database) throws -> Bool {
    try db.columns(in: Layer.guideFindings.table).contains { $0.name.lowercased() == kind }
  }

  /// What was found, of the nouns that the collection has.
  func findings(of content: GuideContent) throws -> [GuideFinding] {
    let kind = try Self.hasKinds(db) ? Self.kind : "NULL"
    let items = Set(content.items.map(\.key))
    let tours = Set(content.tours.map(\.key))
    let groups = Set(content.groups.map(\.key))
    let media = Set(content.media.map(\.key))
    // Files of before don't say what has a key; it is an item's where one has it.
    func likely(_ key: String) -> GuideOwner.Kind {
      if items.contains(key) { return .item }
      if tours.contains(key) { return .tour }
      return groups.contains(key) ? .group : media.contains(key) ? .medium : .item
    }
    return try rows(.guideFindings, "rule, item, source, message, \(kind)") { f in
      guard let rule = ContentRule(rawValue: try f.text(0)) else {
        throw f.damage(0, "is none that is known")
      }
      let word = try f.optionalText(4)
      let owner = try f.optionalText(1).map { key in
        GuideOwner(word.flatMap(GuideOwner.Kind.init(rawValue:)) ?? likely(key), key)
      }
      return GuideFinding(rule, of: owner, source: try f.optionalText(2), try f.text(3))
    }
  }
}
