import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorReport
import IndoorSimulation
import IndoorVenues
import Testing

/// What a unit's category says of walking there, as everybody who asks answers.
@Suite struct UnitCategoryTests {
  /// What IMDF's descriptions of the categories come to; those that none of these names are rooms.
  private static let walkways: Set<String> = [
    "walkway", "footbridge", "lobby", "lounge", "parking", "platform", "road", "terrace",
    "unenclosedarea", "waitingroom",
  ]
  private static let slopes: Set<String> = ["ramp", "steps", "movingwalkway"]
  private static let shafts: Set<String> = ["stairs", "escalator", "elevator"]
  private static let solids: Set<String> = [
    "brick", "column", "concrete", "drywall", "glass", "opentobelow", "structure", "vegetation",
    "walkway.island", "wood",
  ]

  private static let frame = LocalFrame(origin: Coordinate(latitude: 45, longitude: 7))
  private static let key = LevelKey(ordinal: 0)
  private static let middle = LocalPoint(x: 15, y: 5)

  private static func rectangle(_ x: Double, _ width: Double) -> [Polygon<Coordinate>] {
    let corners = [(x, 0.0), (x + width, 0), (x + width, 10), (x, 10)]
    return [
      Polygon(exterior: corners.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
    ]
  }

  /// A hall in the west with the unit beside it, and a door between the two where there is one.
  private static func venue(_ category: String, hasDoor: Bool) -> Venue {
    let door = Opening(
      id: "door", level: key,
      line: [4.0, 6].map { frame.coordinate(from: LocalPoint(x: 10, y: $0)) })
    return Venue(
      id: "two", name: "Two", origin: frame.origin,
      levels: [Level(id: "L", key: key, label: "0", outline: rectangle(0, 20))],
      units: [
        Unit(id: "hall", level: key, category: "walkway", geometry: rectangle(0, 10)),
        Unit(id: "other", level: key, category: category, geometry: rectangle(10, 10)),
      ], openings: hasDoor ? [door] : [])
  }

  private static func isInArea(_ venue: Venue) throws -> Bool {
    let level = try #require(venue.levels.first)
    return GroundArea(of: level, units: venue.units, openings: venue.openings, frame: frame)
      .parts.contains { $0.contains(middle) }
  }

  /// What particles meet; nobody surveyed but in the hall.
  private static func cell(_ venue: Venue) throws -> GroundGrid.Cell? {
    let map = try #require(
      RadioMap(
        levels: [key], transmitters: [.wifi(1)], places: [LocalPoint(x: 5, y: 5)],
        levelIndices: [0], walks: [0], rowStarts: [0, 1], transmitterIndices: [0], rssi: [-50]))
    return PositioningMap(venue: venue, map: map).walkability(at: middle, level: 0)
  }

  @Test(arguments: IMDFCategories.unit.sorted())
  func `area, particles, pictures and simulated walkers agree on every category`(
    category: String
  ) throws {
    let kind = UnitCategory(rawValue: category)
    let isSolid = Self.solids.contains(category)
    let isOpen = Self.walkways.union(Self.slopes).contains(category)
    let leadsOn = Self.slopes.union(Self.shafts).contains(category)
    #expect(kind.isSolid == isSolid && kind.isWalkway == isOpen && kind.leadsToLevels == leadsOn)

    let closed = Self.venue(category, hasDoor: false)
    let entered = Self.venue(category, hasDoor: true)
    #expect(try Self.isInArea(closed) == isOpen)
    #expect(try Self.isInArea(entered) == !isSolid)
    #expect(try Self.cell(entered) == (leadsOn ? .passage : isOpen ? .free : .blocked))

    let isPublic = category != "nonpublic"
    let isFree = try SimulatedWorld(venue: entered, seed: 1).isFree(Self.middle, on: Self.key)
    #expect(isFree == (!isSolid && isPublic))
    // Where nobody drew doors, walkers go through the walls of stairs and lifts alone.
    let isFreeWithoutDoors = try SimulatedWorld(venue: closed, seed: 1)
      .isFree(Self.middle, on: Self.key)
    #expect(isFreeWithoutDoors == (isOpen || leadsOn))

    let style =
      leadsOn ? "between" : isOpen ? "way" : isSolid || !isPublic ? "closed" : "room"
    #expect(LocalMap.style(of: kind) == style)
    #expect((SVG.colour(of: kind) == "#cfe3f5") == leadsOn)
    #expect((SVG.colour(of: kind) == "#ffffff") == (isOpen && !leadsOn))
  }

  @Test func `a unit without a category is a room`() throws {
    let unit = Unit(id: "x", level: Self.key, geometry: [])
    #expect(!unit.kind.isWalkway && !unit.kind.isSolid && !unit.kind.leadsToLevels)
    #expect(LocalMap.style(of: unit.kind) == "room")
  }
}
