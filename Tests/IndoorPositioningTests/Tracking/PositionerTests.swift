import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

@Suite struct PositionerTests {
  private func positioner(
    _ parameters: Positioner.Parameters = .init()
  ) throws -> Positioner {
    Positioner(
      map: PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map())),
      parameters: parameters)
  }

  private func locate(
    _ observations: [Observation], _ parameters: Positioner.Parameters = .init()
  ) throws -> [Position] {
    var positioner = try positioner(parameters)
    return positioner.positions(of: observations)
  }

  @Test func `a walk is followed to a few metres on its level`() throws {
    let walk = Corridor.walk(seconds: 40, level: 1)
    let positions = try locate(walk)
    // One a second at least, from the first scan, a second in.
    #expect(positions.count >= 39)
    let begin = try #require(walk.first?.time)
    for position in positions {
      let x = 10 + 1.3 * position.time.seconds(since: begin)
      #expect(position.level == LevelKey(ordinal: 1))
      #expect(position.place.distance(to: LocalPoint(x: x, y: 0)) < 6)
    }
  }

  @Test func `the first scan gives the first position, and then there is one a second`() throws {
    let walk = Corridor.walk(seconds: 40, scanEvery: 15)
    let positions = try locate(walk)
    let begin = try #require(walk.first?.time)
    #expect(try #require(positions.first).time.seconds(since: begin) == 1)
    for (earlier, later) in zip(positions, positions.dropFirst()) {
      #expect(later.time >= earlier.time)
      #expect(later.time.seconds(since: earlier.time) <= 1)
    }
    #expect(try #require(positions.last).time.seconds(since: begin) > 39)
  }

  @Test func `scans alone still give a position a second`() throws {
    let walk = Corridor.walk(seconds: 40).filter { if case .scan = $0 { true } else { false } }
    let positions = try locate(walk)
    #expect(positions.count >= 38)
    for (earlier, later) in zip(positions, positions.dropFirst()) {
      #expect(later.time.seconds(since: earlier.time) <= 1.000_001)
    }
  }

  @Test func `what comes later changes no position before it`() throws {
    let walk = Corridor.walk(seconds: 30)
    let whole = try locate(walk)
    // Primes reach every kind of observation.
    for cut in stride(from: 97, to: walk.count, by: 389).map({ walk[$0].time }) {
      let until = try locate(walk.filter { $0.time <= cut })
      #expect(until == whole.filter { $0.time <= cut })
    }
  }

  @Test func `equal observations and seeds give equal positions`() throws {
    let walk = Corridor.walk(seconds: 15)
    #expect(try locate(walk) == locate(walk))
    var other = Positioner.Parameters()
    other.seed = 2
    #expect(try locate(walk) != locate(walk, other))
  }

  @Test func `samples that are no numbers and stamps that go back are passed over`() throws {
    let walk = Corridor.walk(seconds: 20)
    var spoilt: [Observation] = []
    for (index, observation) in walk.enumerated() {
      spoilt.append(observation)
      let time = observation.time
      switch index % 50 {
      case 7:
        spoilt.append(.acceleration(VectorSample(time: time, x: .nan, y: .infinity, z: 0)))
      case 17: spoilt.append(.angularRate(VectorSample(time: time, x: .nan, y: 0, z: 1e300)))
      case 27: spoilt.append(.magneticField(VectorSample(time: time, x: 0, y: .nan, z: 0)))
      case 37: spoilt.append(.pressure(time: time, hectopascals: .nan))
      case 47:
        spoilt.append(
          .scan(
            Scan(
              time: Timestamp(microseconds: time.microseconds - 5_000_000),
              readings: Corridor.readings(x: 90, level: 1))))
      default: break
      }
    }
    let positions = try locate(spoilt)
    #expect(positions.allSatisfy { $0.place.isFinite && $0.level.ordinal == 0 })
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0.time <= $1.time })
    let last = try #require(positions.last)
    #expect(last.place.distance(to: LocalPoint(x: 10 + 1.3 * 20, y: 0)) < 6)
  }

  @Test func `a scan that the map knows nothing of gives no position`() throws {
    let scan = Scan(
      time: Timestamp(milliseconds: 1000), readings: [Reading(transmitter: .wifi(99), rssi: -50)])
    #expect(try locate([.scan(scan)]).isEmpty)
    #expect(try locate([.scan(Scan(time: scan.time, readings: []))]).isEmpty)
  }

  @Test func `without motion, steps count for nothing`() throws {
    var parameters = Positioner.Parameters()
    parameters.inputs.remove(.motion)
    let positions = try locate(Corridor.walk(seconds: 20), parameters)
    #expect(positions.count >= 19)
    #expect(positions.allSatisfy { !$0.sources.contains(.motion) && $0.heading == nil })
    parameters = .init()
    parameters.usesCompass = false
    let withoutCompass = try locate(Corridor.walk(seconds: 20), parameters)
    #expect(withoutCompass.contains { $0.sources.contains(.motion) })
    #expect(withoutCompass.allSatisfy { $0.heading == nil })
  }

  @Test func `of every five scans one is taken`() throws {
    var parameters = Positioner.Parameters()
    parameters.scanStride = 5
    let rationed = try locate(Corridor.walk(seconds: 40), parameters)
    let walk = Corridor.walk(seconds: 40)
    var count = 0
    let fewer = walk.filter {
      guard case .scan = $0 else { return true }
      count += 1
      return (count - 1) % 5 == 0
    }
    #expect(try locate(fewer).last?.place == rationed.last?.place)
  }

  @Test func `a device that was carried off is found within two scans`() throws {
    var walk = Corridor.walk(seconds: 21)
    let away = Corridor.walk(
      seconds: 4.5, level: 1, start: 1_574_572_000 + 21, from: 85, scanEvery: 2)
    walk += away
    let positions = try locate(walk)
    let last = try #require(positions.last)
    #expect(last.level == LevelKey(ordinal: 1))
    #expect(last.place.distance(to: LocalPoint(x: 85 + 1.3 * 4.5, y: 0)) < 8)
  }

  @Test func `a climb that the barometer feels changes the level, between scans`() throws {
    var positioner = try positioner()
    var parameters = Positioner.Parameters()
    parameters.inputs.remove(.pressure)
    var without = try self.positioner(parameters)
    var last: (Position?, Position?)
    for observation in Corridor.walk(seconds: 60, scanEvery: 100) {
      if case .acceleration(let sample) = observation {
        let second = sample.time.seconds(since: Timestamp(milliseconds: 1_574_572_000_000))
        // Up 4.2 m from the twentieth to the thirtieth second, at 12 Pa a metre.
        let height = 4.2 * min(1, max(0, (second - 20) / 10))
        let pressure = Observation.pressure(
          time: sample.time, hectopascals: 1013.25 - 0.12 * height)
        last.0 = positioner.update(pressure) ?? last.0
        last.1 = without.update(pressure) ?? last.1
      }
      last.0 = positioner.update(observation) ?? last.0
      last.1 = without.update(observation) ?? last.1
    }
    #expect(last.0?.level == LevelKey(ordinal: 1))
    #expect(last.0?.sources.contains(.pressure) == true)
    #expect(last.1?.level == LevelKey(ordinal: 0))
  }
}
