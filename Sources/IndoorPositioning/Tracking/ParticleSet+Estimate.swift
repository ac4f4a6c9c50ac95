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
      let weight = four.pointee.weight(on: level)
      let (dx, dy) = (four.pointee.x - x, four.pointee.y - y)
      squares.add(weight * (dx * dx + dy * dy))
      fromSurvey.add(
        weight
          * surveyed.distances(
            x: four.pointee.x, y: four.pointee.y, levels: four.pointee.level))
    }
    return Estimate(
      place: LocalPoint(x: Double(x), y: Double(y)), level: Int(level),
      levelShare: Double(min(1, total)), spread: Double((squares / total).squareRoot()),
      fromSurvey: Double(fromSurvey / total))
  }

  private func mean(on level: Int32, _ total: Float) -> (Float, Float) {
    var (x, y) = (Float(0), Float(0))
    forEachFour { four in
      let weight = four.pointee.weight(on: level)
      x.add(four.pointee.x * weight)
      y.add(four.pointee.y * weight)
    }
    return (x / total, y / total)
  }

  /// One iteration of Weiszfeld (1937), "Sur le point pour lequel la somme des distances de n
  /// points donnés est minimum".
  private func closerToMedian(_ x: Float, _ y: Float, on level: Int32) -> (Float, Float) {
    var (sumX, sumY, sum) = (Float(0), Float(0), Float(0))
    forEachFour { four in
      let (dx, dy) = (four.pointee.x - x, four.pointee.y - y)
      let distance = (dx * dx + dy * dy).squareRoot()
      let weight =
        four.pointee.weight(on: level)
        / distance.chosen(SIMD4(repeating: Self.nearest), where: distance .< Self.nearest)
      sumX.add(weight * four.pointee.x)
      sumY.add(weight * four.pointee.y)
      sum.add(weight)
    }
    return (sumX / sum, sumY / sum)
  }

  /// The mean direction of the particles' heading offsets, in radians clockwise, and its length, 0
  /// to 1: how far they agree.
  func meanOffset() -> (direction: Double, length: Double) {
    var (east, north) = (Float(0), Float(0))
    forEachFour { four in
      for lane in 0..<4 {
        east += four.pointee.weight[lane] * sinf(four.pointee.offset[lane])
        north += four.pointee.weight[lane] * cosf(four.pointee.offset[lane])
      }
    }
    return (Double(atan2(east, north)), min(1, Double(hypot(east, north))))
  }
}
