import IndoorGeometry
import IndoorModel
import Testing

struct RadioMapTests {
  /// Two rows of two and one entries; each argument breaks one column.
  private func map(
    places: [LocalPoint] = [LocalPoint(x: 0, y: 0), LocalPoint(x: 3, y: 4)],
    levelIndices: [UInt16] = [0, 0], walks: [UInt32] = [0, 1], rowStarts: [UInt32] = [0, 2, 3],
    transmitterIndices: [UInt32] = [0, 1, 1], rssi: [Int8] = [-40, -60, -80]
  ) -> RadioMap? {
    RadioMap(
      levels: [LevelKey(ordinal: 0)], transmitters: [.wifi(1), .wifi(2)], places: places,
      levelIndices: levelIndices, walks: walks, rowStarts: rowStarts,
      transmitterIndices: transmitterIndices, rssi: rssi)
  }

  @Test func `a row's entries are found by its start`() throws {
    let map = try #require(self.map())
    #expect(map.rowCount == 2)
    #expect(map.entries(of: 0) == 0..<2)
    #expect(map.entries(of: 1) == 2..<3)
  }

  @Test func `columns that contradict each other make no map`() {
    #expect(map(places: [LocalPoint(x: 0, y: 0)]) == nil)
    #expect(map(places: [LocalPoint(x: 0, y: .nan), LocalPoint(x: 0, y: 0)]) == nil)
    #expect(map(places: [LocalPoint(x: 0, y: 1e300), LocalPoint(x: 0, y: 0)]) == nil)
    #expect(map(levelIndices: [0, 1]) == nil)
    #expect(map(walks: [0]) == nil)
    #expect(map(rowStarts: [0, 3, 2]) == nil)
    #expect(map(rowStarts: [1, 2, 3]) == nil)
    #expect(map(rowStarts: [0, 2, 4]) == nil)
    #expect(map(transmitterIndices: [0, 1, 2]) == nil)
    #expect(map(rssi: [-40, -60]) == nil)
  }
}
