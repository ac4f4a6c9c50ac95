import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

/// What a positioner does where something that it needs is missing.
@Suite struct SteadfastTests {
  private let begin = Timestamp(microseconds: 1_574_572_000_000_000)

  private func positioner() throws -> Positioner {
    Positioner(map: PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map())))
  }

  private func isScan(_ observation: Observation) -> Bool {
    if case .scan = observation { true } else { false }
  }

  private func error(_ position: Position) -> Double {
    let x = 10 + 1.3 * position.time.seconds(since: begin)
    return position.place.distance(to: LocalPoint(x: x, y: 0))
  }

  @Test func `where Wi-Fi ends, steps go on, the radius grows and the silence is told`() throws {
    var positioner = try positioner()
    var (atTen, last): (Position?, Position?)
    for observation in Corridor.walk(seconds: 45) {
      let time = observation.time.seconds(since: begin)
      if isScan(observation), time > 10 { continue }
      last = positioner.update(observation) ?? last
      if time < 10 { atTen = last }
    }
    let end = try #require(last)
    #expect(end.time.seconds(since: begin) > 44)
    #expect(error(end) < 12)
    #expect(try #require(end.horizontalAccuracy) > #require(atTen?.horizontalAccuracy))
    #expect(positioner.conditions.contains(.noRadio))
  }

  @Test func `without a compass a walk is followed all the same`() throws {
    var positioner = try positioner()
    let walk = Corridor.walk(seconds: 40).filter {
      if case .magneticField = $0 { false } else { true }
    }
    let late = positioner.positions(of: walk).filter { $0.time.seconds(since: begin) > 10 }
    #expect(late.count >= 29)
    for position in late { #expect(error(position) < 8) }
  }

  @Test func `beacons alone are enough`() throws {
    func beacon(_ transmitter: Transmitter) -> Transmitter {
      if case .wifi(let number) = transmitter { .bluetooth(number) } else { transmitter }
    }
    var map = try #require(Corridor.map())
    map.transmitters = map.transmitters.map(beacon)
    var positioner = Positioner(map: PositioningMap(frame: Corridor.frame, map: map))
    let walk = Corridor.walk(seconds: 40, level: 1).map { observation in
      guard case .scan(var scan) = observation else { return observation }
      for index in scan.readings.indices {
        scan.readings[index].transmitter = beacon(scan.readings[index].transmitter)
      }
      return Observation.scan(scan)
    }
    let positions = positioner.positions(of: walk)
    #expect(positions.count >= 38)
    for position in positions {
      #expect(position.level == LevelKey(ordinal: 1))
      #expect(error(position) < 8)
      #expect(position.sources.contains(.ble) && !position.sources.contains(.wifi))
    }
  }

  @Test func `scans unlike the survey are told as outside, and the radius grows`() throws {
    var positioner = try positioner()
    var last: Position?
    for observation in Corridor.walk(seconds: 10) { last = positioner.update(observation) ?? last }
    let inside = try #require(last?.horizontalAccuracy)
    #expect(!positioner.conditions.contains(.outsideCoverage))
    // Every eighth transmitter of the lower level as loud as if it were beside the device: no row
    // hears that.
    let readings = stride(from: 1, through: 41, by: 8).map {
      Reading(transmitter: .wifi(UInt64($0)), rssi: -45)
    }
    for second in stride(from: 12, through: 20, by: 2) {
      let time = Timestamp(microseconds: begin.microseconds + Int64(second) * 1_000_000)
      last = positioner.update(.scan(Scan(time: time, readings: readings))) ?? last
    }
    #expect(positioner.conditions.contains(.outsideCoverage))
    #expect(try #require(last?.horizontalAccuracy) > 2 * inside)
  }

  @Test(arguments: [0, 5.0])
  func `after hours of nothing, nobody knows where a device is until it hears again`(
    lag: Double
  ) throws {
    var parameters = Positioner.Parameters()
    parameters.lag = lag
    var positioner = Positioner(
      map: PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map())),
      parameters: parameters)
    let later = 36_000.0
    let walks =
      Corridor.walk(seconds: 20)
      + Corridor.walk(seconds: 20, start: 1_574_572_000 + later, from: 50)
    var positions = positioner.positions(of: walks)
    positions = positions.filter { $0.time.seconds(since: begin) > 330 }
    // The second walk's first scan is a second in.
    #expect(try #require(positions.first).time.seconds(since: begin) == later + 1)
    #expect(positions.count >= 19)
    for position in positions {
      let x = 50 + 1.3 * (position.time.seconds(since: begin) - later)
      #expect(position.place.distance(to: LocalPoint(x: x, y: 0)) < 8)
    }
  }

  @Test func `after minutes of nothing, a device is still around where it was`() throws {
    var positioner = try positioner()
    let later = 120.0
    let walks =
      Corridor.walk(seconds: 20)
      + Corridor.walk(seconds: 20, start: 1_574_572_000 + later, from: 36)
    let positions = positioner.positions(of: walks)
    #expect(positions.contains { (later..<later + 1).contains($0.time.seconds(since: begin)) })
  }
}
