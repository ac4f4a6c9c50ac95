import IndoorGeometry
import IndoorLibc

extension ParticleFilter {
  /// Weighs the particles by where they stepped.
  mutating func avoidWalls() {
    let blocked = Float(parameters.blocked)
    let levelChange = knowsHeight ? 0 : Float(parameters.levelChange)
    var sum = SIMD4<Float>()
    var squares = SIMD4<Float>()
    let (walkable, storeys) = (walkable, storeys)
    var random = random
    particles.withUnsafeMutableBufferPointer { particles in
      for start in stride(from: 0, to: particles.count, by: 4) {
        var four = FourParticles(particles, at: start)
        let kinds = walkable.kinds(x: four.x, y: four.y, levels: four.level)
        // Above what a Float can't hold: where all are in a wall, all are alike.
        let inWall = four.weight * blocked
        four.weight = four.weight.chosen(
          inWall.chosen(SIMD4(repeating: 1e-30), where: inWall .< 1e-30),
          where: kinds .== Int32(WalkableGrid.Cell.blocked.rawValue))
        for lane in 0..<4 where kinds[lane] == Int32(WalkableGrid.Cell.passage.rawValue) {
          let chance = random.uniform()
          guard chance < levelChange else { continue }
          four.level[lane] =
            storeys.level(from: four.level[lane], up: chance < levelChange / 2 ? 1 : -1)
            ?? four.level[lane]
        }
        sum += four.weight
        squares += four.weight * four.weight
        four.store(in: particles, at: start)
      }
    }
    self.random = random
    // Fewer than half of them count: Kong, Liu and Wong's (1994) effective sample size, doi:10.1080/01621459.1994.10476469.
    if sum.sum() * sum.sum() < 0.5 * Float(particles.count) * squares.sum() {
      normalise()
      resample(to: particles.count)
    }
  }

  /// Weighs the particles by a scan, and draws some anew from it; the first scan draws all.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the scan before.
  ///   - hasMotion: Whether steps told what happened since.
  ///   - trust: How far the scan counts where they did, 0 to 1.
  mutating func update(
    _ likelihood: ScanLikelihood, index: RadioIndex, elapsed: Double, hasMotion: Bool,
    trust: Double
  ) {
    let count = parameters.count
    guard isStarted else {
      for _ in 0..<count {
        particles.append(draw(likelihood, index: index, weight: 1 / Float(count), inherits: false))
      }
      surprise = 0
      return
    }
    believe(likelihood, elapsed: elapsed)
    let before = likeliestLevel()
    let background = Float(parameters.background)
    let share = min(1, max(0, elapsed / parameters.independence))
    // The less the steps tell of where the device went, the more a scan has to.
    let least =
      hasMotion
      ? (isAbsolute ? parameters.temper : parameters.temperWithoutCompass)
      : parameters.temperWithoutMotion
    // Without steps there is nothing better than a scan, however unlikely it is.
    let trust = hasMotion ? trust : 1
    let temper = Float(trust * (least + (1 - least) * share))
    var evidence: Float = 0
    for i in particles.indices {
      let particle = particles[i]
      let density = likelihood.density(x: particle.x, y: particle.y, level: Int(particle.level))
      evidence += particle.weight * density
      particles[i].weight *= powf(density + background, temper)
    }
    let earlier = surprise
    surprise = Double(logf((likelihood.peak + background) / (evidence + background)))
    normalise()
    let lost = min(
      1,
      max(
        0,
        (min(surprise, earlier) - parameters.lostFrom)
          / (parameters.lostAt - parameters.lostFrom)))
    var reset = hasMotion ? parameters.reset : parameters.resetWithoutMotion
    reset += (parameters.resetWhenLost - reset) * lost
    // A scan that is little like any row may be wrong about the place; two on end that are another level's aren't about the level.
    let isElsewhere = likelihood.levelShares[Int(before)] < 0.5
    let kept = max(1, count - Int(Double(count) * reset * (isElsewhere ? max(trust, lost) : trust)))
    resample(to: kept)
    let resetWeight = parameters.resetWeight + (1 - parameters.resetWeight) * lost
    let weight = Float(resetWeight) / Float(count)
    while particles.count < count {
      var particle = draw(likelihood, index: index, weight: weight, inherits: true)
      if knowsHeight { takeHeight(for: &particle, from: kept) }
      particles.append(particle)
    }
    normalise()
    // Where another level takes over by the scan, that is what the device is taken to be on from now.
    belief.shift(by: storeys.storeys(from: before, to: likeliestLevel()) ?? 0)
  }
}
