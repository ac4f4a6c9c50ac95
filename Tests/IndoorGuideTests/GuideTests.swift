import IndoorGeometry
import IndoorGuide
import IndoorModel
import IndoorPositioning
import Testing

@Suite struct GuideTests {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 52, longitude: 13))
  private static let ground = LevelKey(ordinal: 0)
  private static let square = Region.Area.polygon(
    Polygon(exterior: [
      LocalPoint(x: 0, y: 0), LocalPoint(x: 10, y: 0), LocalPoint(x: 10, y: 10),
      LocalPoint(x: 0, y: 10),
    ]))

  private func position(
    _ x: Double, _ y: Double, at second: Double, level: LevelKey = ground,
    heading: Double? = nil, confidence: Double = 1, accuracy: Double? = nil
  ) -> Position {
    let place = LocalPoint(x: x, y: y)
    return Position(
      time: Timestamp(microseconds: Int64(second * 1e6)), place: place,
      coordinate: Self.frame.coordinate(from: place), level: level, levelConfidence: confidence,
      horizontalAccuracy: accuracy, heading: heading.map { Heading(degrees: $0, accuracy: 5) },
      sources: [])
  }

  private func events(
    _ region: Region, _ positions: [Position]
  ) -> [(RegionEvent.Kind, Int64)] {
    var monitor = RegionMonitor([region])
    return positions.flatMap { monitor.update($0) }.map { ($0.kind, $0.time.milliseconds) }
  }

  @Test func `a walk through a region enters, dwells and exits once each`() {
    let region = Region(id: "hall", level: Self.ground, area: Self.square, dwell: 3)
    // From x = -5 to 15 at 1 m/s: inside by a metre from 6 s on, outside by one from 16 s on.
    let walk = (0...20).map { position(Double($0) - 5, 5, at: Double($0)) }
    let told = events(region, walk)
    #expect(told.map(\.0) == [.enter, .dwell, .exit])
    #expect(told.map(\.1) == [8000, 11000, 18000])
  }

  @Test func `a position that flickers on the edge is no event`() {
    let region = Region(id: "hall", level: Self.ground, area: Self.square)
    let flicker = (0...40).map { position($0 % 2 == 0 ? -0.9 : 0.9, 5, at: Double($0)) }
    #expect(events(region, flicker).isEmpty)
  }

  @Test func `one look inside, from a leap of the position, is no event`() {
    let region = Region(id: "hall", level: Self.ground, area: Self.square)
    let leap = [
      position(-20, 5, at: 0), position(5, 5, at: 1), position(-20, 5, at: 2),
      position(-20, 5, at: 5),
    ]
    #expect(events(region, leap).isEmpty)
  }

  @Test func `the same place on another level is outside, and an unsure level says nothing`() {
    let region = Region(id: "hall", level: Self.ground, area: Self.square)
    let above = (0...5).map {
      position(5, 5, at: Double($0), level: LevelKey(ordinal: 1))
    }
    #expect(events(region, above).isEmpty)
    #expect(events(region, (0...5).map { position(5, 5, at: Double($0), confidence: 0.5) }).isEmpty)
  }

  @Test func `a window that closes ends the stay`() {
    let region = Region(
      id: "late", level: Self.ground, area: Self.square,
      window: Region.Window(begin: 86_390, end: 5))
    let night = (0...30).map { position(5, 5, at: 86_380 + Double($0)) }
    let told = events(region, night)
    #expect(told.map(\.0) == [.enter, .exit])
    #expect(told.map(\.1) == [86_392_000, 86_405_000])
  }

  @Test func `distance to a polygon is negative inside and the nearest edge's outside`() {
    let region = Region(id: "hall", level: Self.ground, area: Self.square)
    #expect(region.distance(to: LocalPoint(x: 5, y: 3)) == -3)
    #expect(region.distance(to: LocalPoint(x: 13, y: 14)) == 5)
  }

  @Test func `a place to the east is 90° from north, to the right of who faces north`() throws {
    let place = Place(id: "door", level: Self.ground, point: LocalPoint(x: 30, y: 0))
    let sight = Sight(of: place, from: position(0, 0, at: 0, heading: 70), in: Self.frame)
    #expect(sight.distance == 30)
    #expect(abs(try #require(sight.bearing) - 90) < 0.01)
    #expect(abs(try #require(sight.relativeBearing) - 20) < 0.01)
    #expect(sight.isInView == true)
    let behind = Sight(of: place, from: position(0, 0, at: 0, heading: 250), in: Self.frame)
    #expect(behind.isInView == false)
  }

  @Test func `nearer than the position is sure, a place has no direction`() {
    let place = Place(id: "door", level: Self.ground, point: LocalPoint(x: 3, y: 0))
    let sight = Sight(
      of: place, from: position(0, 0, at: 0, heading: 90, accuracy: 5), in: Self.frame)
    #expect(sight.bearing == nil && sight.isInView == nil)
  }

  @Test(arguments: [
    (from: 3, to: -2, levels: -5), (from: -1, to: 1, levels: 2),
    (from: -2, to: Int.max, levels: Int.max), (from: 1, to: Int.min, levels: Int.min),
  ])
  func `levels are counted upwards, whatever a file says they are`(
    from: Int, to: Int, levels: Int
  ) {
    let shop = Place(id: "shop", level: LevelKey(ordinal: to), point: LocalPoint(x: 9, y: 0))
    let here = position(0, 0, at: 0, level: LevelKey(ordinal: from))
    #expect(Sight(of: shop, from: here, in: Self.frame).levels == levels)
  }

  @Test func `a change of level counts as much as it is said to`() {
    let here = position(0, 0, at: 0)
    let far = Place(id: "far", level: Self.ground, point: LocalPoint(x: 40, y: 0))
    let above = Place(id: "above", level: LevelKey(ordinal: 1), point: LocalPoint(x: 1, y: 0))
    let elsewhere = Place(
      id: "elsewhere", level: LevelKey(building: "b", ordinal: 0), point: LocalPoint(x: 2, y: 0))
    let places = [elsewhere, above, far]
    #expect(here.nearest(3, of: places).map(\.id) == ["far", "above", "elsewhere"])
    #expect(here.nearest(1, of: places, levelCost: 20).map(\.id) == ["above"])
  }
}
