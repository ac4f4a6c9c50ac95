import IndoorModel
@_spi(Measuring) import IndoorPositioning
import TestWorlds
import Testing

/// A level is not told from a handful of transmitters without saying so.
@Suite struct UnsureLevelTests {
  private static func positioner(isAlone: Bool) throws -> Positioner {
    var parameters = Positioner.Parameters()
    parameters.scanAlone = isAlone
    return Positioner(
      map: PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map())),
      parameters: parameters)
  }

  private static func scan(_ count: Int, after seconds: Int64) -> Observation {
    let readings = Corridor.readings(x: 30, level: 0).sorted { $0.rssi > $1.rssi }
    return .scan(
      Scan(
        time: Timestamp(milliseconds: 1_574_572_000_000 + 1000 * seconds),
        readings: Array(readings.prefix(count))))
  }

  @Test(arguments: [true, false])
  func `four transmitters tell a level that is called unsure, and five one that isn't`(
    isAlone: Bool
  ) throws {
    for (count, isUnsure) in [(1, true), (4, true), (5, false), (20, false)] {
      var positioner = try Self.positioner(isAlone: isAlone)
      let found = positioner.update(Self.scan(count, after: 1))
      let position = try #require(found)
      #expect(position.conditions.contains(.unsureLevel) == isUnsure)
      #expect(positioner.conditions.contains(.unsureLevel) == isUnsure)
    }
  }

  @Test func `who tracks knows the level from before, and a scan alone doesn't`() throws {
    for isAlone in [true, false] {
      var positioner = try Self.positioner(isAlone: isAlone)
      _ = positioner.update(Self.scan(20, after: 1))
      let found = positioner.update(Self.scan(3, after: 4))
      let position = try #require(found)
      #expect(position.conditions.contains(.unsureLevel) == isAlone)
    }
  }
}
