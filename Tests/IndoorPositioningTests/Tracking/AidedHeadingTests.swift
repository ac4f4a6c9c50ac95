import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

@Suite struct AidedHeadingTests {
  /// The corridor as a hall 16 m wide, with a row of shops on either side.
  private func hall() -> Venue {
    let shops = [(-20.0, -8.0), (8.0, 20.0)].enumerated().flatMap { side, y in
      (0..<12).map { number in
        let (west, east) = (Double(number) * 10 - 10, Double(number) * 10)
        let corners = [(west, y.0), (east, y.0), (east, y.1), (west, y.1)]
        return Unit(
          id: "shop-\(side)-\(number)", level: Corridor.levels[0], category: "retail",
          geometry: [
            Polygon(
              exterior: corners.map {
                Corridor.frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
              })
          ])
      }
    }
    return Venue(id: "hall", name: "hall", origin: Corridor.frame.origin, units: shops)
  }

  /// Mean error in degrees, clockwise positive, of the headings of a walk to the east, from its
  /// tenth second on, and the mean accuracy stated.
  private func error(
    compassOff: Double, inHall: Bool
  ) throws -> (mean: Double, accuracy: Double) {
    let map = try #require(Corridor.map())
    var positioner = Positioner(
      map: inHall
        ? PositioningMap(venue: hall(), map: map)
        : PositioningMap(frame: Corridor.frame, map: map))
    let walk = Corridor.walk(seconds: 60, compassOff: compassOff)
    let begin = try #require(walk.first?.time)
    let headings = positioner.positions(of: walk)
      .filter { $0.time.seconds(since: begin) > 10 }.compactMap(\.heading)
    try #require(headings.count > 40)
    let count = Double(headings.count)
    let errors = headings.map { Angle.degrees(Angle.wrapped(Angle.radians($0.degrees - 90))) }
    return (errors.reduce(0, +) / count, headings.map(\.accuracy).reduce(0, +) / count)
  }

  @Test func `walls set right what the compass has wrong`() throws {
    let along = try error(compassOff: 20, inHall: true)
    let alone = try error(compassOff: 20, inHall: false)
    #expect(abs(along.mean) < 12)
    #expect(abs(along.mean) < abs(alone.mean) - 4)
    #expect(abs(along.mean) < 2 * along.accuracy)
  }

  @Test func `walls do no harm to a compass that is right`() throws {
    // A degree or two are the declination's: the corridor's field points to true north.
    #expect(abs(try error(compassOff: 0, inHall: true).mean) < 5)
  }

  @Test func `a device that is carried anew makes the heading less sure`() throws {
    let map = try #require(Corridor.map())
    var positioner = Positioner(map: PositioningMap(venue: hall(), map: map))
    let before = positioner.positions(of: Corridor.walk(seconds: 30)).last
    // From flat in front to upright at the ear: what was z is y now.
    let turned = Corridor.walk(seconds: 12, start: 1_574_572_030, from: 49).map { observation in
      switch observation {
      case .acceleration(var sample):
        (sample.y, sample.z) = (sample.z, -sample.y)
        return Observation.acceleration(sample)
      case .magneticField(var sample):
        (sample.y, sample.z) = (sample.z, -sample.y)
        return .magneticField(sample)
      default: return observation
      }
    }
    let after = positioner.positions(of: turned)
    let sure = try #require(before?.heading).accuracy
    let unsure = after.compactMap(\.heading).map(\.accuracy).max()
    #expect(try #require(unsure) > sure + 2)
  }

  @Test(arguments: [(64.84, -147.72), (-33.93, 18.42)])
  func `declination goes into a position's heading once`(
    latitude: Double, longitude: Double
  ) throws {
    // Fairbanks and Cape Town, where it is 17 degrees east and 25 west.
    let origin = Coordinate(latitude: latitude, longitude: longitude)
    let map = PositioningMap(
      frame: LocalFrame(origin: origin), map: try #require(Corridor.map()))
    var positioner = Positioner(map: map)
    // The device faces east of magnetic north; the first position has only the compass to know it
    // from.
    let first = positioner.positions(of: Corridor.walk(seconds: 3)).first
    let declination = try #require(WorldMagneticModel.field(at: origin, year: 2019.9)).declination
    try #require(abs(declination.degrees) > 15)
    let stray = try #require(first?.heading).degrees - (90 + declination.degrees)
    #expect(abs(stray) < 5)
  }
}
