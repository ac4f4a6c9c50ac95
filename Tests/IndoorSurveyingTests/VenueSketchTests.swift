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
}
