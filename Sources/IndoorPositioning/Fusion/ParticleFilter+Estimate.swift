import IndoorGeometry
import IndoorLibc

extension ParticleFilter {
  /// What the particles say together.
  struct Estimate: Sendable {
    /// Metres east.
    var x: Double
    /// Metres north.
    var y: Double
    /// Index of the level.
    var level: Int
    /// Share of the weight on that level, 0 to 1.
    var levelShare: Double
    /// Root mean square distance of the level's particles from the place, in metres.
    var spread: Double
    /// Mean distance of the level's particles from the nearest surveyed place, in metres, 12 at most.
    var fromSurvey: Double
  }

  /// The likeliest level and the geometric median of its particles: the place with the least expected distance. `nil`
  /// before the first scan.
  mutating func estimate() -> Estimate? {
    guard isStarted else { return nil }
    for level in levelShares.indices { levelShares[level] = 0 }
    for particle in particles { levelShares[Int(particle.level)] += particle.weight }
    var level = 0
    for index in levelShares.indices where levelShares[index] > levelShares[level] {
      level = index
    }
    guard levelShares[level] > 0 else { return nil }
    var (x, y) = mean(on: level)
    for _ in 0..<parameters.medianIterations { (x, y) = closerToMedian(x, y, on: level) }
    var (squares, fromSurvey) = (Float(0), Float(0))
    for particle in particles where Int(particle.level) == level {
      let dx = particle.x - x
      let dy = particle.y - y
      squares += particle.weight * (dx * dx + dy * dy)
      fromSurvey +=
        particle.weight * ground.distance(x: particle.x, y: particle.y, level: level)
    }
    return Estimate(
      x: Double(x), y: Double(y), level: level, levelShare: Double(min(1, levelShares[level])),
      spread: Double((squares / levelShares[level]).squareRoot()),
      fromSurvey: Double(fromSurvey / levelShares[level]))
  }

  private func mean(on level: Int) -> (Float, Float) {
    var (x, y) = (Float(0), Float(0))
    for particle in particles where Int(particle.level) == level {
      x += particle.x * particle.weight
      y += particle.y * particle.weight
    }
    return (x / levelShares[level], y / levelShares[level])
  }

  /// One iteration of Weiszfeld (1937), "Sur le point pour lequel la somme des distances de n points donnés est minimum".
  private func closerToMedian(_ x: Float, _ y: Float, on level: Int) -> (Float, Float) {
    var (sumX, sumY, sum) = (Float(0), Float(0), Float(0))
    for particle in particles where Int(particle.level) == level {
      let dx = particle.x - x
      let dy = particle.y - y
      let weight = particle.weight / max(0.5, (dx * dx + dy * dy).squareRoot())
      sumX += weight * particle.x
      sumY += weight * particle.y
      sum += weight
    }
    return (sumX / sum, sumY / sum)
  }

  /// A compass's heading, turned by the offset that places and walls have taught the particles: where the device faces as
  /// far as it is carried the way it looks, and where it moves.
  ///
  /// The deviation is the particles' and what they can't know, as they agree too soon: on the malls' survey walks, 8.5° about
  /// the line between two waypoints however close they are. What the heading lost lately (a gap, another carry) is added.
  func aided(_ heading: Heading) -> Heading {
    var (east, north) = (Float(0), Float(0))
    for particle in particles {
      east += particle.weight * sinf(particle.offset)
      north += particle.weight * cosf(particle.offset)
    }
    // Of a wrapped normal distribution (Mardia and Jupp 2000, eq. 3.4.15): σ² = -2 ln R.
    let length = min(1, Double(hypot(east, north)))
    let deviation = length > 0 ? Angle.degrees((-2 * log(length)).squareRoot()) : 180
    let agreed = 0.55 * min(16, deviation)
    let lost = max(0, heading.accuracy * heading.accuracy - 12 * 12)
    return Heading(
      degrees: Angle.compass(heading.degrees + Angle.degrees(Double(atan2(east, north)))),
      accuracy: min(180, (8.5 * 8.5 + agreed * agreed + lost).squareRoot()))
  }
}
