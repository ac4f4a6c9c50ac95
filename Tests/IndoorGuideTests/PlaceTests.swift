import IndoorGeometry
import IndoorGuide
import IndoorModel
import Testing

/// Places and regions of what a venue has.
struct PlaceTests {
  private let frame = LocalFrame(origin: Coordinate(latitude: 52, longitude: 13))
  private let level = LevelKey(building: "b", ordinal: 1)

  private func ring(_ points: [(Double, Double)]) -> [Coordinate] {
    points.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) }
  }

  private func unit(_ rings: [[(Double, Double)]]) -> Unit {
    Unit(id: "u", level: level, geometry: rings.map { Polygon(exterior: ring($0)) })
  }

  @Test func `a unit's place is inside it, where it is a U and where it is in two pieces`() throws {
    let u = [(0.0, 0.0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)]
    for rings in [[u], [[(20, 20), (21, 20), (21, 21)], u]] {
      let unit = unit(rings)
      let place = try #require(Place(unit, in: frame))
      let region = try #require(Region(unit, in: frame, dwell: 5))
      #expect(place.id == "u" && place.level == level)
      #expect(region.id == "u" && region.level == level && region.dwell == 5)
      #expect(region.distance(to: place.point) < -1)
      #expect(place.point.x < 7)
    }
  }

  @Test func `a region of two pieces is either of them`() throws {
    let region = try #require(
      Region(
        unit([[(0, 0), (4, 0), (4, 4), (0, 4)], [(10, 0), (14, 0), (14, 4), (10, 4)]]), in: frame))
    #expect(abs(region.distance(to: LocalPoint(x: 2, y: 2)) + 2) < 1e-6)
    #expect(abs(region.distance(to: LocalPoint(x: 12, y: 2)) + 2) < 1e-6)
    #expect(abs(region.distance(to: LocalPoint(x: 7, y: 2)) - 3) < 1e-6)
  }

  @Test func `a unit without an area is no place and no region`() {
    for rings in [[], [[]], [[(0, 0), (1, 1)]]] as [[[(Double, Double)]]] {
      #expect(Place(unit(rings), in: frame) == nil)
      #expect(Region(unit(rings), in: frame) == nil)
    }
  }

  @Test func `a door's place is half-way along its line, however many vertices that has`() throws {
    func place(_ line: [(Double, Double)]) -> LocalPoint? {
      Place(Opening(id: "d", level: level, line: ring(line)), in: frame)?.point
    }
    let straight = try #require(place([(0, 0), (2, 0)]))
    #expect(straight.distance(to: LocalPoint(x: 1, y: 0)) < 1e-6)
    // 1 + 5 metres: half of them are 2 along the second piece.
    let bent = try #require(place([(0, 0), (1, 0), (1, 5)]))
    #expect(bent.distance(to: LocalPoint(x: 1, y: 2)) < 1e-6)
    let still = try #require(place([(3, 3), (3, 3)]))
    #expect(still.distance(to: LocalPoint(x: 3, y: 3)) < 1e-6)
    #expect(place([]) == nil)
  }

  @Test func `a venue's units are found by their ids`() {
    let venue = Venue(
      id: "v", name: "V", origin: frame.origin,
      units: [unit([]), Unit(id: "w", level: level, geometry: [])])
    #expect(venue.unit("w")?.id == "w")
    #expect(venue.unit("x") == nil)
  }
}
