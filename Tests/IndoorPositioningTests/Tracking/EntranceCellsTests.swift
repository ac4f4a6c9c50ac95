import IndoorGeometry
import IndoorPositioning
import Testing

struct EntranceCellsTests {
  private let raster = LevelRaster(
    covering: BoundingBox(
      minimum: LocalPoint(x: -10, y: -10), maximum: LocalPoint(x: 50, y: 70)), side: 0.5)

  /// Up and down, so many times over 40 m, each way 60 m long.
  private func teeth(_ count: Int) -> [LocalPoint] {
    (0...count).map { tooth in
      LocalPoint(x: 40 * Double(tooth) / Double(count), y: tooth % 2 == 0 ? 0 : 60)
    }
  }

  private func cells(_ line: [LocalPoint]) -> Set<Int> {
    var cells: Set<Int> = []
    EntranceCells([line], within: 3.5, raster).forEach { cells.insert($0) }
    return cells
  }

  /// The cells whose middles are at most so many metres off the rectangle that teeth fill.
  private func around(_ metres: Double) -> Set<Int> {
    Set(
      raster.cells(ofLevel: 0).filter { cell in
        let place = raster.middle(of: cell)
        let nearest = LocalPoint(x: max(0, min(40, place.x)), y: max(0, min(60, place.y)))
        return place.distance(to: nearest) <= metres
      })
  }

  // Of 40,000 teeth each cell would be looked at by hundreds of millions of pieces.
  @Test(arguments: [400, 40_000])
  func `teeth that fill a rectangle are around all of it`(count: Int) {
    let found = cells(teeth(count))
    #expect(found.subtracting(around(3.5)).isEmpty)
    // The corners that have no tip are up to 10 cm off the nearest.
    #expect(around(3.39).subtracting(found).isEmpty)
  }

  @Test func `teeth aslant are around the band that they fill`() {
    // Along a diagonal: 5,000 teeth of 28 m side by side over 20 m.
    let teeth = (0...5000).map { tooth in
      let (along, across) = (20 * Double(tooth) / 5000, tooth % 2 == 0 ? 0.0 : 20)
      return LocalPoint(x: 10 + across + along / 2, y: 10 + across - along / 2)
    }
    var straight: Set<Int> = []
    for (a, b) in zip(teeth, teeth.dropFirst()) {
      EntranceCells([[a, b]], within: 3.5, raster).forEach { straight.insert($0) }
    }
    #expect(cells(teeth) == straight)
  }

  @Test func `a line of ten metres is reached from a stadium around it`() {
    let found = cells([LocalPoint(x: 10, y: 20), LocalPoint(x: 20, y: 20)])
    // 10 m by 7 m, and a circle of 3.5 m: about 108.5 m², in cells of a quarter.
    #expect(abs(Double(found.count) / 4 - 108.5) < 3)
  }

  @Test func `what is longer than a building isn't one`() {
    #expect(cells([LocalPoint(x: 0, y: 0), LocalPoint(x: 20_000, y: 0)]).isEmpty)
  }
}
