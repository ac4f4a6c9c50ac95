import IndoorGeometry
import IndoorLibc

extension ParticleSet {
  /// What the particles say together.
  struct Estimate: Sendable {
    /// Metres east and north.
    var place: LocalPoint
    /// Index of the level.
    var level: Int
    /// Share of the weight on that level, 0 to 1.
    var levelShare: Double
    /// Root mean square distance of the level's particles from the place, in metres.
    var spread: Double
    /// Mean distance of the level's particles from the nearest surveyed place, in metres, 12 at
    /// most.
    var fromSurvey: Double
  }

  /// Iterations of the geometric median.
  private static let medianIterations = 3
  /// Metres below which a particle draws the geometric median no more: it would divide by nothing.
  private static let nearest: Float = 0.5

  /// The likeliest level and the geometric median of its particles: the place with the least
  /// expected distance. `nil` where there are none.
  mutating func estimate(_ surveyed: SurveyedGround) -> Estimate? {
    guard let (level, total) = likeliestLevel(), total > 0 else { return nil }
    var (x, y) = mean(on: level, total)
    for _ in 0..<Self.medianIterations { (x, y) = closerToMedian(x, y, on: level) }
    var (squares, fromSurvey) = (Float(0), Float(0))
    forEachFour { four in
      for lane in 0..<4 where four.level[lane] == level {
        let dx = four.x[lane] - x
        let dy = four.y[lane] - y
        squares += four.weight[lane] * (dx * dx + dy * dy)
        fromSurvey +=
          four.weight[lane]
          * surveyed.distance(x: four.x[lane], y: four.y[lane], level: Int(level))
      }
    }
    return Estimate(
      place: LocalPoint(x: Double(x), y: Double(y)), level: Int(level),
      levelShare: Double(min(1, total)), spread: Double((squares / total).squareRoot()),
      fromSurvey: Double(fromSurvey / total))
  }

  private func mean(on level: Int32, _ total: Float) -> (Float, Float) {
    var (x, y) = (Float(0), Float(0))
    forEachFour { four in
      for lane in 0..<4 where four.level[lane] == level {
        x += four.x[lane] * four.weight[lane]
        y += four.y[lane] * four.weight[lane]
      }
    }
    return (x / total, y / total)
  }

  /// One iteration of Weiszfeld (1937), "Sur le point pour lequel la somme des distances de n
  /// points donnés est minimum".
  private func closerToMedian(_ x: Float, _ y: Float, on level: Int32) -> (Float, Float) {
    var (sumX, sumY, sum) = (Float(0), Float(0), Float(0))
    forEachFour { four in
      for lane in 0..<4 where four.level[lane] == level {
        let dx = four.x[lane] - x
        let dy = four.y[lane] - y
        let weight = four.weight[lane] / max(Self.nearest, (dx * dx + dy * dy).squareRoot())
        sumX += weight * four.x[lane]
        sumY += weight * four.y[lane]
        sum += weight
      }
    }
    return (sumX / sum, sumY / sum)
  }

  /// The mean direction of the particles' heading offsets, in radians clockwise, and its length, 0
  /// to 1: how far they agree.
  func meanOffset() -> (direction: Double, length: Double) {
    var (east, north) = (Float(0), Float(0))
    forEachFour { four in
      for lane in 0..<4 {
        east += four.weight[lane] * sinf(four.offset[lane])
        north += four.weight[lane] * cosf(four.offset[lane])
      }
    }
    return (Double(atan2(east, north)), min(1, Double(hypot(east, north))))
  }
}
