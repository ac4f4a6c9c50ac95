import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorVenues
import Testing

/// Polygons that are cut along the sides of a box, and the ground of levels that need it.
struct BoxCutTests {
  private static func ring(_ corners: [(Double, Double)]) -> [LocalPoint] {
    corners.map { LocalPoint(x: $0.0, y: $0.1) }
  }

  private static func square(_ x: Double, _ y: Double, _ side: Double) -> [LocalPoint] {
    ring([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
  }

  private static func box(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double
  ) -> BoundingBox<LocalPoint> {
    BoundingBox(minimum: LocalPoint(x: west, y: south), maximum: LocalPoint(x: east, y: north))
  }

  private static func areas(_ parts: [BoxCut.Rings]) -> [Double] {
    parts.map { Polygon(exterior: $0[0], holes: Array($0.dropFirst())).area }
  }

  /// A bar of a metre's height below teeth of a metre's width and a metre apart, 2 m high.
  private static func comb(teeth: Int) -> [LocalPoint] {
    let width = 2 * Double(teeth) - 1
    let tops = (0..<teeth).reversed().flatMap { tooth -> [(Double, Double)] in
      let x = 2 * Double(tooth)
      return [(x + 1, 1), (x + 1, 3), (x, 3), (x, 1)]
    }
    return ring([(0, 0), (width, 0)] + tops.filter { $0 != (width, 1) && $0 != (0, 1) })
  }

  @Test(arguments: [false, true])
  func `a comb of a hundred thousand teeth is cut through all of them`(isBackwards: Bool) throws {
    let comb = Self.comb(teeth: 100_000)
    let ring = isBackwards ? comb.reversed() : comb
    let start = ContinuousClock.now
    let above = try #require(BoxCut.parts(of: [ring], in: Self.box(-1, 2, 300_000, 4)))
    let below = try #require(BoxCut.parts(of: [ring], in: Self.box(-1, -1, 300_000, 2)))
    #expect(ContinuousClock.now - start < .seconds(60))
    // The upper metre of each tooth by itself; the bar with the lower metres.
    #expect(above.count == 100_000)
    #expect(Self.areas(above).allSatisfy { abs($0 - 1) < 1e-6 })
    #expect(below.count == 1)
    #expect(abs(Self.areas(below)[0] - (199_999 + 100_000)) < 1e-3)
  }

  @Test func `holes stay in the part that is around them, or part it`() throws {
    // A square of 10 m with holes of 2 m in its middle and near its east side.
    let square = [Self.square(0, 0, 10), Self.square(4, 4, 2), Self.square(7, 4, 2)]
    let west = try #require(BoxCut.parts(of: square, in: Self.box(-1, -1, 5, 11)))
    #expect(Self.areas(west) == [48])
    #expect(west[0].count == 1)
    let east = try #require(BoxCut.parts(of: square, in: Self.box(5, -1, 11, 11)))
    #expect(Self.areas(east) == [44])
    #expect(east[0].count == 2)
    // A strip through the hole in the middle, between its sides.
    let strip = try #require(BoxCut.parts(of: square, in: Self.box(4.5, -1, 5.5, 11)))
    #expect(Self.areas(strip).sorted() == [4, 4])
    let whole = try #require(BoxCut.parts(of: square, in: Self.box(-1, -1, 11, 11)))
    #expect(Self.areas(whole) == [92])
    #expect(BoxCut.parts(of: square, in: Self.box(20, 20, 30, 30)) == [])
  }

  @Test func `a corner on a side of the box is left to a comparison of all edges`() {
    let square = [Self.square(0, 0, 10), Self.square(4, 4, 2)]
    #expect(BoxCut.parts(of: square, in: Self.box(-1, -1, 4, 11)) == nil)
    let diamond = [Self.ring([(0, -5), (5, 0), (0, 5), (-5, 0)])]
    #expect(BoxCut.parts(of: diamond, in: Self.box(-9, -9, 0, 9)) == nil)
  }

  @Test func `around a unit with thousands of spikes is what it leaves`() {
    // Spikes of 50 m around 100 m, of a pillar that blocks whole.
    let frame = GroundAreaTests.frame
    let count = 8000
    let tips = (0..<count).map { number in
      let angle = 2 * Double.pi * (Double(number) + 0.3) / Double(count)
      let radius = number % 2 == 0 ? 100.0 : 150
      return LocalPoint(x: radius * cos(angle), y: radius * sin(angle))
    }
    let star = Polygon(exterior: tips.map { frame.coordinate(from: $0) })
    let doors = stride(from: 0, to: count - 1, by: 4).map { number in
      Opening(
        id: "\(number)", level: GroundAreaTests.key,
        line: tips[number...number + 1].map { frame.coordinate(from: $0) })
    }
    let level = Level(
      id: "L", key: GroundAreaTests.key, label: "0",
      outline: GroundAreaTests.rectangle(-200, -200, 400, 400))
    let parts = GroundArea(
      of: level, units: [GroundAreaTests.unit("star", "structure", [star])], openings: doors,
      frame: frame
    ).parts
    // Between two radii a and b lies a triangle of a · b · sin(2π / n) / 2.
    let step = 2 * Double.pi / Double(count)
    let spikes = Double(count) * 100 * 150 * sin(step) / 2
    #expect(abs(parts.reduce(0) { $0 + $1.area } - (160_000 - spikes)) < 1)
    #expect(parts.first?.contains(LocalPoint(x: 190, y: 190)) == true)
    #expect(parts.allSatisfy { !$0.contains(LocalPoint(x: 0, y: 0)) })
  }

  /// Each door reaches over hundreds of others, with gaps between where the wall turns.
  @Test func `a wall with a door along each of its corners is open all along`() {
    let frame = GroundAreaTests.frame
    let count = 20_000
    // Teeth of a centimetre's height, 36 mm apart, below a room of 20 m.
    let step = 0.036
    let width = Double(count) * step
    let teeth = (0...count).map { LocalPoint(x: Double($0) * step, y: $0 % 2 == 0 ? 0 : 0.011) }
    let room =
      teeth + [LocalPoint(x: width, y: 20), LocalPoint(x: 0, y: 20)]
    let doors = (0..<count).map { number in
      Opening(
        id: "\(number)", level: GroundAreaTests.key,
        line: teeth[number...number + 1].map { frame.coordinate(from: $0) })
    }
    let level = Level(
      id: "L", key: GroundAreaTests.key, label: "0",
      outline: GroundAreaTests.rectangle(-50, -50, width + 100, 120))
    let parts = GroundArea(
      of: level,
      units: [
        GroundAreaTests.unit(
          "room", "room", [Polygon(exterior: room.map { frame.coordinate(from: $0) })])
      ], openings: doors, frame: frame
    ).parts
    #expect(parts.flatMap(\.rings).reduce(0) { $0 + $1.count } < 200)
    // Three walls of the room stay, 0.2 m thick.
    let area = (width + 100) * 120 - 0.2 * (width + 2 * 20)
    #expect(abs(parts.reduce(0) { $0 + $1.area } - area) < 1)
    // In the middle of a door, in the room, and in the wall across.
    let (middle, high) = (width / 2 + step / 2, 0.0055)
    #expect(
      [high, 10, 20].map { y in
        parts.map { $0.contains(LocalPoint(x: middle, y: y)) }
      } == [[true], [true], [false]])
  }

  /// A ground of thousands of holes is worked out in pieces; courtyards lie within the pieces'
  /// holes, and across their borders.
  @Test func `the ground around thousands of booths has a hole for each`() {
    func square(_ x: Double, _ y: Double, _ side: Double) -> [Polygon<Coordinate>] {
      GroundAreaTests.rectangle(x, y, side, side)
    }
    let booths = (0..<3600).map { number in
      GroundAreaTests.unit(
        "\(number)", "room", square(5 * Double(number % 60), 5 * Double(number / 60) + 1, 2))
    }
    let blocks = [(330.0, 130.0, 40.0, 10.0), (350, 40, 12, 4)].map { x, y, side, court in
      let inner = square(x + (side - court) / 2, y + (side - court) / 2, court)
      return GroundAreaTests.unit(
        "block \(side)", "structure",
        [Polygon(exterior: square(x, y, side)[0].exterior, holes: [inner[0].exterior])])
    }
    let level = Level(
      id: "L", key: GroundAreaTests.key, label: "0",
      outline: GroundAreaTests.rectangle(-1, 0, 401, 301))
    let parts = GroundArea(
      of: level, units: booths + blocks, openings: [], frame: GroundAreaTests.frame
    ).parts
    #expect(parts.map(\.holes.count) == [3602, 0, 0])
    let areas = [401.0 * 301 - 3600 * 4 - 1600 - 144, 100, 16]
    #expect(parts.count == 3 && zip(parts, areas).allSatisfy { abs($0.area - $1) < 0.5 })
  }

  @Test func `a round wall with doors all around is open all around`() {
    let frame = GroundAreaTests.frame
    let count = 4100
    let ring = (0..<count).map { number -> Coordinate in
      let turn = 2 * Double.pi * Double(number) / Double(count)
      return frame.coordinate(from: LocalPoint(x: 100 * cos(turn), y: 100 * sin(turn)))
    }
    let doors = (0..<count).map { number in
      Opening(
        id: "\(number)", level: GroundAreaTests.key,
        line: [ring[number], ring[(number + 1) % count]])
    }
    let level = Level(
      id: "L", key: GroundAreaTests.key, label: "0",
      outline: GroundAreaTests.rectangle(-150, -150, 300, 300))
    let parts = GroundArea(
      of: level, units: [GroundAreaTests.unit("rotunda", "room", [Polygon(exterior: ring)])],
      openings: doors, frame: frame
    ).parts
    #expect(parts.count == 1)
    #expect(abs(parts.reduce(0) { $0 + $1.area } - 90_000) < 0.5)
  }
}
