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

  static func filled(_ path: String) throws {
    var samples = Samples(seed: 5)
    let file = try VenueFile.create(path)
    try file.save(samples.venue())
    try file.append([samples.walk("a", fingerprints: 200)])
  }

  /// SQLite's file format, 1.3.3: a file whose write version is over 2 may only be read.
  @Test func `a file that only later programs may write is no matter of permissions`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    var bytes = try Self.bytes(of: folder.file())
    bytes[18] = 7
    try Self.write(bytes, to: folder.file())
    var samples = Samples(seed: 6)
    let venue = samples.venue()
    let error = #expect(throws: StorageError.self) {
      try VenueFile.open(folder.file()).save(venue)
    }
    #expect(
      error?.code == .damaged && error?.message.contains("byte 18") == true, "\(error as Any)")
    #expect(try Self.bytes(of: folder.file()) == bytes)
  }

  /// Where a page says that a row is vast, SQLite asks for that much memory.
  @Test func `a damaged row's length is no machine's fault`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    // A row that is longer than its file is told by SQLite itself.
    let (page, size) = try DatabaseQueue(path: folder.file()).write { db in
      try db.execute(
        sql: "CREATE TABLE x (b); INSERT INTO x VALUES (zeroblob(9000000))")
      let leaf = "SELECT pageno FROM dbstat WHERE name = 'units' AND pagetype = 'leaf'"
      return (
        try #require(try Int.fetchOne(db, sql: leaf)),
        try #require(try Int.fetchOne(db, sql: "PRAGMA page_size"))
      )
    }
    let whole = try Self.bytes(of: folder.file())
    // The page's cells, by the format's "B-tree Pages"; a row's length is a number of 7 bits a
    // byte, as long as the highest bit is set.
    let start = (page - 1) * size
    func number(_ place: Int) -> Int { Int(whole[place]) * 256 + Int(whole[place + 1]) }
    let isLeaf = whole[start] == 13
    try #require(isLeaf)
    var errors: [StorageError] = []
    for index in 0..<number(start + 3) {
      let cell = start + number(start + 8 + 2 * index)
      guard whole[cell] > 127 else { continue }
      var bytes = whole
      bytes.replaceSubrange((cell + 1)..<(cell + 9), with: [UInt8](repeating: 0xFF, count: 8))
      try bytes.write(to: URL(filePath: folder.file()))
      // What of a row is on its page is read all the same.
      do { _ = try VenueFile.open(folder.file(), readOnly: true).venue() } catch {
        errors.append(error)
      }
    }
    #expect(!errors.isEmpty && errors.allSatisfy { $0.code == .damaged }, "\(errors)")
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

  /// SQLite's documentation of its shell: `.dump` writes tables as SQL, and no pragma of the
  /// header.
  @Test
  func `a venue file without a GeoPackage's mark is told from somebody else's, and how to mark it`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Self.filled(path)
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase {
      try $0.execute(sql: "PRAGMA application_id = 0; PRAGMA user_version = 0")
    }
    let message = try Self.error(opening: path).message
    let pragmas = "PRAGMA application_id=1196444487; PRAGMA user_version=10300;"
    #expect(message.hasPrefix("\(path): has a venue file's tables without"), "\(message)")
    #expect(message.contains(pragmas), "\(message)")
    try queue.inDatabase { try $0.execute(sql: pragmas) }
    #expect(try VenueFile.open(path).venue() != nil)
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

  @Test func `a name that leaves no room for the journal's is called too long`() throws {
    let folder = try TemporaryFolder()
    let place = URL(filePath: folder.file()).deletingLastPathComponent().path + "/"
    let error = #expect(throws: StorageError.self) {
      try VenueFile.create(place + String(repeating: "b", count: 243) + ".gpkg")
        .save(Venue(id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: 0)))
    }
    #expect(error?.message.contains("has 248 bytes") == true, "\(String(describing: error))")
    _ = try VenueFile.create(place + String(repeating: "b", count: 242) + ".gpkg")
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
