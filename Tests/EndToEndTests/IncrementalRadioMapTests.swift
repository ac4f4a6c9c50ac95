import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import IndoorSurveying
import Testing

/// Building after each walk, beside building once.
@Suite struct IncrementalRadioMapTests {
  /// Walks along three corridors on two levels. Those from the third month on hear other access
  /// points in places.
  private static func walks(_ count: Int) -> [SurveyWalk] {
    (0..<count).map { number in
      let month = number / 6
      let level = LevelKey(ordinal: number % 2)
      let fingerprints = (0..<14).map { step in
        let place = LocalPoint(x: Double(step) * 3, y: Double(number % 3) * 2)
        let readings = (0..<10).compactMap { (point: Int) -> Reading? in
          let distance = abs(step * 3 - point * 5) + 20 * abs(number % 2 - point % 2)
          let noise = (step * 5 + number * 3 + point) % 7
          // Access points 0 to 3 are replaced in the third month.
          let name = UInt64(point + (point < 4 && month >= 2 ? 100 : 0))
          guard distance + noise < 50 else { return nil }
          return Reading(
            transmitter: .wifi(name), rssi: Int8(-40 - distance - noise),
            age: UInt32((point + step) % 3 * 900))
        }
        return Fingerprint(
          recording: "h\(number)", level: level, place: place,
          scan: Scan(
            time: Timestamp(
              // Of 2026: what is of 1970 has no date.
              milliseconds: Int64(20_454 + month * 31) * 86_400_000 + Int64(number * 1000 + step)
                * 1000),
            readings: readings))
      }
      return SurveyWalk(
        hash: "h\(number)", recording: "walk \(number)", path: [], fingerprints: fingerprints)
    }
  }

  private static func venueFile(_ path: String) throws -> VenueFile {
    let file = try VenueFile.create(path)
    try file.save(Venue(id: "v", name: "v", origin: Coordinate(latitude: 48, longitude: 11)))
    return file
  }

  /// As `indoor radiomap build` does it.
  ///
  /// - Returns: of how many walks rows were made.
  @discardableResult
  private static func build(_ file: VenueFile) throws -> Int {
    let maker = RadioMapBuilder()
    let new = try file.keepWalkRows(recipe: maker.recipe) { try maker.rows(of: $0) }
    var builder = maker
    try file.forEachWalkRows(recipe: maker.recipe, making: { try maker.rows(of: $0) }) {
      builder.add($1)
    }
    var map = try builder.map()
    let basis = MatchingChoice.basis(of: map)
    let format = MatchingChoice.format
    let choice =
      try file.matchingChoice(for: basis, format: format) ?? MatchingChoice(for: basis, sample: 12)
    if let choice {
      try file.keep(choice, for: basis, format: format)
      map.matching = choice.chosen.matching
    }
    try file.save(map)
    return new
  }

  /// The newest map's contents, and all blocks by their keys.
  private static func bytes(_ path: String) throws -> (contents: Data, blocks: [Int64: Data]) {
    try DatabaseQueue(path: path).read { db in
      let contents = try #require(
        try Data.fetchOne(db, sql: "SELECT contents FROM radio_maps ORDER BY id DESC LIMIT 1"))
      let rows = try Row.fetchAll(db, sql: "SELECT hash, rows FROM radio_map_blocks")
      return (contents, Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) }))
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a map built after every few walks has the bytes of one built at once`(
    seed: UInt64
  ) throws {
    try Scratch.with { scratch in
      var random = SplitMix64(seed: seed)
      let walks = Self.walks(22).shuffled(using: &random)
        .prefix(.random(in: 12...22, using: &random))
      let once = try Self.venueFile(scratch.path("once.gpkg"))
      try once.append(Array(walks))
      #expect(try Self.build(once) == walks.count)

      let often = try Self.venueFile(scratch.path("often.gpkg"))
      var rest = walks
      var known: [SurveyWalk] = []
      while !rest.isEmpty {
        let next = Array(rest.prefix(.random(in: 1...5, using: &random)))
        rest = rest.dropFirst(next.count)
        // Some come again; nobody minds.
        try often.append(known.shuffled(using: &random).prefix(3) + next)
        known += next
        #expect(try Self.build(often) == next.count)
      }
      let (expected, actual) = (
        try Self.bytes(scratch.path("once.gpkg")), try Self.bytes(scratch.path("often.gpkg"))
      )
      #expect(actual.contents == expected.contents)
      for (key, block) in expected.blocks { #expect(actual.blocks[key] == block) }
      #expect(expected.blocks.count > 1)
      #expect(try often.radioMap() == once.radioMap())
    }
  }

  @Test func `the survey of these tests retires access points`() throws {
    let map = try RadioMapBuilder.map(of: Self.walks(22))
    #expect(!map.transmitters.contains(.wifi(1)))
    #expect(map.transmitters.contains(.wifi(101)) && map.transmitters.contains(.wifi(5)))
  }

  @Test func `another order of import gives the same rows in another order`() throws {
    struct Row: Hashable {
      var level: LevelKey
      var place: LocalPoint
      var readings: [Reading]
    }
    func rows(_ map: RadioMap) -> [Row: Int] {
      (0..<map.rowCount).reduce(into: [:]) { rows, row in
        let readings = map.entries(of: row).map {
          Reading(
            transmitter: map.transmitters[Int(map.transmitterIndices[$0])], rssi: map.rssi[$0])
        }
        rows[
          Row(
            level: map.levels[Int(map.levelIndices[row])], place: map.places[row],
            readings: readings), default: 0] += 1
      }
    }
    let walks = Self.walks(22)
    let map = try RadioMapBuilder.map(of: walks)
    var random = SplitMix64(seed: 9)
    for _ in 0..<5 {
      let other = try RadioMapBuilder.map(of: walks.shuffled(using: &random))
      #expect(other.levels == map.levels && other.transmitters == map.transmitters)
      #expect(rows(other) == rows(map))
    }
  }

  @Test func `what another program changes in a walk is in the next map`() throws {
    try Scratch.with { scratch in
      let path = scratch.path("v.gpkg")
      let file = try Self.venueFile(path)
      try file.append(Self.walks(4))
      try Self.build(file)
      let before = try #require(try file.radioMap())
      try DatabaseQueue(path: path).write { db in
        try db.execute(
          sql: """
            UPDATE fingerprints SET x_m = x_m + 1 WHERE walk_id =
              (SELECT id FROM walks WHERE hash = 'h2')
            """)
      }
      #expect(try Self.build(file) == 1)
      let after = try #require(try file.radioMap())
      for row in 0..<after.rowCount {
        let moved = after.walks[row] == 2 ? 1.0 : 0
        #expect(after.places[row].x == before.places[row].x + moved)
      }
    }
  }
}
