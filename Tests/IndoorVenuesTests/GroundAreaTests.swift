import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

struct GroundAreaTests {
  static let frame = LocalFrame(origin: Coordinate(latitude: 45, longitude: 7))
  static let key = LevelKey(ordinal: 0)

  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Polygon<
    Coordinate
  >] {
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return [
      Polygon(exterior: corners.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
    ]
  }

  static func unit(_ id: String, _ category: String?, _ area: [Polygon<Coordinate>]) -> Unit {
    Unit(id: id, level: key, category: category, geometry: area)
  }

  static func door(_ from: (Double, Double), _ to: (Double, Double)) -> Opening {
    Opening(
      id: "door", level: key,
      line: [from, to].map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
  }

  /// Two rooms of 10 m by 10 m side by side, on a level of just these.
  static let level = Level(id: "L", key: key, label: "0", outline: rectangle(0, 0, 20, 10))
  static let rooms = [
    unit("west", "room", rectangle(0, 0, 10, 10)), unit("east", "room", rectangle(10, 0, 10, 10)),
  ]

  func area(_ units: [Unit], _ openings: [Opening]) -> GroundArea {
    GroundArea(of: Self.level, units: units, openings: openings, frame: Self.frame)
  }

  /// Square metres that polygons of a local frame may be off by.
  static let tolerance = 0.05

  @Test func `a door joins two rooms to one part`() {
    let joined = area(Self.rooms, [Self.door((10, 4), (10, 6))]).parts
    #expect(joined.count == 1)
    // Each room loses 0.1 m at every wall: 2 · 9.8², and the doorway gives 2 m by 0.2 m back.
    #expect(abs(joined[0].area - (2 * 9.8 * 9.8 + 0.4)) < Self.tolerance)
    #expect(joined[0].contains(LocalPoint(x: 10, y: 5)))
    #expect(!joined[0].contains(LocalPoint(x: 10, y: 2)))
  }

  /// As programs for buildings draw rooms: by the faces of their walls.
  @Test(arguments: [
    (0.3, 0.0), (0.3, 0.15), (0.3, 0.3), (0.5, -0.03), (0.5, 0), (0.5, 0.25), (0.55, 0.55),
    (1, 0.5),
  ])
  func `a door joins rooms with a thick wall between`(gap: Double, at: Double) {
    let east = Self.unit("east", "room", Self.rectangle(10 + gap, 0, 10 - gap, 10))
    let joined = area([Self.rooms[0], east], [Self.door((10 + at, 4), (10 + at, 6))]).parts
    // The wall's inside is ground, too, as nothing is drawn there.
    let whole = joined.first { $0.contains(LocalPoint(x: 5, y: 5)) }
    #expect(whole?.contains(LocalPoint(x: 15, y: 5)) == true)
    #expect(whole?.contains(LocalPoint(x: 10.02, y: 2)) == false)
  }

  @Test(arguments: [0.1, 0.3, 0.5])
  func `a door joins rooms with a thick wall between on a level without an outline`(gap: Double) {
    let level = Level(id: "L", key: Self.key, label: "0")
    let east = Self.unit("east", "room", Self.rectangle(10 + gap, 0, 10 - gap, 10))
    let parts = GroundArea(
      of: level, units: [Self.rooms[0], east], openings: [Self.door((10, 4), (10, 6))],
      frame: Self.frame
    ).parts
    #expect(parts.count == 1)
    #expect(parts.first?.contains(LocalPoint(x: 10.05, y: 5)) == true)
    #expect(parts.first?.contains(LocalPoint(x: 10.05, y: 2)) == false)
  }

  @Test func `a door opens a thick wall as far as a room is behind it`() {
    let east = Self.unit("east", "room", Self.rectangle(10.5, 5.2, 9.5, 4))
    let parts = area([Self.rooms[0], east], [Self.door((10, 4), (10, 6))]).parts
    let west = parts.first { $0.contains(LocalPoint(x: 5, y: 5)) }
    #expect(west?.contains(LocalPoint(x: 15, y: 7)) == true)
  }

  @Test func `a door opens no wall behind a small room, and none across a gap that is none`() {
    // A cupboard of 0.5 m, and a passage of 0.7.
    for (name, width) in [("cupboard", 0.5), (nil, 0.7)] {
      let cupboard = name.map { Self.unit($0, "room", Self.rectangle(10, 0, width, 10)) }
      let east = Self.unit("east", "room", Self.rectangle(10 + width, 0, 10 - width, 10))
      let parts = area(
        [Self.rooms[0], east] + (cupboard.map { [$0] } ?? []),
        [Self.door((10, 4), (10, 6)), Self.door((20, 4), (20, 6))]
      ).parts
      let west = parts.first { $0.contains(LocalPoint(x: 5, y: 5)) }
      #expect(west?.contains(LocalPoint(x: 15, y: 5)) == false)
      #expect(parts.contains { $0.contains(LocalPoint(x: 15, y: 5)) })
    }
  }

  @Test func `a wall without a door parts two rooms`() {
    let outside = [Self.door((0, 4), (0, 6)), Self.door((20, 4), (20, 6))]
    #expect(area(Self.rooms, outside).parts.count == 2)
  }

  @Test func `a room that no door leads into blocks`() {
    let parts = area(Self.rooms, [Self.door((0, 4), (0, 6))]).parts
    #expect(parts.count == 1)
    #expect(parts.allSatisfy { !$0.contains(LocalPoint(x: 15, y: 5)) })
  }

  @Test func `walkways run into each other without a wall`() {
    let ways = [
      Self.unit("a", "walkway", Self.rectangle(0, 0, 10, 10)),
      Self.unit("b", "lobby", Self.rectangle(10, 0, 10, 10)),
    ]
    let parts = area(ways, []).parts
    #expect(parts.count == 1 && abs(parts[0].area - 200) < Self.tolerance)
  }

  @Test func `a column and a void are cut out`() {
    let units = [
      Self.unit("hall", "walkway", Self.rectangle(0, 0, 20, 10)),
      Self.unit("column", "column", Self.rectangle(5, 5, 1, 1)),
      Self.unit("void", "opentobelow", Self.rectangle(12, 2, 4, 4)),
    ]
    let parts = area(units, []).parts
    #expect(parts.count == 1 && parts[0].holes.count == 2)
    #expect(abs(parts[0].area - (200 - 1 - 16)) < Self.tolerance)
  }

  @Test func `shops without doors leave the corridor`() {
    let parts = area([Self.unit("shop", nil, Self.rectangle(0, 0, 20, 6))], []).parts
    #expect(parts.count == 1 && abs(parts[0].area - 80) < Self.tolerance)
  }

  @Test func `every public room of the museum can be reached on its level`() throws {
    let museum = try MuseumArchive.venue()
    for level in museum.levels {
      let walkable = GroundArea(
        of: level, units: museum.units.filter { $0.level == level.key },
        openings: museum.openings.filter { $0.level == level.key }, frame: museum.frame)
      let largest = try #require(walkable.parts.first)
      let whole = level.outline.reduce(0) { $0 + museum.frame.local(from: $1).area }
      #expect(largest.area > 0.75 * whole, "\(level.id): \(largest.area) of \(whole) m²")
    }
  }

  @Test func `a level with a comb of tall teeth is walked in all of them`() {
    // 3,000 teeth of 2 cm, 2 cm apart and 100 m high, on a back of 120 m by 10 m with a solid
    // square.
    let teeth = (0..<3000).flatMap { tooth -> [(Double, Double)] in
      let x = Double(tooth) * 0.04
      return [(x, 0.0), (x, 100), (x + 0.02, 100), (x + 0.02, 0)]
    }
    let corners: [(Double, Double)] = teeth + [(120, 0), (120, -10), (0, -10)]
    let outline = Polygon(
      exterior: corners.map {
        Self.frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
      })
    let parts = GroundArea(
      of: Level(id: "L", key: Self.key, label: "0", outline: [outline]),
      units: [Self.unit("core", "structure", Self.rectangle(50, -6, 2, 2))], openings: [],
      frame: Self.frame
    ).parts
    #expect(parts.count == 1)
    // The teeth, and the back less the square.
    let area = parts.reduce(0) { $0 + $1.area }
    #expect(abs(area - (6000 + 1200 - 4)) < Self.tolerance)
  }
}
