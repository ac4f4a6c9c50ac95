import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// Bytes that nobody wrote: each reader gives a value or an error, and never traps or sets much
/// aside.
struct HostileBlobTests {
  /// Variants of a blob: bits flipped, bytes overwritten, cut, lengthened, lengths made huge.
  private static func variants(of bytes: [UInt8], count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    let numbers: [[UInt8]] = [
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], [0xff, 0xff, 0xff, 0xff],
      [0, 0, 0, 0], [0x80],
    ]
    return (0..<count).map { _ in
      var copy = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) where !copy.isEmpty {
        let at = Int.random(in: 0..<copy.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: copy[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: copy[at] = .random(in: 0...255, using: &random)
        case 3: copy.removeSubrange(at...)
        case 4: copy.insert(contentsOf: numbers.randomElement(using: &random) ?? [], at: at)
        default:
          let number = numbers.randomElement(using: &random) ?? []
          copy.replaceSubrange(at..<min(copy.count, at + number.count), with: number)
        }
      }
      return copy
    }
  }

  /// Puts variants of one blob into a file, and reads after each.
  ///
  /// - Returns: how many of them were refused.
  private static func refused(
    _ table: String, _ column: String, of path: String, count: Int = 200,
    also change: String = "", reading read: (VenueFile) throws -> Void
  ) throws -> Int {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    let blob = try queue.read { db in
      try Data.fetchOne(
        db, sql: "SELECT \(column) FROM \(table) ORDER BY length(\(column)) DESC LIMIT 1")
    }
    let original = try #require(blob)
    let file = try VenueFile.open(path, readOnly: true)
    var refused = 0
    for variant in variants(of: [UInt8](original), count: count, seed: 7) {
      try queue.write { db in
        try db.execute(
          sql: "UPDATE \(table) SET \(column) = ?1 \(change)",
          arguments: change.isEmpty ? [Data(variant)] : [Data(variant), Self.fnv(variant)])
      }
      do { try read(file) } catch {
        refused += 1
        #expect(error is StorageError)
      }
    }
    return refused
  }

  /// FNV-1a of 64 bits, as RFC 9923 has it: what a block's `hash` says of its bytes.
  private static func fnv(_ bytes: [UInt8]) -> Int64 {
    let hash = bytes.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return Int64(bitPattern: hash)
  }

  @Test(arguments: [("levels", "geom"), ("units", "geom"), ("openings", "geom")])
  func `changed bytes of a geometry are refused or a valid geometry`(
    table: String, column: String
  ) throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let refused = try Self.refused(table, column, of: folder.file()) { file in
      for unit in try file.venue()?.units ?? [] {
        let valid = unit.geometry.joinedVertices.allSatisfy(\.isValid)
        #expect(valid)
      }
    }
    #expect(refused > 60)
  }

  @Test func `changed bytes of readings are refused or some readings`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let refused = try Self.refused("fingerprints", "readings", of: folder.file()) { file in
      try file.forEachWalk { walk in
        let bounded = walk.fingerprints.allSatisfy { $0.scan.readings.count < 500 }
        #expect(bounded)
      }
    }
    #expect(refused > 60)
  }

  @Test func `changed bytes of a radio map's block are refused, right hash or not`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let hashed = try Self.refused(
      "radio_map_blocks", "rows", of: folder.file(), also: ", hash = ?2"
    ) { file in
      // What is accepted is a map by its own checks.
      let map = try file.radioMap()
      #expect(map != nil)
    }
    #expect(hashed > 60)
  }

  @Test func `a flipped bit in a radio map's block is noticed`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let refused = try Self.refused("radio_map_blocks", "rows", of: folder.file()) {
      _ = try $0.radioMap()
    }
    // But for the few variants whose changes undo each other.
    #expect(refused >= 195)
  }

  @Test(arguments: [true, false])
  func `changed bytes of kept rows are made anew or some rows, right hash or not`(
    isHashed: Bool
  ) throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    var made = 0
    let refused = try Self.refused(
      "walk_rows", "rows", of: folder.file(), also: isHashed ? ", hash = ?2" : ""
    ) { file in
      try file.forEachWalkRows(
        recipe: "a",
        making: {
          made += 1
          return try WalkRowsTests.rows(of: $0)
        }, { _, rows in #expect(rows.times.count == rows.map.rowCount) })
    }
    #expect(refused == 0)
    // Both walks get the bytes, which are at most one's.
    #expect(made > (isHashed ? 200 : 390))
  }

  @Test func `changed bytes of a radio map's contents are refused`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file())
    let refused = try Self.refused("radio_maps", "contents", of: folder.file()) {
      _ = try $0.radioMap()
    }
    // But for the few variants whose changes undo each other.
    #expect(refused >= 195)
  }

  @Test func `contents without a checksum, as older programs wrote them, are refused or a map`()
    throws
  {
    let folder = try TemporaryFolder()
    _ = try VenueFile.create(folder.file())
    try OlderRadioMap.store(version: 6, in: folder.file())
    let refused = try Self.refused("radio_maps", "contents", of: folder.file()) {
      _ = try $0.radioMap()
    }
    #expect((60..<200).contains(refused))
  }

  @Test
  func `a geometry that another program wrote, big-endian with an envelope of its own, is read`()
    throws
  {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 1)
    let file = try VenueFile.create(folder.file())
    try file.save(samples.venue(units: 1))
    // A polygon (0 0, 4 0, 0 2) with an XYZM envelope, header and WKB big-endian.
    var blob: [UInt8] = Array("GP".utf8) + [0, 0b0_1000, 0, 0, 0x10, 0xe6]
    blob += [UInt8](repeating: 0, count: 64)
    blob += [0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 4]
    for number in [0.0, 0, 4, 0, 0, 2, 0, 0] {
      blob += withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) }
    }
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE units SET geom = ?", arguments: [Data(blob)])
    }
    let corners = [(0.0, 0.0), (4, 0), (0, 2)].map { Coordinate(latitude: $0.1, longitude: $0.0) }
    #expect(try file.venue()?.units.first?.geometry == [Polygon(exterior: corners)])
  }

  /// Reads all that a file has; what comes out doesn't matter, only that it comes out.
  private static func readAll(_ path: String) throws(StorageError) {
    let file = try VenueFile.open(path, readOnly: true)
    var first: StorageError?
    func attempt(_ read: () throws -> Void) {
      do { try read() } catch { first = first ?? error as? StorageError }
    }
    attempt { _ = try file.venue() }
    attempt {
      for placement in try file.placements() { _ = try file.plan(for: placement.level) }
    }
    attempt { _ = try file.walks() }
    attempt { try file.forEachWalk { _ = $0 } }
    attempt { _ = try file.radioMap() }
    attempt {
      try file.forEachWalkRows(recipe: "a", making: { _ in throw CancellationError() }) { _, _ in }
    }
    var samples = Samples(seed: 22)
    if let basis = samples.radioMap(walks: 2, rowsEach: 5) {
      attempt { _ = try file.matchingChoice(for: basis, format: 1) }
    }
    if let first { throw first }
  }

  private static func filled(_ path: String) throws {
    var samples = Samples(seed: 21)
    let file = try VenueFile.create(path)
    try file.save(samples.venue(units: 4))
    try file.save(samples.plan(level: LevelKey(building: "A", ordinal: 0)))
    try file.append([samples.walk("a"), samples.walk("b")])
    let map = samples.radioMap(walks: 2, rowsEach: 20)
    try file.save(try #require(map))
    try file.keepWalkRows(recipe: "a") { try WalkRowsTests.rows(of: $0) }
    samples = Samples(seed: 22)
    let small = samples.radioMap(walks: 2, rowsEach: 5)
    let candidate = MatchingChoice.Candidate(
      matching: .literature, evaalError: 5, standardError: 1)
    try file.keep(
      MatchingChoice(chosen: candidate, standard: candidate, rows: 120),
      for: try #require(small), format: 1)
  }

  @Test func `whatever stands in any column, reading ends with a value or an error`() throws {
    let folder = try TemporaryFolder()
    let original = folder.file("original.gpkg")
    try Self.filled(original)
    let columns = try DatabaseQueue(path: original).read { db in
      try String.fetchAll(db, sql: "SELECT table_name FROM gpkg_contents").flatMap { table in
        try db.columns(in: table).filter { $0.primaryKeyIndex == 0 }.map { (table, $0.name) }
      }
    }
    let path = folder.file()
    for (table, column) in columns {
      for value in ["NULL", "'text'", "-1", "9e999", "x'00ff'"] {
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: original, toPath: path)
        try DatabaseQueue(path: path).write { db in
          // A constraint keeps some of them out.
          try? db.execute(sql: "PRAGMA ignore_check_constraints = 1")
          try? db.execute(sql: "UPDATE \(table) SET \(column) = \(value)")
        }
        do { try Self.readAll(path) } catch { #expect(error.message.hasPrefix(path)) }
      }
    }
  }

  @Test func `a file with flipped bits gives a value or a sentence`() throws {
    let folder = try TemporaryFolder()
    try Self.filled(folder.file("original.gpkg"))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.file("original.gpkg"))))
    var random = SplitMix64(seed: 3)
    var failed = 0
    for _ in 0..<200 {
      var copy = bytes
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        copy[.random(in: 0..<copy.count, using: &random)] ^= bit
      }
      try Data(copy).write(to: URL(filePath: folder.file()))
      do { try Self.readAll(folder.file()) } catch {
        failed += 1
        #expect(error.message.hasPrefix(folder.file()))
      }
    }
    #expect(failed > 50)
  }
}

extension [Polygon<Coordinate>] {
  fileprivate var joinedVertices: [Coordinate] { flatMap { $0.rings.flatMap { $0 } } }
}
