import IndoorGeometry
import IndoorLibc

extension ParticleFilter {
  /// Moves every particle one step.
  mutating func step(_ stride: MotionTracker.Stride, isOnStairs: Bool) {
    setAbsolute(stride.isAbsolute)
    // A compass's error is a Gauss-Markov process; without a compass the offset stays what it is.
    let decay = isAbsolute ? Float(exp(-stride.elapsed / parameters.offsetTime)) : 1
    let drive = Float(parameters.offsetSigma) * (1 - decay * decay).squareRoot()
    move(
      length: Float(isOnStairs ? min(stride.length, parameters.tread) : stride.length),
      lengthNoise: Float(parameters.lengthNoise),
      heading: Float(stride.heading), headingNoise: Float(parameters.headingNoise),
      decay: decay, drive: drive, isStraight: stride.isStraight && !isOnStairs)
  }

  /// Lets time pass beside the steps. Without motion sensors each particle keeps walking its own way.
  mutating func drift(elapsed: Double, hasMotion: Bool) {
    guard !hasMotion else {
      let sigma = Float(parameters.drift * max(0, elapsed).squareRoot())
      var random = random
      particles.withUnsafeMutableBufferPointer { particles in
        for i in particles.indices {
          let (a, b) = random.normals()
          particles[i].x += sigma * a
          particles[i].y += sigma * b
        }
      }
      self.random = random
      return
    }
    setAbsolute(false)
    var left = min(60, max(0, elapsed))
    while left > 0 {
      let piece = min(1, left)
      left -= piece
      move(
        length: Float(parameters.pace * piece), lengthNoise: Float(parameters.paceNoise),
        heading: 0, headingNoise: 0, decay: 1,
        drive: Float(parameters.turnNoise * piece.squareRoot()))
    }
  }

  /// Where headings come from another source, no offset is known any more.
  mutating func setAbsolute(_ absolute: Bool) {
    guard absolute != isAbsolute else { return }
    isAbsolute = absolute
    for i in particles.indices { particles[i].offset = newOffset() }
  }

  mutating func move(
    length: Float, lengthNoise: Float, heading: Float, headingNoise: Float, decay: Float,
    drive: Float, isStraight: Bool = false
  ) {
    let mean = isAbsolute ? Float(parameters.offsetMean) : 0
    let corridor = usesMap && isStraight ? Float(parameters.corridor) : 0
    let corridors = corridors
    var random = random
    particles.withUnsafeMutableBufferPointer { particles in
      for start in stride(from: 0, to: particles.count, by: 4) {
        var four = FourParticles(particles, at: start)
        var (a, b, c) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        for lane in 0..<4 {
          (a[lane], b[lane]) = random.normals()
          c[lane] = random.normal()
        }
        four.offset = mean + (four.offset - mean) * decay + drive * a
        let course = heading + four.offset + headingNoise * c
        let distance = length * four.scale * (1 + lengthNoise * b)
        let (sine, cosine) = course.sineAndCosine
        four.x += distance * sine
        four.y += distance * cosine
        if corridor > 0 {
          let logarithms = corridors.logarithms(
            ofCourses: course, x: four.x, y: four.y, levels: four.level)
          four.weight *= (corridor * logarithms).exponential
        }
        four.store(in: particles, at: start)
      }
    }
    self.random = random
    if usesMap { avoidWalls() }
  }

  /// An offset of which nothing is known but whether the heading is a compass's.
  mutating func newOffset() -> Float {
    isAbsolute
      ? Float(parameters.offsetMean) + Float(parameters.offsetSigma) * random.normal()
      : (random.uniform() * 2 - 1) * Float.pi
  }
}
