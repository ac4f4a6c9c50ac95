import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// Rows that no writer makes are damage, and told by table and row.
struct DamagedRowTests {
  @Test(arguments: ["'Lab' || char(0) || '1'", "CAST(x'75ff' AS TEXT)"])
  func `text that would be read otherwise than it stands there is damage`(text: String) throws {
    let folder = try TemporaryFolder()
    try BadFileTests.filled(folder.file())
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE units SET name = \(text) WHERE id = 1")
    }
    let file = try VenueFile.open(folder.file(), readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.venue() }
    #expect(error?.message.contains("units, row 1: name is text") == true)
  }

  // A reader of C's texts would have the first character alone.
  @Test(arguments: [
    ("walks", "device"), ("walks", "surveyor"), ("walks", "recording"),
    ("walks", "planned_path"), ("walks", "removed_by"), ("venue", "name"), ("plans", "file_name"),
    ("guide_collections", "licence"), ("source_features", "feature_id"),
  ]) func `text with a zero is damage wherever it is read`(table: String, column: String) throws {
    let folder = try TemporaryFolder()
    try BadFileTests.filled(folder.file())
    var samples = Samples(seed: 5)
    let file = try VenueFile.open(folder.file())
    let venue = try #require(try file.venue())
    let level = try #require(venue.levels.first?.key)
    try file.save(samples.plan(level: level))
    try file.save(GuideContent(GuideCollection(key: "g", format: "f")))
    let features = [SourceFeature(type: "venue", id: "v", json: "{}")]
    try file.save(venue, keeping: features)
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(
        sql: "UPDATE walks SET removed_at = '2026-01-01T00:00:00.000Z', removed_by = 'ana'")
      try $0.execute(sql: "UPDATE \(table) SET \(column) = char(65, 0, 66)")
    }
    let readers: [String: [() throws -> Void]] = [
      "walks": [
        { _ = try file.storedWalks() }, { try file.forEachStoredWalk { _ in } },
      ],
      "venue": [{ _ = try file.venue() }, { _ = try file.levels() }],
      "plans": [{ _ = try file.plan(for: level) }],
      "guide_collections": [{ _ = try file.guide("g") }],
      "source_features": [{ try file.save(venue, keeping: features) }],
    ]
    let errors = try #require(readers[table]).compactMap { read -> String? in
      do {
        try read()
        return nil
      } catch {
        return "\((error as? StorageError)?.message ?? "\(error)")"
      }
    }
    #expect(!errors.isEmpty)
    #expect(errors.allSatisfy { $0.contains("\(column) is text with a zero") }, "\(errors)")
  }

  @Test(arguments: [
    ("ALTER TABLE units DROP COLUMN category", "units has no column category (TEXT)", "in QGIS"),
    (
      "ALTER TABLE buildings DROP COLUMN name; ALTER TABLE levels DROP COLUMN name",
      "buildings has no column name (TEXT)", "in QGIS"
    ),
    ("ALTER TABLE openings DROP COLUMN geom", "openings has no column geom", "from a copy"),
    (
      "CREATE TABLE other (id INTEGER PRIMARY KEY, geom MULTIPOLYGON, unit_id TEXT,"
        + " building TEXT, ordinal INTEGER, category TEXT, name TEXT);"
        + " INSERT INTO other SELECT id, geom, unit_id, building, ordinal, category, name"
        + " FROM units; DROP TABLE units; ALTER TABLE other RENAME TO units",
      "units has no unique index on unit_id", "CREATE UNIQUE INDEX units_key ON units (unit_id)"
    ),
  ])
  func `of a table that another program made anew it is said what is missing`(
    change: String, lack: String, remedy: String
  ) throws {
    let folder = try TemporaryFolder()
    try BadFileTests.filled(folder.file())
    let venue = try #require(try VenueFile.open(folder.file()).venue())
    try DatabaseQueue(path: folder.file()).write { try $0.execute(sql: change) }
    let error = #expect(throws: StorageError.self) {
      let file = try VenueFile.open(folder.file())
      _ = try file.venue()
      try file.save(venue)
    }
    #expect(error?.code == .damaged)
    let message = error?.message ?? ""
    #expect(message.hasPrefix("\(folder.file()): the file is damaged (its table"), "\(message)")
    #expect(message.contains(lack) && message.contains(remedy), "\(message)")
  }

  @Test func `bytes with a zero are no text`() throws {
    let folder = try TemporaryFolder()
    try BadFileTests.filled(folder.file())
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE walks SET hash = x'0001'")
    }
    let file = try VenueFile.open(folder.file(), readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.walks() }
    #expect(error?.message.contains("walks, row 1: hash is text with a zero") == true)
  }

  @Test(arguments: ["fingerprints", "survey_points"], ["x_m = 1e300", "y_m = -2e8"])
  func `a place off the earth is damage`(table: String, change: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try BadFileTests.filled(path)
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE \(table) SET \(change)") }
    let file = try VenueFile.open(path, readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.forEachWalk { _ in } }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("\(table), row 1: x_m lies off the earth") == true)
  }

  @Test func `readings of a transmitter that isn't in the file are told by their row`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try BadFileTests.filled(path)
    let row = try DatabaseQueue(path: path).write { db in
      let row = try Int.fetchOne(db, sql: "SELECT min(id) FROM fingerprints")
      // A list of one: the version, the count, number 9999 in zigzag, -50 dBm, age 0.
      try db.execute(
        sql: "UPDATE fingerprints SET readings = x'01019E9C01CE00' WHERE id = ?", arguments: [row])
      try db.execute(sql: "DELETE FROM walk_rows")
      return row
    }
    let file = try VenueFile.open(path, readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.forEachWalk { _ in } }
    #expect(
      error?.message.contains(
        "fingerprints, row \(row ?? 0): readings names transmitter 9999, which isn't in the file")
        == true, "\(error?.message ?? "")")
  }

  @Test func `a stored walk whose last scan is damaged ends like no other`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try BadFileTests.filled(path)
    let before = try VenueFile.open(path, readOnly: true).walkEnds()
    try DatabaseQueue(path: path).write {
      try $0.execute(
        sql: """
          UPDATE fingerprints SET readings = x'FF'
            WHERE id IN (SELECT max(id) FROM fingerprints GROUP BY walk_id)
          """)
    }
    let after = try VenueFile.open(path, readOnly: true).walkEnds()
    #expect(!before.isEmpty && after.map(\.hash) == before.map(\.hash))
    #expect(after.map(\.first) == before.map(\.first))
    #expect(after.filter { !$0.last.readings.isEmpty }.isEmpty)
  }

  @Test(arguments: ["fingerprints", "survey_points"])
  func `a time before all times is damage`(table: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try BadFileTests.filled(path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE \(table) SET time_us = -9223372036854775808")
    }
    let file = try VenueFile.open(path, readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.forEachWalk { _ in } }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("\(table), row 1: time_us is no time") == true)
  }

  @Test(
    arguments: ["levels", "units", "openings", "fingerprints", "survey_points"],
    [Int64.max, .min, 50_000_000, -1_001])
  func `an ordinal that no building has is damage`(table: String, ordinal: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try BadFileTests.filled(path)
    try DatabaseQueue(path: path).write { db in
      // The spatial index asks for functions that this connection hasn't.
      for name in try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
      { try db.execute(sql: "DROP TRIGGER \(name)") }
      try db.execute(sql: "UPDATE \(table) SET ordinal = \(ordinal)")
    }
    let file = try VenueFile.open(path, readOnly: true)
    let error = #expect(throws: StorageError.self) {
      _ = try file.venue()
      try file.forEachWalk { _ in }
    }
    #expect(error?.code == .damaged)
    let part = "ordinal is \(ordinal), where a level's lies between -1000 and 1000"
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func `a level that couldn't be read again isn't stored`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 5)
    let file = try VenueFile.create(folder.file())
    var venue = samples.venue()
    venue.levels[0].key.ordinal = 1_001
    let error = #expect(throws: StorageError.self) { try file.save(venue) }
    #expect(
      error?.message.contains("has a level of ordinal 1001") == true, "\(String(describing: error))"
    )
    #expect(try file.venue() == nil)
  }

  @Test(arguments: [
    ("fingerprint_count = -3", "walks, row 1 has fewer scans than none"),
    ("fingerprint_count = 9223372036854775807", "or more than any walk"),
    ("unplaced_scans = -5", "walks, row 1 has fewer scans than none"),
    ("unplaced_scans = 1e18", "or more than any walk"),
    ("removed_at = 'gestern'", "walks, row 1: removed_at is no time"),
    ("merged_order = 'x'", "walks, row 1: merged_order is none"),
  ])
  func `what no writer puts into a walk's row is damage to all who count walks`(
    change: String, part: String
  ) throws {
    let folder = try TemporaryFolder()
    try BadFileTests.filled(folder.file())
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE walks SET \(change)")
    }
    let file = try VenueFile.open(folder.file(), readOnly: true)
    let readers: [() throws -> Void] = [
      { _ = try file.overview() }, { _ = try file.walkCount() }, { _ = try file.storedWalks() },
      { _ = try file.walks() }, { try file.forEachWalk { _ in } },
    ]
    for read in readers {
      let error = #expect(throws: StorageError.self) { try read() }
      #expect(error?.code == .damaged && error?.message.contains(part) == true)
    }
  }

  @Test(arguments: [
    "a = 0, b = 0, c = 0, d = 0", "c = a, d = b", "rotate = 45", "a = 1e308", "tx = -1e12",
    "box_max_y = 1e300",
  ])
  func `a plan that is on no page and no ground is damage`(change: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    var samples = Samples(seed: 5)
    let file = try VenueFile.create(path)
    let venue = samples.venue()
    try file.save(venue)
    try file.save(samples.plan(level: try #require(venue.levels.first).key))
    #expect(try file.placements().count == 1)
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE plans SET \(change)") }
    let error = #expect(throws: StorageError.self) { try file.placements() }
    #expect(error?.code == .damaged)
  }
}
