import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing
import TestWorlds

/// Rows by strips are those that a look at all of them finds.
struct RowStripsTests {
  @Test(arguments: [(rows: 1, width: 0.0), (40, 0), (500, 3), (500, 300), (2000, 80_000)])
  func `no row within reach is left out, and none comes twice`(rows: Int, width: Double) throws {
    var random = SplitMix64(seed: UInt64(rows))
    let places = (0..<rows).map { _ in
      LocalPoint(
        x: Double.random(in: 0...(width), using: &random),
        y: Double.random(in: 0...(50), using: &random))
    }
    let radioMap = try #require(
      RadioMap(
        levels: (0..<3).map { LevelKey(ordinal: $0) }, transmitters: [.wifi(1)], places: places,
        levelIndices: places.map { _ in UInt16(Double.random(in: 0...(2.99), using: &random)) },
        walks: places.map { _ in 0 }, rowStarts: (0...UInt32(rows)).map { $0 },
        transmitterIndices: places.map { _ in 0 }, rssi: places.map { _ in -50 }))
    let map = MapRows(radioMap)
    let strips = RowStrips(map)
    for _ in 0..<50 {
      let place = LocalPoint(
        x: Double.random(in: -20...(width + 20), using: &random),
        y: Double.random(in: -20...(70), using: &random))
      let reach = Double.random(in: 0...(30), using: &random)
      for level in map.levels.indices {
        var found: [Int] = []
        strips.forEach(around: place, within: reach, level: level) { found.append($0) }
        let near = (0..<map.count).filter {
          map.levelIndices[$0] == level && map.places[$0].distance(to: place) <= reach
        }
        #expect(Set(found).count == found.count)
        #expect(found.allSatisfy { map.levelIndices[$0] == level })
        #expect(Set(found).isSuperset(of: near))
      }
    }
    strips.forEach(around: LocalPoint(x: 0, y: 0), within: 5, level: map.levels.count) { _ in
      Issue.record("there is no such level")
    }
  }
}
