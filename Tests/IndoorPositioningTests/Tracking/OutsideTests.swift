import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import TestWorlds
import Testing

/// What is said where nobody surveyed.
@Suite struct OutsideTests {
  @Test func `a gap in the survey is told while it is crossed, by a radius that holds the error`()
    throws
  {
    let map = try #require(Corridor.map(unsurveyed: 35..<66))
    var positioner = Positioner(map: PositioningMap(frame: Corridor.frame, map: map))
    var (inside, across): ([Position], [Position]) = ([], [])
    var (toldInside, toldAcross) = (0, 0)
    for observation in Corridor.walk(seconds: 45) {
      guard let position = positioner.update(observation) else { continue }
      let x =
        10 + 1.3 * position.time.seconds(since: Timestamp(microseconds: 1_574_572_000_000_000))
      let isTold = positioner.conditions.contains(.outsideCoverage)
      let error = position.place.distance(to: LocalPoint(x: x, y: 0))
      if x < 30 {
        inside.append(position)
        toldInside += isTold ? 1 : 0
      } else if x > 42, x < 60 {
        across.append(position)
        toldAcross += isTold ? 1 : 0
        #expect(error < (position.horizontalAccuracy ?? 0), "at \(x) m")
      }
    }
    #expect(toldInside == 0)
    #expect(Double(toldAcross) > 0.8 * Double(across.count))
    let widest = inside.compactMap(\.horizontalAccuracy).max() ?? .infinity
    for position in across { #expect(position.horizontalAccuracy ?? 0 > widest) }
  }

  @Test func `what was surveyed exceeds nothing, and what is louder exceeds it by its share`()
    throws
  {
    let map = try #require(Corridor.map())
    var matcher = CosineScores(index: CosineIndex(map: map))
    #expect(matcher.match(Corridor.readings(x: 50, level: 0)) > 0)
    // Strengths are kept to a 255th.
    #expect(matcher.excess < 0.005)
    // A transmitter of the lower level, heard at -40 dBm at most there, as strength ((dBm - min) /
    // -min)².
    let weakest = Double(map.rssi.min() ?? 0) - 1
    func strength(_ dBm: Double) -> Double {
      ((dBm - weakest) / -weakest) * ((dBm - weakest) / -weakest)
    }
    #expect(matcher.match([Reading(transmitter: .wifi(1), rssi: -20)]) == 1)
    let share = 1 - strength(-40) / strength(-20)
    #expect(abs(Double(matcher.excess) - share) < 0.005)
  }

  @Test func `no sign of an error makes the radius smaller, and it stays within its bounds`() {
    let model = AccuracyModel()
    for path: WritableKeyPath<AccuracyFeatures, Double> in [
      \.spread, \.surprise, \.excess, \.similarity,
    ] {
      for distance in [0.0, 1, 3, 12] {
        var features = AccuracyFeatures()
        (features.spread, features.similarity, features.fromSurvey) = (3, 0.85, distance)
        var last = 0.0
        for step in 0...40 {
          // Similarity falls from 1 to 0; the others grow.
          features[keyPath: path] = path == \.similarity ? 1 - Double(step) / 40 : Double(step) / 4
          let radius = model.radius(features)
          #expect(radius >= last && radius >= model.minimum && radius <= model.maximum)
          last = radius
        }
      }
    }
  }

  @Test func `absurd features have a radius all the same`() {
    let model = AccuracyModel()
    var features = AccuracyFeatures()
    (features.spread, features.similarity, features.surprise) = (.infinity, -.infinity, .infinity)
    (features.excess, features.fromSurvey) = (.infinity, .infinity)
    #expect(model.radius(features) >= model.minimum && model.radius(features) <= model.maximum)
  }
}
