import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Lifts and stairs of a venue's levels, and what they are called.
struct VenueConnectorTests {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 52.5, longitude: 13.4))

  /// Two levels with a square of 3 m for each name and place.
  private static func venue(_ stairs: [(name: String, x: Double)]) -> Venue {
    let keys = [LevelKey(ordinal: 0), LevelKey(ordinal: 1)]
    return Venue(
      id: "v", name: "V", origin: frame.origin,
      levels: keys.map { Level(id: "\($0.ordinal)", key: $0, label: "\($0.ordinal)") },
      units: keys.flatMap { key in
        stairs.enumerated().map { i, stair in
          let ring = [(0.0, 0.0), (3, 0), (3, 3), (0, 3)].map {
            frame.coordinate(from: LocalPoint(x: stair.x + $0.0, y: $0.1))
          }
          return Unit(
            id: "\(key.ordinal)-\(i)", level: key, category: "stairs", name: stair.name,
            geometry: [Polygon(exterior: ring)])
        }
      })
  }

  @Test func `no two are called alike, whatever their units are called`() {
    let names = ["Stairs", "Stairs 1", "Stairs", "Stairs 3", "Stairs"]
    let venue = Self.venue(names.enumerated().map { (name: $1, x: Double($0) * 30) })
    let found = VenueConnector.all(in: venue, building: "").map(\.name)
    #expect(found == ["Stairs 2", "Stairs 1", "Stairs 4", "Stairs 3", "Stairs 5"])
  }
}
