import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

/// What a QR code, a tap or a door that is known tells a positioner.
@Suite struct KnownPlaceTests {
  private let begin = Timestamp(microseconds: 1_574_572_000_000_000)

  private func map() throws -> PositioningMap {
    PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map()))
  }

  private func known(
    x: Double, level: Int? = 0, radius: Double = 2, after seconds: Double
  ) -> Observation {
    .fix(
      KnownPlace(
        Corridor.frame.coordinate(from: LocalPoint(x: x, y: 0)), radius: radius,
        level: level.map { LevelKey(ordinal: $0) },
        time: Timestamp(microseconds: begin.microseconds + Int64(seconds * 1e6))))
  }

  @Test func `one line gives a position before any scan`() throws {
    var positioner = Positioner(map: try map())
    let found = positioner.update(known(x: 30, level: 1, after: 0))
    let position = try #require(found)
    #expect(position.place.distance(to: LocalPoint(x: 30, y: 0)) < 1)
    #expect(position.level == LevelKey(ordinal: 1))
    #expect(position.sources.contains(.fix))
    #expect(try #require(position.horizontalAccuracy) < 4)
  }

  @Test func `a place after hours of nothing is as sure as one before any scan`() throws {
    let later = 36_000.0
    var fresh = Positioner(map: try map())
    let first = fresh.update(known(x: 80, after: later))
    let alone = try #require(first)
    var positioner = Positioner(map: try map())
    // Scans that are like little that was surveyed.
    for observation in Corridor.walk(seconds: 20) {
      guard case .scan(var scan) = observation else { continue }
      scan.readings = Array(scan.readings.prefix(2))
      _ = positioner.update(.scan(scan))
    }
    let found = positioner.update(known(x: 80, after: later))
    let position = try #require(found)
    let radius = try #require(position.horizontalAccuracy)
    #expect(abs(radius - (try #require(alone.horizontalAccuracy))) < 0.5)
    #expect(position.sources == alone.sources)
  }

  @Test func `a place that scans contradict draws the device there`() throws {
    var positioner = Positioner(map: try map())
    for observation in Corridor.walk(seconds: 10) { _ = positioner.update(observation) }
    let found = positioner.update(known(x: 80, after: 10))
    let position = try #require(found)
    #expect(position.place.distance(to: LocalPoint(x: 80, y: 0)) < 3)
  }

  @Test func `steps go on from a known place while scans are wrong by ten metres`() throws {
    func error(_ inputs: Position.Sources) throws -> Double {
      var parameters = Positioner.Parameters()
      parameters.inputs = inputs
      var positioner = Positioner(map: try map(), parameters: parameters)
      var walk = Corridor.walk(seconds: 20).map { observation in
        guard case .scan(var scan) = observation else { return observation }
        let t = scan.time.seconds(since: begin)
        scan.readings = Corridor.readings(x: 10 + 1.3 * t + 10, level: 0)
        return .scan(scan)
      }
      walk.insert(known(x: 10, after: 0), at: 0)
      let errors = positioner.positions(of: walk).map { position in
        let x = 10 + 1.3 * position.time.seconds(since: begin)
        return position.place.distance(to: LocalPoint(x: x, y: 0))
      }
      return errors.reduce(0, +) / Double(max(1, errors.count))
    }
    let all = Positioner.Parameters().inputs
    #expect(all.contains(.fix))
    let (with, without) = (try error(all), try error(all.subtracting(.fix)))
    #expect(without > 7)
    #expect(with < without - 2)
  }

  @Test func `what is no place changes nothing`() throws {
    var positioner = Positioner(map: try map())
    for (latitude, radius) in [(Double.nan, 2.0), (91, 2), (52, -1), (52, .nan), (0, 2)] {
      let place = KnownPlace(
        Coordinate(latitude: latitude, longitude: 13), radius: radius, time: begin)
      let position = positioner.update(.fix(place))
      #expect(position == nil)
    }
    #expect(!positioner.hasFix)
  }

  @Test func `a place on a level that isn't there or known to a kilometre changes nothing`() throws
  {
    var positioner = Positioner(map: try map())
    let nowhere = positioner.update(known(x: 30, level: 77, after: 0))
    let wide = positioner.update(known(x: 30, radius: 1000, after: 1))
    #expect(nowhere == nil && wide == nil && !positioner.hasFix)
  }

  @Test func `a place of an unknown level leaves the level as it is`() throws {
    var positioner = Positioner(map: try map())
    for observation in Corridor.walk(seconds: 10, level: 1) { _ = positioner.update(observation) }
    let found = positioner.update(known(x: 24, level: nil, after: 10))
    let position = try #require(found)
    #expect(position.level == LevelKey(ordinal: 1))
  }
}
