import GRDB
import IndoorModel
import IndoorStorage
import Testing

/// Whatever reads a damaged row says which one it is, so that it can be found in QGIS.
struct DamagedRowNumberTests {
  /// A file with something in most layers, a change to it, and the error of reading it.
  private func message(
    _ change: String, _ read: (VenueFile) throws -> Void
  ) throws -> String {
    let folder = try TemporaryFolder()
    try BadFileTests.filled(folder.file())
    var samples = Samples(seed: 5)
    var file = try VenueFile.open(folder.file())
    let level = try #require(try file.venue()?.levels.first?.key)
    try file.save(samples.plan(level: level))
    try file.save(GuideStorageTests.content())
    try DatabaseQueue(path: folder.file()).write { try $0.execute(sql: change) }
    file = try VenueFile.open(folder.file(), readOnly: true)
    let error = #expect(throws: StorageError.self) { try read(file) }
    #expect(error?.code == .damaged)
    return error?.message ?? ""
  }

  /// SQLite keeps a text where a column is meant for integers (its datatypes, 3.1).
  @Test(arguments: ["units", "openings", "levels"])
  func `an overview and the venue blame the same row`(table: String) throws {
    let change = "UPDATE \(table) SET ordinal = 'x' WHERE id = (SELECT max(id) FROM \(table))"
    let messages = try [{ _ = try $0.venue() }, { _ = try $0.overview() }].map {
      try message(change, $0).split(separator: " (").last.map(String.init) ?? ""
    }
    #expect(messages.allSatisfy { $0.hasPrefix("\(table), row ") }, "\(messages)")
    #expect(
      messages.allSatisfy {
        $0.contains(": ordinal has a value of another kind); correct or delete that row")
      })
    #expect(Set(messages).count == 1)
  }

  @Test(arguments: [
    ("plans", "ordinal = 'x'", "ordinal"), ("plans", "rotate = 45", "rotate"),
    ("plan_anchors", "page_x = 'x'", "page_x"), ("guide_texts", "position = 'x'", "position"),
    ("guide_items", "is_hidden = 'x'", "is_hidden"), ("guide_stops", "sort = 'x'", "sort"),
    ("fingerprints", "ordinal = 'x'", "ordinal"), ("survey_points", "ordinal = 'x'", "ordinal"),
  ])
  func `whoever reads a layer says the row`(table: String, change: String, column: String) throws {
    let readers: [(VenueFile) throws -> Void] =
      switch table {
      case "plans" where column == "ordinal":
        [
          { _ = try $0.placements() }, { _ = try $0.overview() }, { _ = try $0.planNames() },
          { _ = try $0.uses() },
        ]
      case "plans", "plan_anchors": [{ _ = try $0.placements() }]
      case "fingerprints":
        [{ _ = try $0.storedWalks() }, { _ = try $0.uses() }, { try $0.forEachWalk { _ in } }]
      case "survey_points": [{ _ = try $0.uses() }, { try $0.forEachWalk { _ in } }]
      default: [{ _ = try $0.guide("c") }, { _ = try $0.guides() }]
      }
    for read in readers {
      let message = try message(
        "UPDATE \(table) SET \(change) WHERE id = (SELECT min(id) FROM \(table))", read)
      #expect(message.contains("(\(table), row 1: \(column) "), "\(message)")
    }
  }
}
