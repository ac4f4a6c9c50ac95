import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

/// Floors by pressure and scans together, in a corridor of two levels.
@Suite struct FloorTests {
  private static let begin = 1_574_572_000.0
  private let lower = LevelKey(ordinal: 0)
  private let upper = LevelKey(ordinal: 1)

  private func positioner() throws -> Positioner {
    Positioner(map: PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map())))
  }

  /// Seconds since the walk began.
  private func second(_ time: Timestamp) -> Double {
    Double(time.microseconds) / 1e6 - Self.begin
  }

  /// Positions of a walk with a barometer at 5 Hz, which feels a height in metres over time at 12
  /// Pa a metre, and whose values come so many seconds late.
  private func locate(
    _ walk: [Observation], late: Double = 0, height: (Double) -> Double
  ) throws -> [Position] {
    var positioner = try positioner()
    var positions: [Position] = []
    var next = 0.0
    for observation in walk {
      let t = second(observation.time)
      if t >= next {
        next += 0.2
        let measured = Timestamp(seconds: Self.begin + t - late)
        let pressure = Observation.pressure(
          time: measured, hectopascals: 1013.25 - 0.12 * height(t - late))
        if let position = positioner.update(pressure) { positions.append(position) }
      }
      if let position = positioner.update(observation) { positions.append(position) }
    }
    return positions
  }

  @Test(arguments: [(3.0, 12.0), (4.2, 16), (4.2, 4), (5.5, 6)])
  func `going up changes the level half-way, without any scan`(
    metres: Double, seconds: Double
  ) throws {
    // From the twentieth second on; there is one scan, in the first second.
    let positions = try locate(Corridor.walk(seconds: 60, scanEvery: 100)) {
      metres * min(1, max(0, ($0 - 20) / seconds))
    }
    let changed = try #require(positions.first { $0.level == upper })
    let changedAt = second(changed.time) - 20
    // Of the way up: storeys of three to six metres can't be known beforehand.
    #expect(changedAt > 0.35 * seconds)
    #expect(changedAt < 0.95 * seconds + 1)
    #expect(positions.allSatisfy { ($0.level == upper) == ($0.time >= changed.time) })
  }

  @Test func `pressures that come after later samples of motion are not lost`() throws {
    for late in [0.03, 0.4] {
      let positions = try locate(Corridor.walk(seconds: 60, scanEvery: 100), late: late) {
        4.2 * min(1, max(0, ($0 - 20) / 12))
      }
      #expect(positions.contains { $0.level == upper && second($0.time) < 34 })
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0.time <= $1.time })
    }
  }

  @Test func `up and down again ends where it began`() throws {
    let positions = try locate(Corridor.walk(seconds: 90, scanEvery: 200)) {
      4.5 * (min(1, max(0, ($0 - 20) / 12)) - min(1, max(0, ($0 - 50) / 12)))
    }
    #expect(positions.contains { $0.level == upper })
    #expect(try #require(positions.last).level == lower)
  }

  @Test(arguments: [-3.0, 3])
  func `weather of three hectopascals an hour changes no level`(weather: Double) throws {
    // A height of 8.3 m is a hectopascal.
    let positions = try locate(Corridor.walk(seconds: 900, scanEvery: 2000)) {
      weather * 8.3 * $0 / 3600
    }
    #expect(positions.count >= 899)
    #expect(positions.allSatisfy { $0.level == lower })
  }

  /// A walk on the lower level where scans from the fortieth second on are the upper level's, as
  /// beside a gallery.
  private func astray(scans: Int) -> [Observation] {
    var count = 0
    return Corridor.walk(seconds: 40 + 2 * Double(scans)).map { observation in
      guard case .scan(var scan) = observation, second(scan.time) > 40 else { return observation }
      count += 1
      scan.readings = Corridor.readings(x: 10 + 1.3 * second(scan.time), level: 1)
      return .scan(scan)
    }
  }

  @Test func `scans like another level's move nobody who didn't climb`() throws {
    let walk = astray(scans: 2)
    #expect(try locate(walk, height: { _ in 0 }).allSatisfy { $0.level == lower })
    // Without a barometer the same scans are all there is.
    var positioner = try positioner()
    #expect(positioner.positions(of: walk).last?.level == upper)
  }

  @Test func `scans that go on saying another level are believed, whatever the barometer says`()
    throws
  {
    let positions = try locate(astray(scans: 12), height: { _ in 0 })
    #expect(try #require(positions.last).level == upper)
  }

  @Test func `a first scan that lied about the level is soon set right beside a barometer`() throws
  {
    let walk = Corridor.walk(seconds: 20).map { observation in
      guard case .scan(var scan) = observation, second(scan.time) < 2 else { return observation }
      scan.readings = Corridor.readings(x: 12, level: 1)
      return .scan(scan)
    }
    let positions = try locate(walk, height: { _ in 0 })
    #expect(try #require(positions.first).level == upper)
    for position in positions where second(position.time) > 8 { #expect(position.level == lower) }
  }

  @Test func `a walker that beacons alone place is found again after being carried off`() throws {
    func beacon(_ transmitter: Transmitter) -> Transmitter {
      if case .wifi(let number) = transmitter { .bluetooth(number) } else { transmitter }
    }
    var map = try #require(Corridor.map())
    map.transmitters = map.transmitters.map(beacon)
    var positioner = Positioner(map: PositioningMap(frame: Corridor.frame, map: map))
    let walk =
      Corridor.walk(seconds: 21)
      + Corridor.walk(seconds: 4.5, level: 1, start: Self.begin + 21, from: 85)
    var last: Position?
    for observation in walk {
      var observation = observation
      if case .scan(var scan) = observation {
        for index in scan.readings.indices {
          scan.readings[index].transmitter = beacon(scan.readings[index].transmitter)
        }
        observation = .scan(scan)
      }
      last = positioner.update(observation) ?? last
    }
    let position = try #require(last)
    #expect(position.level == upper)
    #expect(position.place.distance(to: LocalPoint(x: 85 + 1.3 * 4.5, y: 0)) < 8)
  }

  @Test(arguments: [0.0, 0.7, 1.3])
  func `a device carried off is found within two scans, whenever that was`(later: Double) throws {
    var positioner = try positioner()
    let walk =
      Corridor.walk(seconds: 20 + later)
      + Corridor.walk(
        seconds: 30, level: 1, start: Self.begin + 20 + later, from: 60, scanEvery: 2)
    let carried = 20 + later
    // Its first scan comes a second after, the next one two seconds later.
    let found = positioner.positions(of: walk).filter { second($0.time) - carried > 3.1 }
    #expect(found.count >= 26)
    for position in found {
      let since = second(position.time) - carried
      #expect(position.level == upper)
      #expect(position.place.distance(to: LocalPoint(x: 60 + 1.3 * since, y: 0)) < 8)
    }
  }
}
