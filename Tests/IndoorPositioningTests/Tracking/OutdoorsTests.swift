import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import TestWorlds
import Testing

/// From the street into a building and back: a corridor of two levels, 10 m wide from wall to wall,
/// whose entrance is in its western end.
@Suite struct OutdoorsTests {
  private static let begin = 1_574_572_000.0

  /// - Parameter entrance: The level that the entrance is on; `nil` where there is none.
  private static func map(entrance: Int? = 0) throws -> PositioningMap {
    func coordinate(_ x: Double, _ y: Double) -> Coordinate {
      Corridor.frame.coordinate(from: LocalPoint(x: x, y: y))
    }
    let outline = [
      Polygon(
        exterior: [(-5.0, -5.0), (105, -5), (105, 5), (-5, 5)].map { coordinate($0.0, $0.1) })
    ]
    let venue = Venue(
      id: "c", name: "Corridor", origin: Corridor.frame.origin,
      levels: Corridor.levels.map {
        Level(id: "level-\($0.ordinal)", key: $0, label: "L\($0.ordinal)", outline: outline)
      },
      openings: entrance.map {
        [
          Opening(
            id: "door", level: LevelKey(ordinal: $0), category: "pedestrian",
            line: [coordinate(-5, -1), coordinate(-5, 1)])
        ]
      } ?? [])
    return PositioningMap(venue: venue, map: try #require(Corridor.map()))
  }

  private static func satellites(
    x: Double, y: Double = 0, radius: Double, after seconds: Double
  ) -> Observation {
    .fix(
      KnownPlace(
        Corridor.frame.coordinate(from: LocalPoint(x: x, y: y)), radius: radius,
        time: Timestamp(microseconds: Int64((begin + seconds) * 1e6)), by: .satellites))
  }

  /// A walk eastwards at 1.3 m/s with a fix a second; behind the walls nothing is heard outside.
  private static func walk(
    from x: Double, seconds: Int, isInside: (_ x: Double) -> Bool,
    fix: (_ second: Int, _ x: Double) -> Observation
  ) -> [Observation] {
    var observations = Corridor.walk(seconds: Double(seconds), from: x).filter { observation in
      guard case .scan = observation else { return true }
      let begin = Timestamp(microseconds: Int64(begin * 1e6))
      return isInside(x + 1.3 * observation.time.seconds(since: begin))
    }
    for second in 0..<seconds {
      let fix = fix(second, x + 1.3 * Double(second))
      observations.insert(fix, at: observations.firstIndex { $0.time >= fix.time } ?? 0)
    }
    return observations
  }

  private static func x(_ position: Position, from start: Double) -> Double {
    start + 1.3 * position.time.seconds(since: Timestamp(microseconds: Int64(begin * 1e6)))
  }

  /// Up the street to the entrance and on inside, where fixes are 15 m off and say 25.
  private static let comingIn = walk(from: -50, seconds: 80, isInside: { $0 > -5 }) { second, x in
    x < -5
      ? satellites(x: x, radius: 5, after: Double(second))
      : satellites(x: x - 9, y: 12, radius: 25, after: Double(second))
  }

  @Test(arguments: [0, 1])
  func `who comes up the street is outdoors up to the entrance, and then on its level`(
    level: Int
  ) throws {
    var positioner = Positioner(map: try Self.map(entrance: level))
    let positions = positioner.positions(of: Self.comingIn)
    let street = positions.filter { Self.x($0, from: -50) < -10 }
    #expect(street.count > 30)
    #expect(street.allSatisfy { $0.conditions == .outdoors && $0.place.x < -5 })
    #expect(street.allSatisfy { $0.level == LevelKey(ordinal: level) && $0.unit == nil })
    // What is heard is level 0's.
    let inside = positions.filter { Self.x($0, from: -50) > 5 }
    #expect(inside.count > 30)
    #expect(inside.allSatisfy { !$0.conditions.contains(.outdoors) && $0.place.x > -5 })
    if level == 0 { #expect(inside.allSatisfy { $0.level == LevelKey(ordinal: 0) }) }
  }

  @Test func `who passes along a wall isn't led through it by fixes that err towards it`() throws {
    var positioner = Positioner(map: try Self.map())
    // The wall is at y = 5.
    let passing = Self.walk(from: 10, seconds: 50, isInside: { _ in false }) { second, x in
      Self.satellites(x: x, y: 6, radius: 5, after: Double(second))
    }
    let positions = positioner.positions(of: passing)
    #expect(positions.count > 50)
    #expect(positions.allSatisfy { $0.conditions.contains(.outdoors) && $0.place.y > 5 })
  }

  @Test func `a track knows the side of the wall too`() throws {
    let positions = Trajectory.positions(of: Self.comingIn, map: try Self.map())
    for position in positions {
      let x = Self.x(position, from: -50)
      guard abs(x + 5) > 5 else { continue }
      #expect(position.conditions.contains(.outdoors) == (x < -5), "x = \(x)")
    }
  }

  /// Satellites led up the street, then nothing was measured for some minutes, and then scans.
  @Test(arguments: [200.0, 400]) func `a silence after the street ends no track`(
    silence: Double
  ) throws {
    let street = Self.comingIn.filter { $0.time.seconds(since: Self.comingIn[0].time) < 30 }
    let inside = Corridor.walk(seconds: 20, start: Self.begin + 30 + silence, from: 20)
    let map = try Self.map()
    var parameters = Positioner.Parameters()
    parameters.lag = 5
    var positioner = Positioner(map: map, parameters: parameters)
    for positions in [
      Trajectory.positions(of: street + inside, map: map),
      positioner.positions(of: street + inside) + positioner.waiting(),
    ] {
      let end = try #require(street.last?.time)
      let before = positions.filter { $0.time <= end }
      let after = positions.filter { $0.time.seconds(since: end) > silence + 5 }
      #expect(before.count > 25 && after.count > 12)
      #expect(before.allSatisfy { $0.conditions.contains(.outdoors) && $0.place.x < -5 })
      #expect(after.allSatisfy { !$0.conditions.contains(.outdoors) && $0.place.x > 0 })
    }
  }

  @Test func `delayed positions know the side of the wall too`() throws {
    var parameters = Positioner.Parameters()
    parameters.lag = 5
    var positioner = Positioner(map: try Self.map(), parameters: parameters)
    let positions = positioner.positions(of: Self.comingIn) + positioner.waiting()
    for position in positions {
      let x = Self.x(position, from: -50)
      guard abs(x + 5) > 5 else { continue }
      #expect(position.conditions.contains(.outdoors) == (x < -5), "x = \(x)")
    }
  }

  @Test func `a building without a known entrance can be entered`() throws {
    var positioner = Positioner(map: try Self.map(entrance: nil))
    let positions = positioner.positions(of: Self.comingIn)
    let last = try #require(positions.last)
    #expect(!last.conditions.contains(.outdoors) && last.place.x > 20)
  }

  @Test func `fixes from deep inside don't put anybody on the street`() throws {
    var positioner = Positioner(map: try Self.map())
    let inside = Self.walk(from: 10, seconds: 40, isInside: { _ in true }) { second, x in
      Self.satellites(x: x + 4, y: 14, radius: 22, after: Double(second))
    }
    // Before the first scans nothing speaks for inside.
    let positions = positioner.positions(of: inside).filter { Self.x($0, from: 10) > 25 }
    #expect(positions.count > 30)
    #expect(positions.allSatisfy { !$0.conditions.contains(.outdoors) && abs($0.place.y) < 5 })
  }

  @Test func `fixes count for nothing where no building is drawn`() throws {
    var positioner = Positioner(
      map: PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map())))
    let found = positioner.update(Self.satellites(x: 30, radius: 5, after: 0))
    #expect(found == nil)
  }
}
