import IndoorGeometry
import IndoorModel
import Testing

import IndoorPositioning

@Suite struct CosineScoresTests {
  /// Three rows of two transmitters; the weakest reading is -99, so that min is -100.
  private func map() throws -> RadioMap {
    try #require(
      RadioMap(
        levels: [LevelKey(ordinal: 0)], transmitters: [.wifi(1), .wifi(2)],
        places: [
          LocalPoint(x: 0, y: 0), LocalPoint(x: 10, y: 0), LocalPoint(x: 20, y: 0),
        ],
        levelIndices: [0, 0, 0], walks: [0, 0, 0], rowStarts: [0, 1, 3, 4],
        transmitterIndices: [0, 0, 1, 1], rssi: [-50, -50, -50, -99]))
  }

  @Test func `the cosine of powed strengths is the one worked out by hand`() throws {
    var matcher = CosineScores(index: CosineIndex(map: try map(), exponent: 1))
    let scan = [
      Reading(transmitter: .wifi(1), rssi: -50), Reading(transmitter: .wifi(2), rssi: -75),
    ]
    #expect(matcher.match(scan) == 2)
    // Scan (0.5, 0.25); rows (0.5, 0), (0.5, 0.5), (0, 0.01): cosines 2/√5, 3/√10, 1/√5. Rows are
    // held in 8 bits.
    #expect(abs(Double(matcher.scores[0]) - 2 / 5.0.squareRoot()) < 0.005)
    #expect(abs(Double(matcher.scores[1]) - 3 / 10.0.squareRoot()) < 0.005)
    #expect(abs(Double(matcher.scores[2]) - 1 / 5.0.squareRoot()) < 0.005)
  }

  @Test func `an old reading counts for less than a fresh one`() throws {
    var matcher = CosineScores(index: CosineIndex(map: try map(), exponent: 1))
    let scan = [
      Reading(transmitter: .wifi(1), rssi: -50),
      Reading(transmitter: .wifi(2), rssi: -50, age: 60_000),
    ]
    _ = matcher.match(scan)
    // Ten time constants old, the second transmitter is all but gone: the scan is the first row.
    #expect(matcher.scores[0] > 0.99)
    #expect(abs(Double(matcher.scores[1]) - 0.5.squareRoot()) < 0.01)
  }

  @Test func `transmitters that the map does not know count for nothing`() throws {
    var matcher = CosineScores(index: CosineIndex(map: try map()))
    #expect(matcher.match([Reading(transmitter: .wifi(3), rssi: -40)]) == 0)
    #expect(matcher.match([]) == 0)
    #expect(
      matcher.match([
        Reading(transmitter: .wifi(3), rssi: -40), Reading(transmitter: .wifi(1), rssi: -50),
      ]) == 1)
    #expect(matcher.scores[0] > 0.99)
  }

  @Test func `the same transmitter twice is one transmitter at its strongest`() throws {
    var matcher = CosineScores(index: CosineIndex(map: try map(), exponent: 1))
    #expect(
      matcher.match([
        Reading(transmitter: .wifi(1), rssi: -80), Reading(transmitter: .wifi(1), rssi: -50),
      ]) == 1)
    #expect(matcher.scores[0] > 0.99)
  }

  @Test func `a map without rows is matched by nothing`() throws {
    let empty = try #require(
      RadioMap(
        levels: [], transmitters: [], places: [], levelIndices: [], walks: [], rowStarts: [0],
        transmitterIndices: [], rssi: []))
    var matcher = CosineScores(index: CosineIndex(map: empty))
    #expect(matcher.match([Reading(transmitter: .wifi(1), rssi: -50)]) == 0)
  }
}
