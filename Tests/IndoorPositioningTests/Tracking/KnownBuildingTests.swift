import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

/// Known places on a campus: a house without a name, surveyed on its ground floor alone, and an
/// annex 200 m east of it, surveyed on two floors.
@Suite struct KnownBuildingTests {
  private static let house = LevelKey(ordinal: 0)
  private static let annex = [
    LevelKey(building: "annex", ordinal: 0), LevelKey(building: "annex", ordinal: 1),
  ]

  private static func map() throws -> PositioningMap {
    func outline(_ west: Double) -> [Polygon<Coordinate>] {
      [
        Polygon(
          exterior: [(west, -5.0), (west + 40, -5), (west + 40, 5), (west, 5)].map {
            Corridor.frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
          })
      ]
    }
    let drawn: [(level: LevelKey, west: Double)] =
      [(house, 0), (LevelKey(ordinal: 1), 0)] + annex.map { ($0, 200) }
    let venue = Venue(
      id: "c", name: "Campus", origin: Corridor.frame.origin,
      levels: drawn.enumerated().map {
        Level(
          id: "l\($0.offset)", key: $0.element.level, label: "L",
          outline: outline($0.element.west))
      })
    let surveyed = [house] + annex
    let map = RadioMap(
      levels: surveyed, transmitters: [.column("a")],
      places: [10.0, 210, 210].map { LocalPoint(x: $0, y: 0) }, levelIndices: [0, 1, 2],
      walks: [0, 0, 0], rowStarts: [0, 1, 2, 3], transmitterIndices: [0, 0, 0],
      rssi: [-40, -50, -60])
    return PositioningMap(venue: venue, map: try #require(map))
  }

  private static func place(x: Double, level: LevelKey?) -> KnownPlace {
    KnownPlace(
      Corridor.frame.coordinate(from: LocalPoint(x: x, y: 0)), radius: 2, level: level,
      time: Timestamp(microseconds: 1_574_572_000_000_000))
  }

  @Test func `a level that was not surveyed is no other building's`() throws {
    let map = try Self.map()
    #expect(map.counts(Self.place(x: 10, level: Self.house)))
    #expect(!map.counts(Self.place(x: 10, level: LevelKey(ordinal: 1))))
    #expect(map.counts(Self.place(x: 210, level: Self.annex[1])))
    #expect(!map.counts(Self.place(x: 210, level: LevelKey(ordinal: 2))))
  }

  /// The house lies west of 40 m, and a marker of 2 m may be 156 m beside it.
  @Test func `a marker far beside the level that it names tells nothing`() throws {
    let map = try Self.map()
    #expect(map.counts(Self.place(x: 195, level: Self.house)))
    #expect(!map.counts(Self.place(x: 197, level: Self.house)))
    #expect(!map.counts(Self.place(x: 5000, level: Self.house)))
    #expect(map.counts(Self.place(x: 5000, level: nil)))
    // Of what isn't drawn nobody knows the end.
    let rows = try #require(
      RadioMap(
        levels: [Self.house], transmitters: [.column("a")], places: [LocalPoint(x: 10, y: 0)],
        levelIndices: [0], walks: [0], rowStarts: [0, 1], transmitterIndices: [0], rssi: [-40]))
    let undrawn = PositioningMap(frame: Corridor.frame, map: rows)
    #expect(undrawn.counts(Self.place(x: 1000, level: Self.house)))
    #expect(!undrawn.counts(Self.place(x: 1020, level: Self.house)))
    var satellites = Self.place(x: 5000, level: Self.house)
    satellites.source = .satellites
    #expect(map.counts(satellites))
  }

  @Test func `a level that one building alone has needs no building's name`() throws {
    let venue = Venue(
      id: "c", name: "Campus", origin: Corridor.frame.origin,
      levels: [
        LevelKey(building: "a", ordinal: 0), LevelKey(building: "b", ordinal: 0), Self.annex[1],
      ]
      .map { Level(id: "\($0)", key: $0, label: "L") })
    let map = RadioMap(
      levels: venue.levels.map(\.key), transmitters: [.column("a")],
      places: [10.0, 110, 210].map { LocalPoint(x: $0, y: 0) }, levelIndices: [0, 1, 2],
      walks: [0, 0, 0], rowStarts: [0, 1, 2, 3], transmitterIndices: [0, 0, 0],
      rssi: [-40, -50, -60])
    let known = PositioningMap(venue: venue, map: try #require(map))
    #expect(known.counts(Self.place(x: 210, level: LevelKey(ordinal: 1))))
    #expect(!known.counts(Self.place(x: 10, level: LevelKey(ordinal: 0))))
  }

  @Test(arguments: UInt64(1)...20)
  func `a place of an unknown level is in the building that it lies in`(_ seed: UInt64) throws {
    var parameters = Positioner.Parameters()
    parameters.seed = seed
    for (x, building) in [(10.0, ""), (210, "annex")] {
      var positioner = Positioner(map: try Self.map(), parameters: parameters)
      let found = positioner.update(.fix(Self.place(x: x, level: nil)))
      #expect(try #require(found).level.building == building)
    }
  }
}
