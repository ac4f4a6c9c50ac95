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

  /// A bank of three lifts, 2.5 m from each other, on two levels, the upper of which lies beside
  /// the lower; the names of the lower level's units and the upper's that belong together.
  private static func pairs(beside: Double, upper: [String?]) -> [[String?]] {
    let names = [["Lift 1", "Lift 2", "Lift 3"], upper]
    let keys = [LevelKey(ordinal: 0), LevelKey(ordinal: 1)]
    let units = keys.flatMap { key in
      names[key.ordinal].enumerated().map { i, name in
        let x = 2.5 * Double(i) + (key.ordinal == 1 ? beside : 0)
        let ring = [(0.0, 0.0), (2, 0), (2, 2), (0, 2)].map {
          frame.coordinate(from: LocalPoint(x: x + $0.0, y: $0.1))
        }
        return Unit(
          id: "\(key.ordinal)-\(i)", level: key, category: "elevator", name: name,
          geometry: [Polygon(exterior: ring)])
      }
    }
    let venue = Venue(
      id: "v", name: "V", origin: frame.origin,
      levels: keys.map { Level(id: "\($0.ordinal)", key: $0, label: "\($0.ordinal)") },
      units: units)
    return VenueConnector.all(in: venue, building: "").map { connector in
      connector.parts.map { part in units.first { $0.id == part.unit }?.name }
    }
  }

  @Test func `lifts of a bank belong together by their names where a level lies beside the other`()
  {
    for beside in [0, 1.5, 1.8, -1.5, 6] {
      let found = Self.pairs(beside: beside, upper: ["Lift 1", "Lift 2", "Lift 3"])
      #expect(
        found == [["Lift 1", "Lift 1"], ["Lift 2", "Lift 2"], ["Lift 3", "Lift 3"]], "\(beside) m")
    }
  }

  /// The left one isn't there, and the others are numbered anew, where they stand; and where a
  /// level lies beside by just their spacing, nothing tells.
  @Test func `names don't move lifts that stand above each other`() {
    let found = Self.pairs(beside: 2.5, upper: ["Lift 1", "Lift 2"])
    #expect(found == [["Lift 2", "Lift 1"], ["Lift 3", "Lift 2"]])
  }

  @Test func `lifts that each level numbers from another end belong together by their places`() {
    let found = Self.pairs(beside: 0.2, upper: ["Lift 3", "Lift 2", "Lift 1"])
    #expect(found == [["Lift 1", "Lift 3"], ["Lift 2", "Lift 2"], ["Lift 3", "Lift 1"]])
    let unnamed = Self.pairs(beside: 0.2, upper: [nil, nil, nil])
    #expect(unnamed == [["Lift 1", nil], ["Lift 2", nil], ["Lift 3", nil]])
  }
}
