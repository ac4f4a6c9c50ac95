import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSurveying
import Testing

@Suite struct ScanExplanationTests {
  private static let level = LevelKey(ordinal: 2)

  /// Two places 10 m apart; the first hears 1 and 2, the second 2 and 3.
  private static func map() throws -> RadioMap {
    func walk(_ name: String, x: Double, _ readings: [(UInt64, Int8)]) -> SurveyWalk {
      SurveyWalk(
        hash: name, recording: name, path: [],
        fingerprints: [
          Fingerprint(
            recording: name, level: level, place: LocalPoint(x: x, y: 0),
            scan: Scan(
              time: Timestamp(milliseconds: 0),
              readings: readings.map { Reading(transmitter: .wifi($0.0), rssi: $0.1) }))
        ])
    }
    var map = try RadioMapBuilder.map(of: [
      walk("west", x: 0, [(1, -50), (2, -60), (5, -55)]),
      walk("east", x: 10, [(2, -60), (3, -50), (5, -65)]),
      walk("far", x: 500, [(4, -40)]),
    ])
    map.matching = .literature
    map.matching.neighbours = 2
    return map
  }

  private static func scan(_ readings: [Reading]) -> Scan {
    Scan(time: Timestamp(milliseconds: 9), readings: readings)
  }

  @Test func `transmitters are told apart by who hears them`() throws {
    let explanation = ScanExplanation(
      of: Self.scan([
        Reading(transmitter: .wifi(1), rssi: -51), Reading(transmitter: .wifi(2), rssi: -61),
        Reading(transmitter: .wifi(4), rssi: -64), Reading(transmitter: .wifi(9), rssi: -70),
        Reading(transmitter: .wifi(3), rssi: -50, age: 20_001),
      ]), by: try Self.map())
    #expect(explanation.readings.count == 4 && explanation.staleReadings == 1)
    func verdict(_ number: UInt64) -> ScanExplanation.Verdict? {
      explanation.voices.first { $0.transmitter == .wifi(number) }?.verdict
    }
    #expect(explanation.matches.count == 2)
    #expect(verdict(1) == .agreed && verdict(2) == .agreed && verdict(4) == .elsewhere)
    #expect(verdict(9) == .new)
    #expect(verdict(5) == .missing)
    // One of two matches is half of them; the scan only remembered it.
    #expect(verdict(3) == .missing)
    let two = try #require(explanation.voices.first { $0.transmitter == .wifi(2) })
    #expect(two.inScan == -61 && two.atMatches == -60 && two.matches == 2)
    let first = try #require(explanation.matches.first)
    #expect(first.walk == 0 && first.place.x == 0 && first.level == Self.level)
    #expect(first.similarity > explanation.matches[1].similarity)
    // Sørensen's distance of a scan from itself is 0.
    let same = ScanExplanation(
      of: Self.scan([
        Reading(transmitter: .wifi(1), rssi: -50), Reading(transmitter: .wifi(2), rssi: -60),
        Reading(transmitter: .wifi(5), rssi: -55),
      ]), by: try Self.map())
    #expect(abs((same.matches.first?.similarity ?? 0) - 1) < 1e-6)
  }

  @Test func `a scan of strangers has no place`() throws {
    let explanation = ScanExplanation(
      of: Self.scan([Reading(transmitter: .wifi(9), rssi: -70)]), by: try Self.map())
    #expect(explanation.place == nil && explanation.matches.isEmpty)
    #expect(explanation.voices.map(\.verdict) == [.new])
  }

  @Test func `beacons of the last seconds join a Wi-Fi scan, and only the last of each`() {
    func scan(_ second: Int64, _ readings: [Reading]) -> Observation {
      .scan(Scan(time: Timestamp(milliseconds: second * 1000), readings: readings))
    }
    let beacon = Transmitter.bluetooth(7)
    let recording = Recording(
      id: "r",
      observations: [
        scan(0, [Reading(transmitter: .bluetooth(8), rssi: -40)]),
        scan(4, [Reading(transmitter: beacon, rssi: -80)]),
        scan(5, [Reading(transmitter: beacon, rssi: -70)]),
        scan(6, [Reading(transmitter: .wifi(1), rssi: -50)]),
      ])
    #expect(
      recording.explainableScans.map(\.readings) == [
        [
          Reading(transmitter: .wifi(1), rssi: -50),
          Reading(transmitter: beacon, rssi: -70, age: 1000),
        ]
      ])
  }
}
