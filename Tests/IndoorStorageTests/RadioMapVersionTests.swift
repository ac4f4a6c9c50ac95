import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

struct RadioMapVersionTests {
  /// The map of some of a map's walks, numbered anew.
  private static func map(_ whole: RadioMap, keeping keep: (UInt32) -> Bool) throws -> RadioMap {
    let rows = (0..<whole.rowCount).filter { keep(whole.walks[$0]) }
    let numbers = Dictionary(
      uniqueKeysWithValues: Set(rows.map { whole.walks[$0] }).sorted().enumerated()
        .map { ($0.element, UInt32($0.offset)) })
    var starts: [UInt32] = [0]
    for row in rows { starts.append((starts.last ?? 0) + UInt32(whole.entries(of: row).count)) }
    let map = RadioMap(
      levels: whole.levels, transmitters: whole.transmitters,
      places: rows.map { whole.places[$0] }, levelIndices: rows.map { whole.levelIndices[$0] },
      walks: rows.compactMap { numbers[whole.walks[$0]] }, rowStarts: starts,
      transmitterIndices: rows.flatMap { whole.transmitterIndices[whole.entries(of: $0)] },
      rssi: rows.flatMap { whole.rssi[whole.entries(of: $0)] })
    return try #require(map)
  }

  private static func blocks(_ path: String) throws -> Int {
    try DatabaseQueue(path: path).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM radio_map_blocks") ?? 0
    }
  }

  /// 60 walks of 20 to 39 rows each.
  private static func whole() throws -> RadioMap {
    var samples = Samples(seed: 31)
    let made = samples.radioMap(walks: 60, rowsEach: 40)
    let map = try #require(made)
    var kept: [Int] = []
    for row in 0..<map.rowCount where row % 40 < 20 + Int(map.walks[row]) * 7 % 20 {
      kept.append(row)
    }
    var starts: [UInt32] = [0]
    for row in kept { starts.append((starts.last ?? 0) + UInt32(map.entries(of: row).count)) }
    let uneven = RadioMap(
      levels: map.levels, transmitters: map.transmitters, places: kept.map { map.places[$0] },
      levelIndices: kept.map { map.levelIndices[$0] }, walks: kept.map { map.walks[$0] },
      rowStarts: starts,
      transmitterIndices: kept.flatMap { map.transmitterIndices[map.entries(of: $0)] },
      rssi: kept.flatMap { map.rssi[map.entries(of: $0)] })
    return try #require(uneven)
  }

  @Test func `versions share the walks they have in common`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let whole = try Self.whole()
    let first = try Self.map(whole) { $0 < 59 }
    let withoutAnEarlyWalk = try Self.map(whole) { $0 != 4 }
    try file.save(first)
    let blocks = try Self.blocks(folder.file())
    #expect(blocks > 15)
    #expect(try file.save(whole) == 2)
    let more = try Self.blocks(folder.file())
    #expect(more - blocks <= 1)
    #expect(try file.save(withoutAnEarlyWalk) == 3)
    #expect(try Self.blocks(folder.file()) - more < blocks / 2)
    for (version, map) in [(1, first), (2, whole), (3, withoutAnEarlyWalk)] {
      #expect(try file.radioMap(version: version) == map)
    }
    #expect(try file.radioMap() == withoutAnEarlyWalk)
    #expect(
      try file.radioMapVersions().map(\.rowCount) == [
        first.rowCount, whole.rowCount, withoutAnEarlyWalk.rowCount,
      ])
  }

  @Test func `rolling back makes an older version the newest, and can be undone`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let whole = try Self.whole()
    let half = try Self.map(whole) { $0 % 2 == 0 }
    try file.save(half)
    try file.save(whole)
    let blocks = try Self.blocks(folder.file())
    #expect(try file.rollBackRadioMap(to: 1) == 3)
    #expect(try file.radioMap() == half)
    #expect(try file.rollBackRadioMap(to: 1) == 3)
    #expect(try file.rollBackRadioMap(to: 2) == 4)
    #expect(try file.radioMap() == whole)
    #expect(try Self.blocks(folder.file()) == blocks)
    #expect(try file.radioMapVersions().map(\.number) == [1, 2, 3, 4])
    let error = #expect(throws: StorageError.self) { try file.radioMap(version: 5) }
    #expect(error?.message.contains("from 1 to 4") == true)
  }

  @Test func `a version that is not there is named`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    for version in [0, 1, -1, .max] {
      let reading = #expect(throws: StorageError.self) { try file.radioMap(version: version) }
      #expect(reading?.code == .noSuchVersion)
      #expect(reading?.message.contains("version \(version) ") == true)
      let rolling = #expect(throws: StorageError.self) { try file.rollBackRadioMap(to: version) }
      #expect(rolling?.code == .noSuchVersion)
      #expect(rolling?.message.contains("build one first") == true)
    }
    #expect(try file.radioMapVersions().isEmpty)
  }

  @Test func `walks can be skipped`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: 3)
    try file.save(samples.venue())
    let walks = (0..<5).map { samples.walk("\($0)") }
    try file.append(walks)
    for skipped in [-1, 0, 1, 4, 5, 6, .max] {
      var rest: [SurveyWalk] = []
      try file.forEachWalk(skippingFirst: skipped) { rest.append($0) }
      #expect(rest == Array(walks.dropFirst(max(0, skipped))))
    }
  }

  @Test func `a map comes back with the matching that was chosen for it`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var map = try Self.whole()
    map.matching = Matching(
      representation: .exponential(scale: 24), distance: .cosine, neighbours: 21, sharpness: 60,
      offsetPenalty: 0.001, radiusPerSpread: 1.25, usualDistance: 0.375)
    try file.save(map)
    #expect(try file.radioMap() == map)
    #expect(try file.radioMapMatching() == map.matching)
  }

  @Test(arguments: 2...7 as ClosedRange<UInt8>)
  func `a map of an older program is read, rolled back to, and replaced`(version: UInt8) throws {
    let folder = try TemporaryFolder()
    let older = try #require(OlderRadioMap.map(version: version))
    _ = try VenueFile.create(folder.file())
    try OlderRadioMap.store(version: version, in: folder.file())
    let file = try VenueFile.open(folder.file())
    #expect(try file.radioMap() == older)
    let whole = try Self.whole()
    #expect(try file.save(whole) == 2)
    #expect(try file.radioMap() == whole && file.radioMap(version: 1) == older)
    #expect(try file.rollBackRadioMap(to: 1) == 3)
    #expect(try file.radioMap() == older && file.radioMap(version: 2) == whole)
  }

  @Test func `a map's bytes don't depend on what the file heard or stored before it`() throws {
    func stored(_ before: (VenueFile) throws -> Void) throws -> [Data] {
      let folder = try TemporaryFolder()
      let file = try VenueFile.create(folder.file())
      try before(file)
      // Beacons, devices and columns with the networks.
      var map = try Self.whole()
      map.transmitters.replaceSubrange(
        80..<90,
        with: [
          .beacon(uuidHigh: .max, uuidLow: 1, major: 7, minor: 0),
          .beacon(uuidHigh: .max, uuidLow: 1, major: 7, minor: 300),
          .bluetooth(0), .bluetooth(0xFFFF_FFFF_FFFF), .column(""), .column("Ä 1"), .column("a"),
          .column("b"), .column("c"), .column("d"),
        ])
      try file.save(map)
      #expect(try file.radioMap() == map)
      return try DatabaseQueue(path: folder.file()).read { db in
        try Data.fetchAll(db, sql: "SELECT contents FROM radio_maps ORDER BY id DESC LIMIT 1")
          + Data.fetchAll(db, sql: "SELECT rows FROM radio_map_blocks WHERE id > 1 ORDER BY hash")
      }
    }
    let some = try Self.whole().transmitters.prefix(50)
    let one = try stored { try $0.save(RadioMap.hearing(Array(some))) }
    #expect(try stored { try $0.save(RadioMap.hearing(some.reversed() + [.column("d")])) } == one)
  }

  @Test
  func `a flipped bit anywhere in the contents is noticed, and saving the map again mends it`()
    throws
  {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let map = try Self.whole()
    try file.save(map)
    let queue = try DatabaseQueue(path: folder.file())
    let stored = try queue.read {
      try Data.fetchOne($0, sql: "SELECT contents FROM radio_maps WHERE id = 1")
    }
    let whole = try #require(stored)
    for at in whole.indices {
      var changed = whole
      changed[at] ^= 1 << UInt8(at % 8)
      try queue.write {
        try $0.execute(
          sql: "UPDATE radio_maps SET contents = ? WHERE id = 1", arguments: [changed])
      }
      let error = #expect(throws: StorageError.self) { try file.radioMap() }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("build the radio map again") == true)
    }
    #expect(try file.save(map) == 2)
    #expect(try file.radioMap() == map)
    #expect(throws: StorageError.self) { try file.rollBackRadioMap(to: 1) }
  }

  @Test func `a damaged version keeps neither a new one from coming nor its blocks from staying`()
    throws
  {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let whole = try Self.whole()
    for number in 0..<VenueFile.keptRadioMaps {
      var map = try Self.map(whole) { $0 % 3 != UInt32(number % 3) }
      map.matching.neighbours = number + 1
      try file.save(map)
    }
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE radio_maps SET contents = x'00' WHERE id = 5")
    }
    let blocks = try Self.blocks(folder.file())
    #expect(try file.save(whole) == VenueFile.keptRadioMaps + 1)
    #expect(try file.radioMap() == whole)
    #expect(try Self.blocks(folder.file()) >= blocks)
  }

  @Test func `old versions leave the file, with the blocks that only they had`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let whole = try Self.whole()
    for number in 0...VenueFile.keptRadioMaps {
      var map = try Self.map(whole) { $0 < 5 || number % 2 == 1 }
      map.matching.neighbours = number + 1
      // The first version alone has a row there.
      if number == 0 { map.places[0].x += 1 }
      try file.save(map)
    }
    let versions = try file.radioMapVersions().map(\.number)
    #expect(versions == Array(2...VenueFile.keptRadioMaps + 1))
    #expect(throws: StorageError.self) { try file.radioMap(version: 1) }
    for version in versions { #expect(try file.radioMap(version: version).rowCount > 0) }
    let before = try Self.blocks(folder.file())
    let fresh = try VenueFile.create(folder.file("fresh.gpkg"))
    try fresh.save(try file.radioMap(version: 2))
    try fresh.save(try file.radioMap(version: 3))
    #expect(try Self.blocks(folder.file("fresh.gpkg")) == before)
  }

  @Test(arguments: [Int64.min, Int64.min + 2, -7, 0])
  func `a version that counts from below 1 is damage`(_ id: Int64) throws {
    let folder = try TemporaryFolder()
    let whole = try Self.whole()
    let file = try VenueFile.create(folder.file())
    try file.save(whole)
    try DatabaseQueue(path: folder.file()).write { db in
      try db.execute(sql: "UPDATE radio_maps SET id = ?", arguments: [id])
    }
    let part = try Self.map(whole) { $0 < 30 }
    let again = try VenueFile.open(folder.file())
    #expect(throws: StorageError.self) { try again.save(part) }
    #expect(throws: StorageError.self) { try again.radioMap() }
  }
}
