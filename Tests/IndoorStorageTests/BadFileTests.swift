import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// Each bad file gets one sentence that names it, and stays as it was.
struct BadFileTests {
  /// The error of opening a file both ways, which must be one sentence about that file.
  private static func error(opening path: String, write: Bool = true) throws -> StorageError {
    let reading = #expect(throws: StorageError.self) { try VenueFile.open(path, readOnly: true) }
    let readError = try #require(reading)
    let sentence = readError.message
    #expect(sentence.hasPrefix("\(path): ") && sentence.contains("; "))
    #expect(!sentence.contains("\n"))
    if write {
      let writing = #expect(throws: StorageError.self) { try VenueFile.open(path) }
      #expect(writing?.message == readError.message)
    }
    return readError
  }

  private static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private static func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
  }

  private static func filled(_ path: String) throws {
    var samples = Samples(seed: 5)
    let file = try VenueFile.create(path)
    try file.save(samples.venue())
    try file.append([samples.walk("a", fingerprints: 200)])
  }

  @Test func `a missing file is not made by opening it`() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.error(opening: folder.file()).code == .missing)
    #expect(try folder.contents().isEmpty)
  }

  @Test func `a folder is not a file`() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.error(opening: folder.path).code == .notADatabase)
  }

  @Test func `a pipe is called that, written to or not`() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file(), 0o600) == 0)
    let error = try Self.error(opening: folder.file())
    #expect(error.code == .notADatabase)
    #expect(error.message.contains("this is a pipe"))
    // Who writes waits for none who reads, as the pipe is open for both.
    let writer = open(folder.file(), O_RDWR | O_NONBLOCK)
    defer { close(writer) }
    try FileHandle(fileDescriptor: writer).write(contentsOf: Data("{}".utf8))
    #expect(try Self.error(opening: folder.file()).message == error.message)
  }

  /// SQLite would wait for ever for whoever writes into the pipe.
  @Test(arguments: ["-journal", "-wal"])
  func `a pipe where a journal is kept is named at once`(end: String) throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    try #require(mkfifo(folder.file() + end, 0o600) == 0)
    let error = try Self.error(opening: folder.file())
    #expect(error.message.contains("\(folder.file())\(end), where SQLite"))
  }

  @Test func `a table may be called in capitals`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let before = try VenueFile.open(folder.file()).venue()
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "ALTER TABLE units RENAME TO u; ALTER TABLE u RENAME TO UNITS")
    }
    #expect(try VenueFile.open(folder.file()).venue() == before)
  }

  @Test(arguments: ["'Lab' || char(0) || '1'", "CAST(x'75ff' AS TEXT)"])
  func `text that would be read otherwise than it stands there is damage`(text: String) throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE units SET name = \(text) WHERE id = 1")
    }
    let file = try VenueFile.open(folder.file(), readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.venue() }
    #expect(error?.message.contains("units, row 1: name is text") == true)
  }

  @Test(arguments: [
    ("ALTER TABLE units DROP COLUMN category", "units has no column category (TEXT)", "in QGIS"),
    (
      "ALTER TABLE buildings DROP COLUMN name; ALTER TABLE levels DROP COLUMN name",
      "buildings has no column name (TEXT)", "in QGIS"
    ),
    ("ALTER TABLE openings DROP COLUMN geom", "openings has no column geom", "from a copy"),
    (
      "CREATE TABLE other AS SELECT * FROM units; DROP TABLE units;"
        + " ALTER TABLE other RENAME TO units",
      "units has no unique index on unit_id", "CREATE UNIQUE INDEX units_key ON units (unit_id)"
    ),
  ])
  func `of a table that another program made anew it is said what is missing`(
    change: String, lack: String, remedy: String
  ) throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
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
    try Self.filled(folder.file())
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE walks SET hash = x'0001'")
    }
    let file = try VenueFile.open(folder.file(), readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.walks() }
    #expect(error?.message.contains("walks, row 1: hash is text with a zero") == true)
  }

  @Test(arguments: ["/.", "/venue.gpkg"])
  func `a path through a file is called that`(rest: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StorageError.self) { try VenueFile.open(path + rest) }
    #expect(error?.message.contains("leads through a file") == true, "\(error?.message ?? "")")
  }

  @Test func `a file that is no database is refused and kept, for creating too`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    for text in ["x", "SQLite format 3", String(repeating: "not a database ", count: 999)] {
      try Self.write(text.utf8, to: path)
      #expect(try Self.error(opening: path).code == .notADatabase)
      let creating = #expect(throws: StorageError.self) { try VenueFile.openOrCreate(path) }
      #expect(creating?.code == .notADatabase)
      #expect(try Self.bytes(of: path) == Data(text.utf8))
    }
  }

  @Test func `an empty file is filled by creating and refused by opening`() throws {
    let folder = try TemporaryFolder()
    try Self.write([], to: folder.file())
    #expect(try Self.error(opening: folder.file()).code == .notAVenueFile)
    _ = try VenueFile.openOrCreate(folder.file())
    #expect(try VenueFile.open(folder.file(), readOnly: true).venue() == nil)
  }

  @Test func `creating over a file is refused`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let before = try Self.bytes(of: folder.file())
    let error = #expect(throws: StorageError.self) { try VenueFile.create(folder.file()) }
    #expect(error?.code == .alreadyExists)
    #expect(try Self.bytes(of: folder.file()) == before)
  }

  @Test func `somebody else's database is refused and kept`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE photos (id INTEGER)") }
    let before = try Self.bytes(of: path)
    let error = try Self.error(opening: path)
    #expect(error.code == .notAVenueFile && error.message.contains("database"))
    let creating = #expect(throws: StorageError.self) { try VenueFile.openOrCreate(path) }
    #expect(creating?.message == error.message)
    #expect(try Self.bytes(of: path) == before)
  }

  @Test(.enabled(if: Ran.finds("ogr2ogr"), "install gdal-bin"))
  func `somebody else's GeoPackage is refused and kept`() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("point.geojson")
    try Self.write(#"{"type":"Point","coordinates":[1,2]}"#.utf8, to: source)
    #expect(try Ran("ogr2ogr", ["-f", "GPKG", folder.file(), source]).status == 0)
    let before = try Self.bytes(of: folder.file())
    let error = try Self.error(opening: folder.file())
    #expect(error.code == .notAVenueFile && error.message.contains("GeoPackage"))
    #expect(try Self.bytes(of: folder.file()) == before)
  }

  @Test func `a newer format is refused and kept`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Self.filled(path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE venue_file SET format = \(Migration.all.count + 1)")
    }
    let before = try Self.bytes(of: path)
    let error = try Self.error(opening: path)
    #expect(error.code == .newerFormat)
    #expect(error.message.contains("format \(Migration.all.count + 1)"))
    #expect(try Self.bytes(of: path) == before)
  }

  @Test func `a file that is cut anywhere gives an error or what is left, never a crash`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Self.filled(path)
    let whole = try Self.bytes(of: path)
    for length in stride(from: 100, to: whole.count, by: 4_099) {
      try Self.write(whole.prefix(length), to: path)
      #expect(try Self.error(opening: path, write: false).code == .damaged)
    }
  }

  @Test(arguments: ["fingerprints", "survey_points"], ["x_m = 1e300", "y_m = -2e8"])
  func `a place off the earth is damage`(table: String, change: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Self.filled(path)
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE \(table) SET \(change)") }
    let file = try VenueFile.open(path, readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.forEachWalk { _ in } }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("\(table), x_m lies off the earth") == true)
  }

  @Test(arguments: ["fingerprints", "survey_points"])
  func `a time before all times is damage`(table: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Self.filled(path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE \(table) SET time_us = -9223372036854775808")
    }
    let file = try VenueFile.open(path, readOnly: true)
    let error = #expect(throws: StorageError.self) { try file.forEachWalk { _ in } }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("\(table), time_us is no time") == true)
  }

  @Test(
    arguments: ["levels", "units", "openings", "fingerprints", "survey_points"],
    [Int64.max, .min, 50_000_000, -1_001])
  func `an ordinal that no building has is damage`(table: String, ordinal: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Self.filled(path)
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
    try Self.filled(folder.file())
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

  @Test(arguments: ["walk_journal", "radio_map_blocks", "guide_items"])
  func `a file that has lost a table is damaged`(table: String) throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "PRAGMA defer_foreign_keys = ON")
      try $0.execute(sql: "DROP TABLE \(table)")
    }
    let error = try Self.error(opening: folder.file())
    #expect(error.code == .damaged)
    #expect(error.message.contains("(the table \(table) is missing); restore it from a copy"))
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

  @Test func `a folder that can't be written takes no file`() throws {
    let folder = try TemporaryFolder()
    for (path, code) in [
      ("/proc/venue.gpkg", StorageError.Code.notWritable),
      ("\(folder.path)/missing/venue.gpkg", .missing),
    ] {
      let error = #expect(throws: StorageError.self) { try VenueFile.create(path) }
      #expect(error?.code == code)
      #expect(error?.message.hasPrefix("\(path): ") == true)
    }
  }

  @Test func `a file in a folder that is only to be read opens, and nothing appears beside it`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Self.filled(path)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    }
    let file = try VenueFile.open(path, readOnly: true)
    #expect(try file.walkCount() == 1)
    #expect(try folder.contents() == ["venue.gpkg"])
    var samples = Samples(seed: 6)
    let walk = samples.walk("b")
    let error = #expect(throws: StorageError.self) { try file.append([walk]) }
    #expect(error?.code == .notWritable)
  }

  @Test func `a full disk is the machine's fault, and loses nothing that was stored`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let file = try VenueFile.open(folder.file())
    // SQLite's own limit ends a transaction in the same way as the disk does.
    try file.write { db, _ in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    var samples = Samples(seed: 6)
    let walk = samples.walk("b", fingerprints: 400)
    let error = #expect(throws: StorageError.self) { try file.append([walk]) }
    #expect(error?.code == .diskFull)
    #expect(error?.isMachineFault == true)
    #expect(try file.walkCount() == 1)

    let again = try VenueFile.open(folder.file())
    #expect(try again.append([walk]) == 1)
    var stored: [SurveyWalk] = []
    try again.forEachWalk { stored.append($0) }
    #expect(stored.last == walk)
  }

  @Test func `what fails half way stores nothing, and the next call works`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let file = try VenueFile.open(folder.file())
    var samples = Samples(seed: 8)
    let good = samples.walk("good")
    var bad = samples.walk("bad")
    bad.fingerprints[3].place.x = .nan
    let error = #expect(throws: StorageError.self) { try file.append([good, bad]) }
    #expect(error?.code == .unstorable)
    #expect(try !file.hasWalk(good.hash))
    #expect(try file.append([good]) == 1)
    var stored: [SurveyWalk] = []
    try file.forEachWalk { stored.append($0) }
    #expect(stored.last == good)
  }

  @Test func `a creation that fails leaves no file behind`() throws {
    let folder = try TemporaryFolder()
    let broken = Migration.all + [Migration { _, _ in throw CancellationError() }]
    #expect(throws: StorageError.self) {
      try VenueFile.openOrCreate(folder.file(), migrations: broken)
    }
    #expect(try folder.contents().isEmpty)
  }

  @Test func `values that SQLite would change are refused`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: 1)
    var venue = samples.venue()
    venue.units[0].name = "a\0b"
    let nul = #expect(throws: StorageError.self) { try file.save(venue) }
    #expect(nul?.code == .unstorable)
    venue.units[0].name = nil
    venue.levels[0].outline = [.init(exterior: [.init(latitude: 48, longitude: 181)])]
    let range = #expect(throws: StorageError.self) { try file.save(venue) }
    #expect(range?.code == .unstorable && range?.message.contains("longitude") == true)
    #expect(try file.venue() == nil)
  }
}
