import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning
import IndoorSimulation
import Testing

/// Where walks lead on levels whose floor doesn't hang together.
struct WalkedFloorTests {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 48, longitude: 11))

  private static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> [Polygon<Coordinate>] {
    [
      Polygon(
        exterior: [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map {
          frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
        })
    ]
  }

  /// Two levels, each of a hall that opens to the street alone, from 20 m north on, and of stairs,
  /// a corridor and a room along the south side.
  private static func building(
    hasStairs: Bool = true, corridor width: Double = 40
  ) -> Venue {
    var venue = Venue(id: "halls", name: "Halls", origin: frame.origin)
    for ordinal in 0...1 {
      let key = LevelKey(ordinal: ordinal)
      venue.levels.append(
        Level(
          id: "\(ordinal)", key: key, label: "\(ordinal)", outline: rectangle(0, 0, 75, 65)))
      func add(_ id: String, _ category: String, _ area: [Polygon<Coordinate>]) {
        venue.units.append(
          Unit(id: "\(id) \(ordinal)", level: key, category: category, geometry: area))
      }
      func open(_ x: Double, _ from: Double, _ to: Double) {
        venue.openings.append(
          Opening(
            id: "\(x) \(ordinal)", level: key,
            line: [from, to].map { frame.coordinate(from: LocalPoint(x: x, y: $0)) }))
      }
      add("hall", "room", rectangle(0, 20, 75, 45))
      add("corridor", "walkway", rectangle(8, 0, width, 10))
      open(75, 40, 42)
      open(8, 4, 6)
      if hasStairs { add("stairs", "stairs", rectangle(0, 0, 8, 10)) }
    }
    return venue
  }

  private static func isSouth(_ position: Position) -> Bool {
    frame.local(from: position.coordinate).y < 15
  }

  @Test func `visits go where stairs lead, and not into a larger hall that they don't`() throws {
    let world = try SimulatedWorld(venue: Self.building(), seed: 1)
    let walks = try world.plans(count: 6).map { try world.walk($0) }
    #expect(walks.count == 6)
    #expect(walks.allSatisfy { $0.truth.allSatisfy(Self.isSouth) })
    for number in [2, 5] { #expect(Set(walks[number].truth.map(\.level)).count == 2) }
  }

  @Test func `without stairs each level is walked on its largest floor`() throws {
    let world = try SimulatedWorld(venue: Self.building(hasStairs: false), seed: 1)
    let walks = try world.plans(count: 3).map { try world.walk($0) }
    for walk in walks {
      #expect(Set(walk.truth.map(\.level)).count == 1)
      #expect(!walk.truth.contains(where: Self.isSouth))
    }
  }

  @Test func `the foot of stairs that lead on nowhere is no floor to walk on`() throws {
    // Stairs and 2 m of a corridor are 100 m², beside a hall of 3375 m².
    let world = try SimulatedWorld(venue: Self.building(corridor: 2), seed: 1)
    let walks = try world.plans(count: 3).map { try world.walk($0) }
    #expect(walks.allSatisfy { !$0.truth.contains(where: Self.isSouth) })
  }

  @Test func `a walk to a level that nothing leads to says what is missing`() throws {
    let world = try SimulatedWorld(venue: Self.building(hasStairs: false), seed: 1)
    let plan = WalkPlan(
      id: "walk", stops: (0...1).map { .place(LevelKey(ordinal: $0), LocalPoint(x: 20, y: 5)) },
      start: Timestamp(milliseconds: 0), isSurvey: true)
    let error = #expect(throws: SimulationError.self) { try world.walk(plan) }
    #expect(error?.code == .noWay)
    #expect(error?.message.hasPrefix("level 1: no stairs or lift") == true)
    #expect(error?.message.contains("from level \"0\"") == true)
  }

  @Test func `the way up begins on the floor that the walker is on`() throws {
    // Nearer stairs are in a closet without a door, from x = 52 m on.
    var venue = Self.building()
    for ordinal in 0...1 {
      venue.units.append(
        Unit(
          id: "closet \(ordinal)", level: LevelKey(ordinal: ordinal), category: "stairs",
          geometry: Self.rectangle(52, 0, 8, 10)))
    }
    let world = try SimulatedWorld(venue: venue, seed: 1)
    let plan = WalkPlan(
      id: "walk",
      stops: (0...1).map { .place(LevelKey(ordinal: $0), LocalPoint(x: 45, y: 5)) },
      start: Timestamp(milliseconds: 0), isSurvey: true)
    let truth = try world.walk(plan).truth
    #expect(Set(truth.map(\.level)).count == 2)
    #expect(truth.contains { Self.frame.local(from: $0.coordinate).x < 8 })
  }

  /// Two rooms of 20 m with a wall between them, turned by an angle, and a door to the street each,
  /// on a level that is as wide as its outline.
  @Test(arguments: [50.0, 300, 900, 3000], [0.0, 30, 45])
  func `nobody walks through a wall, however wide the level is`(width: Double, angle: Double) throws
  {
    let (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
    func place(_ x: Double, _ y: Double) -> LocalPoint {
      LocalPoint(x: 15 + x * cosine - y * sine, y: 5 + x * sine + y * cosine)
    }
    func coordinates(_ places: [(Double, Double)]) -> [Coordinate] {
      places.map { Self.frame.coordinate(from: place($0.0, $0.1)) }
    }
    let key = LevelKey(ordinal: 0)
    var venue = Venue(id: "rooms", name: "Rooms", origin: Self.frame.origin)
    venue.levels = [
      Level(
        id: "0", key: key, label: "0", outline: Self.rectangle(-20, -20, width + 30, width + 30))
    ]
    for (id, x) in [("west", 0.0), ("east", 20)] {
      let corners: [(Double, Double)] = [(x, 0), (x + 20, 0), (x + 20, 20), (x, 20)]
      venue.units.append(
        Unit(
          id: id, level: key, category: "room",
          geometry: [Polygon(exterior: coordinates(corners))]))
      venue.openings.append(
        Opening(id: id, level: key, line: coordinates([(x + 9, 0), (x + 11, 0)])))
    }
    let world = try SimulatedWorld(venue: venue, seed: 1)
    func plan(_ stops: [LocalPoint]) -> WalkPlan {
      WalkPlan(
        id: "walk", stops: stops.map { .place(key, $0) }, start: Timestamp(milliseconds: 0),
        isSurvey: true)
    }
    #expect(try !world.walk(plan([place(4, 4), place(16, 16)])).truth.isEmpty)
    let error = #expect(throws: SimulationError.self) {
      try world.walk(plan([place(10, 10), place(30, 10)]))
    }
    #expect(error?.code == .noWay)
  }
}
