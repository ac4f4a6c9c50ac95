import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import TestWorlds
import Testing

/// Positions of one scan alone say all that others do.
@Suite struct SingleFixTests {
  /// The corridor's ground floor as one hall called G.
  private static func venue() -> Venue {
    let corners = [(-5.0, -5.0), (105, -5), (105, 5), (-5, 5)]
    let area = [
      Polygon(
        exterior: corners.map {
          Corridor.frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
        })
    ]
    let key = Corridor.levels[0]
    return Venue(
      id: "c", name: "Corridor", origin: Corridor.frame.origin,
      levels: [Level(id: "level-0", key: key, label: "G", outline: area)],
      units: [Unit(id: "hall", level: key, category: "walkway", geometry: area)])
  }

  private static func positioner(_ change: (inout Positioner.Parameters) -> Void) throws
    -> Positioner
  {
    var map = try #require(Corridor.map())
    map.matching.usualDistance = 0.2
    var parameters = Positioner.Parameters()
    change(&parameters)
    return Positioner(map: PositioningMap(venue: venue(), map: map), parameters: parameters)
  }

  private static func scan(_ readings: [Reading]) -> Observation {
    .scan(Scan(time: Timestamp(milliseconds: 1_574_572_001_000), readings: readings))
  }

  @Test func `the first position of a device that doesn't move has the level's label and a unit`()
    throws
  {
    var positioner = try Self.positioner { _ in }
    let first = positioner.update(Self.scan(Corridor.readings(x: 30, level: 0)))
    let position = try #require(first)
    #expect(position.levelLabel == "G" && position.unit == "hall")
    #expect(positioner.conditions.isDisjoint(with: .outsideCoverage))
  }

  @Test func `scans located one by one have label, unit, course and speed of a walk`() throws {
    var positioner = try Self.positioner { $0.scanAlone = true }
    let positions = positioner.positions(of: Corridor.walk(seconds: 20))
    #expect(positions.count >= 9)
    #expect(positions.allSatisfy { $0.levelLabel == "G" && $0.unit == "hall" })
    let late = try #require(positions.last)
    // The device faces east, as it moves.
    #expect(abs(try #require(late.course).degrees - 90) < 20)
    #expect(try #require(late.speed) > 0.5)
  }

  @Test(arguments: [true, false])
  func `a scan that is like none of the surveyed comes from outside, alone or first of many`(
    isAlone: Bool
  ) throws {
    var positioner = try Self.positioner { $0.scanAlone = isAlone }
    // What is near isn't heard.
    let strange = Corridor.readings(x: 30, level: 0).filter { $0.rssi < -70 }
    let position = positioner.update(Self.scan(strange))
    #expect(position != nil)
    #expect(positioner.conditions.contains(.outsideCoverage))
  }
}
