import IndoorGeometry
import IndoorLibc
import Testing

struct PolygonIndexTests {
  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Polygon<LocalPoint>
  {
    Polygon(exterior: [
      LocalPoint(x: x, y: y), LocalPoint(x: x + width, y: y),
      LocalPoint(x: x + width, y: y + height), LocalPoint(x: x, y: y + height),
    ])
  }

  @Test func `a point of a chequered floor is in the square that its coordinates name`() {
    let squares = (0..<900).map { [rectangle(Double($0 % 30), Double($0 / 30), 1, 1)] }
    let index = PolygonIndex(squares)
    var random = SplitMix64(seed: 7)
    for _ in 0..<20_000 {
      let x = Double.random(in: 0..<30, using: &random)
      let y = Double.random(in: 0..<30, using: &random)
      #expect(
        index.smallestArea(containing: LocalPoint(x: x, y: y)) == Int(y) * 30 + Int(x), "\(x), \(y)"
      )
    }
  }

  @Test func `outside of all areas there is none, far away and at no number too`() {
    let index = PolygonIndex([[rectangle(0, 0, 1, 1)], [rectangle(5, 5, 1, 1)]])
    for point in [(3.0, 3.0), (-1, 0.5), (1e300, 0), (.nan, 0.5), (.infinity, .infinity)] {
      let point = LocalPoint(x: point.0, y: point.1)
      #expect(index.smallestArea(containing: point) == nil)
      #expect(index.areas(containing: point).isEmpty)
    }
  }

  @Test func `a kiosk in a hall comes before the hall, and a hole belongs to neither`() {
    let hall = Polygon(
      exterior: rectangle(0, 0, 50, 30).exterior, holes: [rectangle(10, 10, 5, 5).exterior])
    let index = PolygonIndex([[hall], [rectangle(20, 10, 3, 3)]])
    #expect(index.smallestArea(containing: LocalPoint(x: 21, y: 11)) == 1)
    #expect(index.areas(containing: LocalPoint(x: 21, y: 11)) == [1, 0])
    #expect(index.smallestArea(containing: LocalPoint(x: 12, y: 12)) == nil)
    #expect(index.smallestArea(containing: LocalPoint(x: 1, y: 29)) == 0)
  }

  @Test(arguments: 0..<20)
  func `stars at any angle are found as the plain test finds them`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let areas = (0..<40).map { _ -> [Polygon<LocalPoint>] in
      let centre = LocalPoint(
        x: .random(in: -50...50, using: &random), y: .random(in: -20...20, using: &random))
      let corners = Int.random(in: 3...24, using: &random)
      return [
        Polygon(
          exterior: (0..<corners).map { corner in
            let angle = 2 * Double.pi * Double(corner) / Double(corners)
            let radius = Double.random(in: 0.5...15, using: &random)
            return LocalPoint(x: centre.x + radius * cos(angle), y: centre.y + radius * sin(angle))
          })
      ]
    }
    let index = PolygonIndex(areas)
    for _ in 0..<2000 {
      let point = LocalPoint(
        x: .random(in: -60...60, using: &random), y: .random(in: -30...30, using: &random))
      let expected = areas.indices.filter { areas[$0][0].contains(point) }
      #expect(index.areas(containing: point).sorted() == expected)
      #expect(
        index.smallestArea(containing: point)
          == expected.min { areas[$0][0].area < areas[$1][0].area })
    }
  }

  @Test(arguments: [40, 500, 20_000])
  func `areas of many edges are found as the plain test finds them`(corners: Int) {
    var random = SplitMix64(seed: UInt64(corners))
    let ring = (0..<corners).map { corner in
      let angle = 2 * Double.pi * Double(corner) / Double(corners)
      let radius = Double.random(in: 20...30, using: &random)
      return LocalPoint(x: radius * cos(angle), y: radius * sin(angle))
    }
    let holes = (0..<corners / 20).map { hole in
      rectangle(
        Double(hole % 30) * 0.9 - 14, Double(hole / 30 % 30) * 0.9 - 14, 0.5, 0.5
      ).exterior
    }
    let area = Polygon(exterior: ring, holes: corners < 20_000 ? holes : Array(holes.prefix(900)))
    let index = PolygonIndex([[rectangle(-60, -60, 1, 1)], [area]])
    for _ in 0..<400 {
      let point = LocalPoint(
        x: .random(in: -35...35, using: &random), y: .random(in: -35...35, using: &random))
      #expect(index.areas(containing: point) == (area.contains(point) ? [1] : []))
      // As high as a corner, where two edges end.
      let level = LocalPoint(x: point.x, y: ring[Int.random(in: 0..<corners, using: &random)].y)
      #expect(index.areas(containing: level) == (area.contains(level) ? [1] : []))
    }
  }

  @Test func `among forty thousand tall teeth, a place's distance along them says if it is in one`()
  {
    // A metre of tooth, a metre of gap, on a back a metre high.
    let teeth = 40_000
    let comb = (0..<teeth).flatMap { tooth in
      let x = Double(2 * tooth)
      return [(x, 0.0), (x, 1000), (x + 1, 1000), (x + 1, 0)].map { LocalPoint(x: $0, y: $1) }
    }
    let width = Double(2 * teeth)
    let back = [LocalPoint(x: width, y: 0), LocalPoint(x: width, y: -1), LocalPoint(x: 0, y: -1)]
    let upright = Polygon(exterior: comb + back)
    let lying = upright.map { LocalPoint(x: $0.y, y: $0.x) }
    let (tall, wide) = (PolygonIndex([[upright]]), PolygonIndex([[lying]]))
    for place in 0..<200_000 {
      let x = (Double(place) + 0.25) * width / 200_000
      let y = Double(place % 1000) + 0.5
      let expected = x.truncatingRemainder(dividingBy: 2) < 1 ? 0 : nil
      #expect(tall.smallestArea(containing: LocalPoint(x: x, y: y)) == expected)
      #expect(wide.smallestArea(containing: LocalPoint(x: y, y: x)) == expected)
    }
  }

  @Test func `an area of two hundred thousand holes is indexed and asked in no time`() {
    let holes = (0..<200_000).map { hole in
      rectangle(Double(hole % 450) * 2 + 0.5, Double(hole / 450) * 2 + 0.5, 1, 1).exterior
    }
    let area = Polygon(exterior: rectangle(0, 0, 900, 900).exterior, holes: holes)
    let start = ContinuousClock.now
    let index = PolygonIndex([[area]])
    var inside = 0
    for row in 0..<300 {
      for column in 0..<300 {
        let point = LocalPoint(x: Double(column) * 3 + 0.2, y: Double(row) * 3 + 0.2)
        if index.smallestArea(containing: point) != nil { inside += 1 }
      }
    }
    // Every second place of every second row is in a hole, up to the row of holes that ends at 889
    // m.
    #expect(inside == 90_000 - 150 * 148)
    // Edge by edge, each place would be 800,000 tests.
    #expect(ContinuousClock.now - start < .seconds(120))
  }

  @Test func `an area that begins at a cell's edge is indexed as any other`() {
    // Eight edges make 1024 cells of 3.125 m: the second area begins at the seventeenth column.
    let index = PolygonIndex([[rectangle(0, -50, 100, 100)], [rectangle(50, -50, 10, 10)]])
    #expect(index.areas(containing: LocalPoint(x: 55, y: -45)) == [1, 0])
    #expect(index.areas(containing: LocalPoint(x: 49, y: -45)) == [0])
  }

  @Test func `an area of many corners that is all but a line is asked about places beside it`() {
    let corners = (0..<100).map { corner in
      LocalPoint(x: 50 + Double(corner) * 0.01, y: Double(corner % 2) * 1e-19)
    }
    let index = PolygonIndex([[rectangle(0, -50, 100, 100)], [Polygon(exterior: corners)]])
    for step in 0..<200 {
      let place = LocalPoint(x: 50.5, y: Double(step - 100) * 0.05)
      #expect(index.areas(containing: place).contains(0))
    }
  }

  @Test func `areas without extent, without vertices or without numbers are never found`() {
    let point = LocalPoint(x: 1, y: 1)
    let line = Polygon(exterior: [LocalPoint(x: 0, y: 0), LocalPoint(x: 2, y: 2)])
    let broken = Polygon(exterior: [LocalPoint(x: 0, y: 0), LocalPoint(x: .nan, y: 2), point])
    let huge = rectangle(-1e300, -1e300, 1e305, 1e305)
    for areas in [
      [], [[]], [[Polygon(exterior: [])]], [[Polygon(exterior: [point])]], [[line]], [[broken]],
    ] {
      #expect(PolygonIndex(areas).areas(containing: LocalPoint(x: 1, y: 1.5)).isEmpty)
    }
    #expect(PolygonIndex([[huge]]).areas(containing: point).count <= 1)
    #expect(PolygonIndex([[broken], [rectangle(0, 0, 2, 2)]]).areas(containing: point) == [1])
  }
}
