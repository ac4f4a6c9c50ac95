import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSurveying
import Testing

@Suite struct DrawnScansTests {
  /// Rows of readings that are like no others: every search goes through all of them.
  private static func map(rows: Int) throws -> RadioMap {
    var random = SplitMix64(seed: 7)
    let fingerprints = (0..<rows).map { number in
      let readings = (0..<24).compactMap { transmitter -> Reading? in
        guard random.next() % 2 == 0 else { return nil }
        return Reading(
          transmitter: .wifi(UInt64(transmitter)), rssi: -40 - Int8(random.next() % 50))
      }
      return Fingerprint(
        recording: "w", level: LevelKey(building: "a", ordinal: 0),
        place: LocalPoint(x: Double(number), y: 0),
        scan: Scan(time: Timestamp(milliseconds: Int64(number) * 1000), readings: readings))
    }
    return try RadioMapBuilder.map(of: [walk(fingerprints)])
  }

  private static func walk(_ fingerprints: [Fingerprint]) -> SurveyWalk {
    SurveyWalk(hash: "w", recording: "w", device: nil, path: [], fingerprints: fingerprints)
  }

  private static func drawn(of map: RadioMap, mostWork: Int) -> DrawnScans {
    DrawnScans(
      of: map.rowCount, NearestRows(index: NearestRowsIndex(map: map)), mostWork: mostWork
    ) { row, matcher in
      _ = matcher.match(map.readings(of: row))
      return RadioMapEvaluation.Point(
        group: 0, place: map.places[row], level: map.levels[0], answer: nil,
        error: Double(matcher.neighbours.first?.row ?? -1), isSurveyed: true)
    }
  }

  @Test func `all scans are located where they are few`() throws {
    let map = try Self.map(rows: 3000)
    let drawn = Self.drawn(of: map, mostWork: .max)
    #expect(drawn.numbers == Array(0..<map.rowCount))
    // A row is nearest to itself.
    #expect(drawn.points.map(\.error) == (0..<map.rowCount).map { Double($0) })
  }

  @Test func `where work is bounded some are, spread over all, each with its own answer`() throws {
    let map = try Self.map(rows: 6000)
    // Every row's search goes through some 24 values of each sixteen rows.
    let one = map.rowCount / 16 * 24
    let drawn = Self.drawn(of: map, mostWork: 1500 * one)
    #expect(drawn.count == map.rowCount)
    #expect((1024...3072).contains(drawn.numbers.count))
    #expect(drawn.numbers == Array(Set(drawn.numbers)).sorted())
    #expect(drawn.points.map(\.error) == drawn.numbers.map { Double($0) })
    // A quarter of the rows has a quarter of them: 5 standard deviations are 18%.
    for quarter in 0..<4 {
      let part = drawn.numbers.count { $0 / (map.rowCount / 4) == quarter }
      #expect(abs(Double(part) * 4 / Double(drawn.numbers.count) - 1) < 0.2)
    }
    // Which ones is no chance.
    #expect(Self.drawn(of: map, mostWork: 1500 * one).numbers == drawn.numbers)
  }

  @Test func `an evaluation says of how many its scans were drawn`() throws {
    let map = try Self.map(rows: 50)
    let evaluation = RadioMapEvaluation(
      of: map, walks: [WalkLabel(Self.walk([]))], leavingOut: .scans)
    #expect(evaluation.scanCount == map.rowCount)
    #expect(evaluation.drawn.count == evaluation.points.count)
  }
}
