import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSurveying
import Testing

/// Where a venue that nobody has drawn is put.
struct VenueSketchTests {
  private func origin(_ places: [(Double, Double)]) throws -> Coordinate {
    var sketch = VenueSketch()
    sketch.add(
      Recording(
        id: "r", observations: [],
        waypoints: places.map {
          Waypoint(
            time: Timestamp(microseconds: 0),
            place: .coordinate(Coordinate(latitude: $0.0, longitude: $0.1)), level: nil)
        }))
    return try sketch.venue(adding: nil, name: "v", path: "p").origin
  }

  @Test func `a venue is in the middle of its waypoints`() throws {
    let origin = try origin([(52, 13), (52.002, 13.004), (52.001, 13.001)])
    #expect(abs(origin.latitude - 52.001) < 1e-12 && abs(origin.longitude - 13.002) < 1e-12)
  }

  @Test func `a waypoint without a fix doesn't draw it away`() throws {
    for stray in [(0.0, 0.0), (13.0, 52.0), (-52, -167), (0, 103), (0, -77), (89, -167), (-90, 0)] {
      let origin = try origin([stray, (52, 13), (52.001, 13.001), (52.002, 13.002)])
      #expect(abs(origin.latitude - 52) < 0.01 && abs(origin.longitude - 13) < 0.01, "\(origin)")
    }
  }

  @Test func `across the antimeridian its middle is there`() throws {
    for places in [
      [(-16.8, 179.9999), (-16.8, -179.9997)], [(-16.8, -179.9997), (-16.8, 179.9999)],
    ] {
      let origin = try origin(places)
      #expect(origin.isValid && abs(origin.longitude + 179.9999) < 1e-9, "\(origin)")
    }
  }

  /// Americans count the ground floor as 1, and another building may end in a dash.
  @Test func `a new level takes no other's id`() throws {
    var venue = Venue(id: "v", name: "v", origin: Coordinate(latitude: 0, longitude: 0))
    venue.levels = (0...1).map {
      Level(id: "level-\($0 + 1)", key: LevelKey(ordinal: $0), label: "floor \($0 + 1)")
    }
    let keys = [
      LevelKey(ordinal: 2), LevelKey(building: "x", ordinal: -1),
      LevelKey(building: "x-", ordinal: 1),
    ]
    var sketch = VenueSketch()
    for key in keys {
      let waypoint = Waypoint(
        time: Timestamp(microseconds: 0), place: .local(LocalPoint(x: 1, y: 1)), level: key)
      sketch.add(Recording(id: "r", observations: [], waypoints: [waypoint]))
    }
    let added = try sketch.venue(adding: venue, name: "v", path: "p")
    #expect(added.levels.count == 5 && Set(added.levels.map(\.id)).count == 5)
    for level in venue.levels { #expect(added.levels.contains(level)) }
    #expect(Set(added.levels.map(\.key)).isSuperset(of: keys))
  }
}
