import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSimulation
import Testing

/// Venues that nobody builds, in which a walk takes no longer than in others.
struct LargeWorldTests {
  private static let catastrophe = Duration.seconds(300)
  private static let frame = LocalFrame(origin: Coordinate(latitude: 45, longitude: 7))

  private static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> [Coordinate] {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map {
      frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
    }
  }

  /// A corridor along rooms with doors, and stairs at its end, on each of the levels.
  private static func tower(levels: Int, rooms: Int) -> Venue {
    var venue = Venue(id: "tower", name: "Tower", origin: frame.origin)
    for number in 0..<levels {
      let key = LevelKey(ordinal: number - levels / 2)
      let width = 5 * Double(rooms) + 4
      venue.levels.append(
        Level(
          id: "\(number)", key: key, label: "\(number)",
          outline: [Polygon(exterior: rectangle(0, 0, width, 8))]))
      venue.units.append(
        Unit(
          id: "way \(number)", level: key, category: "walkway",
          geometry: [Polygon(exterior: rectangle(0, 5, width - 4, 3))]))
      venue.units.append(
        Unit(
          id: "stairs \(number)", level: key, category: "stairs",
          geometry: [Polygon(exterior: rectangle(width - 4, 0, 4, 8))]))
      for room in 0..<rooms {
        let x = 5 * Double(room)
        venue.units.append(
          Unit(
            id: "\(number).\(room)", level: key, category: "room",
            geometry: [Polygon(exterior: rectangle(x, 0, 5, 5))]))
        venue.openings.append(
          Opening(
            id: "door \(number).\(room)", level: key,
            line: Array(rectangle(x + 1, 5, 1.2, 0).prefix(2))))
      }
      venue.openings.append(
        Opening(
          id: "exit \(number)", level: key,
          line: [rectangle(width - 4, 5.5, 0, 1.5)[1], rectangle(width - 4, 5.5, 0, 1.5)[2]]))
    }
    return venue
  }

  private func walks(in venue: Venue, count: Int) throws -> [SimulatedWalk] {
    let start = ContinuousClock.now
    let world = try SimulatedWorld(venue: venue, seed: 3)
    let walks = try world.plans(count: count).map { try world.walk($0) }
    #expect(ContinuousClock.now - start < Self.catastrophe)
    #expect(walks.count == count)
    return walks
  }

  @Test func `a tower of a thousand levels is walked through`() throws {
    let walks = try walks(in: Self.tower(levels: 1000, rooms: 6), count: 3)
    // The visit changes its level, and what is heard there is of levels nearby.
    let visit = try #require(walks.last)
    #expect(Set(visit.truth.map(\.level)).count == 2)
    #expect(visit.truth.count > 50)
  }

  @Test func `a corridor of three kilometres is walked through`() throws {
    _ = try walks(in: Self.tower(levels: 1, rooms: 600), count: 2)
  }

  @Test func `a floor of five thousand holes is walked around them`() throws {
    let holes = (0..<5000).map { hole in
      Self.rectangle(Double(hole % 71) * 3 + 1, Double(hole / 71) * 3 + 1, 1, 1)
    }
    var venue = Venue(id: "sieve", name: "Sieve", origin: Self.frame.origin)
    let key = LevelKey(ordinal: 0)
    let hall = Polygon(exterior: Self.rectangle(0, 0, 214, 214), holes: holes)
    venue.levels = [Level(id: "0", key: key, label: "0", outline: [hall])]
    venue.units = [Unit(id: "hall", level: key, category: "walkway", geometry: [hall])]
    let walks = try walks(in: venue, count: 2)
    let frame = Self.frame
    let local = frame.local(from: hall)
    for position in walks.flatMap(\.truth) {
      #expect(local.contains(frame.local(from: position.coordinate)))
    }
  }

  @Test func `walls that lie on each other in heaps are refused in a sentence`() throws {
    var venue = Venue(id: "heap", name: "Heap", origin: Self.frame.origin)
    let key = LevelKey(ordinal: 0)
    venue.levels = [Level(id: "L", key: key, label: "0")]
    venue.units = (0..<3000).map { number in
      Unit(
        id: "\(number)", level: key, category: "walkway",
        geometry: [Polygon(exterior: Self.rectangle(Double(number) * 1e-3, 0, 30, 30))])
    }
    let start = ContinuousClock.now
    let error = #expect(throws: SimulationError.self) {
      _ = try SimulatedWorld(venue: venue, seed: 1)
    }
    #expect(error?.code == .tooDense && error?.message.contains("level \"L\"") == true)
    #expect(ContinuousClock.now - start < Self.catastrophe)
  }

  /// One corridor of so many metres by 8 m.
  private static func corridor(_ metres: Double) -> Venue {
    var venue = Venue(id: "corridor", name: "Corridor", origin: frame.origin)
    let key = LevelKey(ordinal: 0)
    venue.levels = [
      Level(
        id: "0", key: key, label: "0", outline: [Polygon(exterior: rectangle(0, 0, metres, 8))])
    ]
    venue.units = [
      Unit(
        id: "way", level: key, category: "walkway",
        geometry: [Polygon(exterior: rectangle(0, 0, metres, 8))])
    ]
    return venue
  }

  @Test func `a walk along a corridor of five kilometres ends after two hours`() throws {
    let world = try SimulatedWorld(venue: Self.corridor(5000), seed: 3)
    let plan = WalkPlan(
      id: "survey",
      stops: (0..<6).map { stop in
        .place(LevelKey(ordinal: 0), LocalPoint(x: stop % 2 == 0 ? 10 : 4990, y: 4))
      }, start: Timestamp(milliseconds: 0), phone: 0, surveyor: "", isSurvey: true,
      prefersLift: false)
    let truth = try world.walk(plan).truth
    let (first, last) = (try #require(truth.first), try #require(truth.last))
    // A lap takes more than an hour at under 1.4 m/s, so one is all that two hours have room for.
    let seconds = Double(last.time.milliseconds - first.time.milliseconds) / 1000
    #expect(seconds > 3500 && seconds < 7200, "\(seconds)")
  }

  @Test func `a place that is more than two hours away is no place to walk to`() throws {
    let world = try SimulatedWorld(venue: Self.corridor(20_000), seed: 3)
    let plan = WalkPlan(
      id: "survey",
      stops: [10.0, 19_990].map { .place(LevelKey(ordinal: 0), LocalPoint(x: $0, y: 4)) },
      start: Timestamp(milliseconds: 0), phone: 0, surveyor: "", isSurvey: true,
      prefersLift: false)
    let error = #expect(throws: SimulationError.self) { try world.walk(plan) }
    #expect(error?.code == .noWay && error?.message.contains("two hours") == true)
  }
}
