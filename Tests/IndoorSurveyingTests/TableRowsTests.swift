import IndoorGeometry
import IndoorModel
import IndoorSurveying
import Testing

/// Tables whose rows are walks of one scan each.
@Suite struct TableRowsTests {
  private static func rows(
    _ count: Int, named name: String, change: (Int, [Reading]) -> [Reading] = { $1 }
  ) -> [SurveyWalk] {
    (0..<count).map { row in
      let level = LevelKey(building: "", ordinal: 0)
      let place = LocalPoint(x: Double(row % 10), y: Double(row / 10))
      let readings = (0..<8).map { transmitter in
        Reading(
          transmitter: .wifi(UInt64(transmitter)),
          rssi: -50 - Int8((row * 7 + transmitter * (row % 5 + 3)) % 40))
      }
      let time = Timestamp(milliseconds: Int64(row) * 1000)
      return SurveyWalk(
        hash: "\(name) \(row)", recording: "\(name) \(row)", device: nil,
        path: [SurveyWalk.PathPoint(time: time, level: level, place: place)],
        fingerprints: [
          Fingerprint(
            recording: "\(name) \(row)", level: level, place: place,
            scan: Scan(time: time, readings: change(row, readings)))
        ])
    }
  }

  private static func copies(_ walks: [SurveyWalk]) throws -> [String] {
    var survey = Survey(ground: SurveyGround(levels: []))
    for walk in walks { survey.add(walk) }
    return try SurveyCheck(survey).findings.filter { $0.rule == .duplicateScans }.map(\.message)
  }

  @Test func `a table that was exported again is found, whatever its columns' order and number`()
    throws
  {
    let table = Self.rows(40, named: "table")
    #expect(try Self.copies(table).isEmpty)
    let turned = Self.rows(40, named: "turned") { $1.reversed() }
    let added = Self.rows(40, named: "added") { _, readings in
      readings + [Reading(transmitter: .wifi(99), rssi: -95)]
    }
    for other in [turned, added] {
      let copies = try Self.copies(table + other)
      #expect(copies.count == 1 && copies.first?.hasPrefix("40 of 80 rows") == true, "\(copies)")
    }
    // The same places on another day.
    let later = Self.rows(40, named: "later") { row, readings in
      readings.map { Reading(transmitter: $0.transmitter, rssi: $0.rssi - Int8(1 + row % 3)) }
    }
    #expect(try Self.copies(table + later).isEmpty)
  }
}
