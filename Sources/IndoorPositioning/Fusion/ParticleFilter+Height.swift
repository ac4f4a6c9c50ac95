import IndoorGeometry
import IndoorLibc

/// Air pressure tells how far a device went up or down, but not where from: each particle knows how high it is above the floor
/// of its level, and how high it takes a storey to be.
extension ParticleFilter {
  /// Moves the particles up, or down where it is negative, and those that come nearer to another level's floor onto that.
  mutating func rise(_ piece: HeightTracker.Piece) {
    let level = likeliestLevel()
    guard level >= 0 else { return }
    storey.take(
      piece.metres, calm: piece.calm, level: level, share: levelShares[Int(level)],
      storeys: storeys)
    heightDoubt *= exp(-piece.calm / parameters.weatherTime)
    heightDoubt += abs(piece.metres) * storey.doubt
    let rise = Float(piece.metres)
    let nearby = Float(exp(-piece.calm / parameters.arrivalTime))
    let between = Float(exp(-piece.calm / parameters.weatherTime))
    // On stairs it may be a landing, in a lift it is none.
    let share = Float(piece.isFast ? 0.5 : parameters.changeOfLevel)
    let height = Float(storey.height)
    for i in particles.indices {
      let storey = height * particles[i].storey
      particles[i].height += rise
      // Near a floor somebody stands on it; half-way between two it may be a landing.
      particles[i].height *= abs(particles[i].height) < 0.25 * storey ? nearby : between
      if abs(particles[i].height) > share * storey { changeLevel(ofParticle: i, share: share) }
    }
  }

  private mutating func changeLevel(ofParticle i: Int, share: Float) {
    let particle = particles[i]
    let storey = Float(storey.height) * particle.storey
    // Where the next level is in no map, the one beyond it may be.
    let most = Int(min(100, abs(particle.height) / storey + 1 - share))
    for count in stride(from: most, to: 0, by: -1) {
      let up = particle.height > 0 ? count : -count
      guard let level = storeys.level(from: particle.level, up: up) else { continue }
      particles[i].level = level
      particles[i].height -= Float(up) * storey
      // Levels are changed on stairs, escalators and lifts.
      if usesMap, walkable.hasPassages(level: Int(level)),
        !walkable.isNearPassage(x: particle.x, y: particle.y, level: Int(level))
      {
        particles[i].weight *= Float(parameters.changeElsewhere)
      }
      return
    }
  }

  /// Gives a particle that is drawn anew the height of one that is there. Where that is another level's than it was drawn on, it
  /// stands on the floor of its own, and weighs less.
  ///
  /// - Parameter kept: so many of the particles, the first ones, weren't drawn anew.
  mutating func takeHeight(for particle: inout Particle, from kept: Int) {
    let other = particles[Int(random.uniform() * Float(kept))]
    particle.storey = newStorey()
    let storey = Float(storey.height) * other.storey
    let storeys = storeys.storeys(from: other.level, to: particle.level)
    let height = other.height - Float(storeys ?? 0) * storey
    let excess = Double(abs(height) - Float(parameters.changeOfLevel) * storey)
    if storeys != nil, excess <= 0 {
      particle.height = height
    } else {
      let deviations = storeys == nil ? .infinity : excess / max(0.1, heightDoubt)
      let up = storeys.map { $0 - Int((other.height / storey).rounded()) }
      particle.weight *= max(
        belief.likelihood(storeys: up ?? .max), Float(exp(-0.5 * deviations * deviations)))
    }
  }

  /// Lets a scan speak of the level, where a barometer has told of every climb before.
  ///
  /// - Parameter elapsed: seconds since the scan before.
  mutating func believe(_ likelihood: ScanLikelihood, elapsed: Double) {
    let level = likeliestLevel()
    guard knowsHeight, level >= 0 else { return belief.restart() }
    belief.update(likelihood, level: level, storeys: storeys, elapsed: elapsed)
  }

  /// The level with the largest weight, negative where there are no particles.
  mutating func likeliestLevel() -> Int32 {
    for level in levelShares.indices { levelShares[level] = 0 }
    for particle in particles { levelShares[Int(particle.level)] += particle.weight }
    var best = -1
    for level in levelShares.indices where best < 0 || levelShares[level] > levelShares[best] {
      best = level
    }
    return particles.isEmpty ? -1 : Int32(best)
  }

  /// What a particle takes a storey to be, in the ones that the building is taken to have.
  mutating func newStorey() -> Float { 1 + Float(parameters.storeySigma) * random.normal() }
}
