import IndoorGeometry
import IndoorLibc
import Testing

struct LevelRasterTests {
  static let raster = LevelRaster(
    minimum: LocalPoint(x: -30, y: -20), side: 0.5, columns: 120, rows: 80)

  /// The cells of an area: by the raster, and by testing every cell's middle.
  static func cells(_ polygons: [Polygon<LocalPoint>]) -> (swept: Set<Int>, tested: Set<Int>) {
    var swept: Set<Int> = []
    raster.forEachSpan(of: polygons) { span in
      swept.formUnion(span)
    }
    let tested = (0..<raster.columns * raster.rows).filter { cell in
      let middle = LocalPoint(
        x: raster.minimum.x + (Double(cell % raster.columns) + 0.5) * raster.side,
        y: raster.minimum.y + (Double(cell / raster.columns) + 0.5) * raster.side)
      return polygons.count { $0.contains(middle) } % 2 == 1
    }
    return (swept, Set(tested))
  }

  @Test(arguments: [3, 7, 60, 400, 5000])
  func `cells are those whose middles the plain test finds inside`(corners: Int) {
    var random = SplitMix64(seed: UInt64(corners))
    for _ in 0..<4 {
      let ring = (0..<corners).map { corner in
        let angle = 2 * Double.pi * Double(corner) / Double(corners)
        let radius = Double.random(in: 3...28, using: &random)
        return LocalPoint(x: radius * cos(angle), y: radius * sin(angle))
      }
      let hole = [(-2.0, -1.0), (2.25, -1), (2.25, 1.75), (-2, 1.75)].map {
        LocalPoint(x: $0.0, y: $0.1)
      }
      let (swept, tested) = Self.cells([Polygon(exterior: ring, holes: [hole])])
      #expect(swept == tested && !swept.isEmpty)
    }
  }

  @Test func `edges through the cells' middles count as the plain test counts them`() {
    let square = [(-10.25, -5.25), (10.25, -5.25), (10.25, 5.25), (-10.25, 5.25)].map {
      LocalPoint(x: $0.0, y: $0.1)
    }
    let (swept, tested) = Self.cells([Polygon(exterior: square)])
    #expect(swept == tested)
  }

  @Test(arguments: [0.0, 0.01, 0.4, 2])
  func `tall teeth are swept as the plain test finds them, be they upright or aslant`(
    slant: Double
  ) {
    var random = SplitMix64(seed: 11)
    let teeth = (0..<150).flatMap { tooth -> [LocalPoint] in
      let x = -28 + Double(tooth) * 0.35
      let (left, right) = (
        Double.random(in: -slant...slant, using: &random),
        Double.random(in: -slant...slant, using: &random)
      )
      return [(x, -15.0), (x + left, 18), (x + 0.175 + left, 18), (x + 0.175 + right, -15)].map {
        LocalPoint(x: $0.0, y: $0.1)
      }
    }
    let back = [LocalPoint(x: 25, y: -18), LocalPoint(x: -28, y: -18)]
    let (swept, tested) = Self.cells([Polygon(exterior: teeth + back)])
    #expect(swept == tested && !swept.isEmpty)
  }

  @Test func `a comb of a hundred thousand teeth is swept in no time`() {
    let teeth = (0..<100_000).flatMap { tooth -> [LocalPoint] in
      let x = -29 + Double(tooth) * 5e-4
      return [LocalPoint(x: x, y: -19), LocalPoint(x: x + 2.5e-4, y: 19)]
    }
    var cells = 0
    let start = ContinuousClock.now
    Self.raster.forEachSpan(of: [Polygon(exterior: teeth)]) { cells += $0.count }
    #expect(cells > 0)
    // Sorted line by line it would take minutes; each tooth crosses each line.
    #expect(ContinuousClock.now - start < .seconds(120))
  }
}
