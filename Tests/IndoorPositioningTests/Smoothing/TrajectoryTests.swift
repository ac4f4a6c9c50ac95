import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

/// Tracks and delayed positions in a corridor where every true place is known.
@Suite struct TrajectoryTests {
  private let begin = Timestamp(microseconds: 1_574_572_000_000_000)

  private func map() throws -> PositioningMap {
    PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map()))
  }

  private func errors(_ positions: [Position]) -> [Double] {
    positions.map { position in
      let x = 10 + 1.3 * position.time.seconds(since: begin)
      return position.place.distance(to: LocalPoint(x: x, y: 0))
    }
  }

  private func mean(_ errors: [Double]) -> Double {
    errors.reduce(0, +) / Double(max(1, errors.count))
  }

  /// A walk whose first scans are like a place 10 m farther on.
  private func misled() -> [Observation] {
    Corridor.walk(seconds: 40).map { observation in
      guard case .scan(var scan) = observation else { return observation }
      let t = scan.time.seconds(since: begin)
      guard t < 6 else { return observation }
      scan.readings = Corridor.readings(x: 10 + 1.3 * t + 10, level: 0)
      return .scan(scan)
    }
  }

  @Test func `a track has the positioner's times, and says that it is one`() throws {
    var positioner = Positioner(map: try map())
    let walk = Corridor.walk(seconds: 40, level: 1)
    let live = positioner.positions(of: walk)
    let track = Trajectory.positions(of: walk, map: try map())
    #expect(track.map(\.time) == live.map(\.time))
    #expect(!live.contains { $0.sources.contains(.smoothed) })
    for position in track {
      #expect(position.sources.contains(.smoothed))
      #expect(position.level == LevelKey(ordinal: 1))
    }
    for error in errors(track) { #expect(error < 6) }
  }

  @Test func `what comes later mends a beginning that was wrong`() throws {
    let walk = misled()
    var positioner = Positioner(map: try map())
    let live = errors(positioner.positions(of: walk).filter { $0.time.seconds(since: begin) < 4 })
    let track = errors(
      Trajectory.positions(of: walk, map: try map()).filter { $0.time.seconds(since: begin) < 4 })
    #expect(mean(live) > 5)
    #expect(mean(track) < 0.8 * mean(live))
  }

  @Test func `the same seed gives the same track`() throws {
    let walk = Corridor.walk(seconds: 20)
    var parameters = Positioner.Parameters()
    let track = Trajectory.positions(of: walk, map: try map(), parameters: parameters)
    #expect(track == Trajectory.positions(of: walk, map: try map(), parameters: parameters))
    parameters.seed = 2
    #expect(track != Trajectory.positions(of: walk, map: try map(), parameters: parameters))
  }

  @Test func `a long visit comes in pieces, whole and in order`() throws {
    // Standing still for twenty minutes: four pieces of five.
    let scans = (0..<600).map { number in
      let time = Timestamp(microseconds: begin.microseconds + Int64(number) * 2_000_000)
      return Observation.scan(Scan(time: time, readings: Corridor.readings(x: 40, level: 0)))
    }
    var trajectory = Trajectory(map: try map())
    var track: [Position] = []
    var pieces = 0
    for scan in scans {
      let ready = trajectory.update(scan)
      if !ready.isEmpty { pieces += 1 }
      track += ready
    }
    #expect(pieces >= 2)
    track += trajectory.finish()
    var positioner = Positioner(map: try map())
    let live = positioner.positions(of: scans)
    #expect(track.map(\.time) == live.map(\.time))
    for position in track {
      #expect(position.place.distance(to: LocalPoint(x: 40, y: 0)) < 6)
    }
    let rest = trajectory.finish()
    #expect(rest.isEmpty)
  }

  @Test func `nothing heard is no track`() throws {
    let walk = Corridor.walk(seconds: 10).filter { if case .scan = $0 { false } else { true } }
    #expect(Trajectory.positions(of: walk, map: try map()).isEmpty)
  }

  @Test func `a delayed position comes so much later, stamped with the time that it is about`()
    throws
  {
    let walk = Corridor.walk(seconds: 30)
    var parameters = Positioner.Parameters()
    var live = Positioner(map: try map(), parameters: parameters)
    let times = live.positions(of: walk).map(\.time)
    parameters.lag = 5
    var positioner = Positioner(map: try map(), parameters: parameters)
    var told: [Position] = []
    for observation in walk {
      guard let position = positioner.update(observation) else { continue }
      let waited = observation.time.seconds(since: position.time)
      #expect(waited >= 5 && waited < 5.5)
      #expect(position.sources.contains(.lagged))
      told.append(position)
    }
    #expect(told.map(\.time) == Array(times.prefix(told.count)))
    #expect(times.count - told.count >= 5)
    for error in errors(told) { #expect(error < 6) }
  }

  @Test func `waiting mends a beginning that was wrong`() throws {
    let walk = misled()
    func early(_ parameters: Positioner.Parameters) throws -> Double {
      var positioner = Positioner(map: try map(), parameters: parameters)
      let positions = positioner.positions(of: walk)
      return mean(errors(positions.filter { $0.time.seconds(since: begin) < 4 }))
    }
    var parameters = Positioner.Parameters()
    let live = try early(parameters)
    parameters.lag = 10
    #expect(try early(parameters) < 0.95 * live)
  }
}
