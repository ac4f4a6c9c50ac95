import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

@_spi(Measuring) import IndoorPositioning

/// Recordings that are too long to be located as usual.
struct ReliefTests {
  private let usual = Positioner.Parameters()

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: 1_574_572_000_000_000 + Int64(seconds * 1e6))
  }

  private func scans(_ count: Int) -> [Observation] {
    (0..<count).map { .scan(Scan(time: time(Double($0)), readings: [])) }
  }

  private func pressures(_ count: Int, apart seconds: Double) -> [Observation] {
    (0..<count).map { .pressure(time: time(Double($0) * seconds), hectopascals: 1013) }
  }

  @Test func `visits are located as usual, by the hour and by the day`() throws {
    for isSmoothed in [false, true] {
      #expect(Relief(for: [], usual, isSmoothed: isSmoothed) == nil)
      let walk = Corridor.walk(seconds: 3600)
      #expect(Relief(for: walk, usual, isSmoothed: isSmoothed) == nil)
    }
    #expect(Relief(for: pressures(86_400, apart: 1), usual, isSmoothed: false) == nil)
    #expect(Relief(for: scans(86_400), usual, isSmoothed: false) == nil)
  }

  @Test func `weeks of scans get fewer particles, and tracks of them fewer ways`() throws {
    let weeks = scans(600_000)
    let relief = try #require(Relief(for: weeks, usual, isSmoothed: false))
    let relieved = usual.relieved(by: relief)
    #expect(relieved.particleCount < 1000 && relieved.particleCount >= 50)
    let track = try #require(Relief(for: weeks, usual, isSmoothed: true))
    #expect(track.share < relief.share)
    // Each position that looks back takes its time, too.
    var lagged = usual
    lagged.lag = 5
    #expect(try #require(Relief(for: weeks, lagged, isSmoothed: false)).share < relief.share)
    #expect(Relief(for: Corridor.walk(seconds: 3600), lagged, isSmoothed: false) == nil)
  }

  /// What goes through the rows takes as long with any particles: they are fewer for it only as far
  /// as that helps.
  @Test func `maps of many rows leave fewer particles, and never hardly any`() throws {
    let days = scans(190_000)
    let few = Relief(for: days, usual, rows: 500, isSmoothed: false)
    let many = try #require(Relief(for: days, usual, rows: 20_000, isSmoothed: false))
    let vast = try #require(Relief(for: days, usual, rows: 20_000_000, isSmoothed: false))
    #expect(many.share < few?.share ?? 1)
    #expect(vast.share > 0.1)
    // Two hours, and a day on a map of a survey of weeks, are located as usual.
    #expect(Relief(for: scans(7200), usual, rows: 250_000, isSmoothed: false) == nil)
    #expect(Relief(for: scans(86_400), usual, rows: 20_000, isSmoothed: false) == nil)
  }

  /// A walker who turns by σ = 0.4 rad in the root of a second keeps a direction for 2 / σ² = 12.5
  /// s, and at 1.4 m/s is 48 m from where a minute began: √(2 v² τ (t - τ (1 - exp(-t / τ)))).
  @Test func `pauses of years are walked in pieces, and lead as far`() throws {
    let years = (0..<900_000).map {
      Observation.scan(Scan(time: time(Double($0) * 300), readings: []))
    }
    let relief = try #require(Relief(for: years, usual, isSmoothed: false))
    #expect(relief.pauseStep > 1 && relief.pauseStep <= 20)
    let map = PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map()))
    var inPieces = usual.relieved(by: relief)
    var bySeconds = usual
    bySeconds.interval = inPieces.interval
    func radius(_ parameters: Positioner.Parameters) throws -> Double {
      var positioner = Positioner(map: map, parameters: parameters)
      let heard = Scan(time: time(0), readings: Corridor.readings(x: 10, level: 0))
      _ = positioner.update(.scan(heard))
      return try #require(positioner.advance(to: time(300))?.horizontalAccuracy)
    }
    let radii = try (0..<9).map { seed in
      (inPieces.seed, bySeconds.seed) = (UInt64(seed), UInt64(seed))
      return try radius(inPieces) / radius(bySeconds)
    }
    let mean = radii.reduce(0, +) / 9
    #expect(mean > 0.8 && mean < 1.25, "\(radii)")
  }

  @Test func `silences of months have positions more rarely, and as evenly`() throws {
    let relief = try #require(
      Relief(for: pressures(100_000, apart: 300), usual, isSmoothed: false))
    #expect(relief.interval > 1 && relief.interval <= 300)
    var parameters = usual
    parameters.interval = 60
    let map = PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map()))
    var positioner = Positioner(map: map, parameters: parameters)
    let heard = [0.0, 230].map {
      Observation.scan(Scan(time: time($0), readings: Corridor.readings(x: 10, level: 0)))
    }
    let seconds = positioner.positions(of: heard).map { $0.time.seconds(since: time(0)) }
    #expect(seconds == [0, 60, 120, 180, 230])
  }
}
