import Foundation
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import TestWorlds
import Testing

@Suite struct PositionUpdatesTests {
  private func map() throws -> PositioningMap {
    PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map()))
  }

  @Test func `a replayed walk gives the positions that the positioner gives`() async throws {
    let walk = Corridor.walk(seconds: 10)
    let map = try map()
    var positioner = Positioner(map: map)
    let expected = walk.compactMap { positioner.update($0) }
    var positions: [Position] = []
    for try await update in PositionUpdates(of: Replay(walk, speed: .infinity), map: map) {
      if let position = update.position { positions.append(position) }
    }
    #expect(positions == expected)
  }

  @Test func `what was learned of a phone goes on from where it was kept, as JSON for example`()
    async throws
  {
    let walk = Corridor.walk(seconds: 10)
    let map = try map()
    let kept = Data(#"{"radioOffset":{"decibels":6,"accuracy":1}}"#.utf8)
    var parameters = Positioner.Parameters()
    parameters.learned = try JSONDecoder().decode(Learned.self, from: kept)
    #expect(parameters.learned.radioOffset == RadioOffset(decibels: 6, accuracy: 1))
    var positioner = Positioner(map: map, parameters: parameters)
    let expected = walk.compactMap { positioner.update($0).map { _ in positioner.learned } }
    var told: [Learned] = []
    let updates = PositionUpdates(
      of: Replay(walk, speed: .infinity), map: map, parameters: parameters)
    for try await update in updates where update.position != nil { told.append(update.learned) }
    #expect(told == expected)
    let last = try #require(told.last)
    #expect(last != parameters.learned && !told.contains(.nothing))
    #expect(
      try JSONDecoder().decode(Learned.self, from: JSONEncoder().encode(last)) == last)
  }

  @Test func `before the first scan an update says that there is no radio`() async throws {
    let walk = Corridor.walk(seconds: 3).filter { if case .scan = $0 { false } else { true } }
    var updates: [PositionUpdate] = []
    for try await update in PositionUpdates(of: Replay(walk, speed: .infinity), map: try map()) {
      updates.append(update)
    }
    #expect(updates.count == 3)
    #expect(updates.allSatisfy { $0.position == nil && $0.conditions.contains(.noRadio) })
  }

  @Test func `cancelling ends the updates`() async throws {
    let walk = Corridor.walk(seconds: 60)
    let map = try map()
    let task = Task {
      var count = 0
      for try await _ in PositionUpdates(of: Replay(walk, speed: 1), map: map) { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value < 10)
  }

  @Test func `a scripted position comes as it was written`() async throws {
    let coordinate = Coordinate(latitude: 52, longitude: 13)
    let script = (0..<3).map { second in
      Position(
        time: Timestamp(milliseconds: Int64(second) * 1000), place: LocalPoint(x: 0, y: 0),
        coordinate: coordinate, level: LevelKey(ordinal: second), levelConfidence: 1,
        horizontalAccuracy: 3, heading: nil, sources: [])
    }
    var levels: [Int] = []
    for await update in Replay.positions(script, speed: .infinity) {
      levels.append(update.position?.level.ordinal ?? -1)
    }
    #expect(levels == [0, 1, 2])
  }

  @Test func `a device that lies still is told to be stationary, a walker is not`() throws {
    var positioner = Positioner(map: try map())
    for observation in Corridor.walk(seconds: 10) { _ = positioner.update(observation) }
    #expect(!positioner.conditions.contains(.stationary))
    for tick in 0..<250 {
      let time = Timestamp(microseconds: 1_574_572_010_000_000 + Int64(tick) * 20_000)
      _ = positioner.update(.acceleration(VectorSample(time: time, x: 0, y: 0, z: 9.81)))
      _ = positioner.update(.angularRate(VectorSample(time: time, x: 0, y: 0, z: 0)))
    }
    #expect(positioner.conditions.contains(.stationary))
    #expect(!positioner.conditions.contains(.noMotion))
  }

  @Test func `half a minute without a scan is no radio, and the radius has grown`() throws {
    var positioner = Positioner(map: try map())
    var (first, last): (Position?, Position?)
    for observation in Corridor.walk(seconds: 60, scanEvery: 1000) {
      if let position = positioner.update(observation) {
        if let before = last?.horizontalAccuracy, let now = position.horizontalAccuracy {
          #expect(now > before - 1)
        }
        if first == nil { first = position }
        last = position
      }
    }
    #expect(positioner.conditions.contains(.noRadio))
    #expect(try #require(last?.horizontalAccuracy) > 1.2 * #require(first?.horizontalAccuracy))
  }
}
