/// One guess at where the device is, and at what its heading and steps are off by.
struct Particle: Sendable {
  /// Metres east.
  var x: Float
  /// Metres north.
  var y: Float
  /// Course less the heading that motion gives, in radians clockwise.
  var offset: Float
  /// True step length over the one that motion gives.
  var scale: Float
  /// Weight; all sum to 1 after each scan.
  var weight: Float
  /// Index of the level.
  var level: Int32
}

/// Four particles side by side, so that they are moved and weighed together.
struct FourParticles {
  var x = SIMD4<Float>()
  var y = SIMD4<Float>()
  var offset = SIMD4<Float>()
  var scale = SIMD4<Float>()
  var weight = SIMD4<Float>()
  var level = SIMD4<Int32>()

  /// The particles from a place on; where they end, the last one again, without weight.
  @inline(__always)
  init(_ particles: UnsafeMutableBufferPointer<Particle>, at start: Int) {
    for lane in 0..<4 {
      let particle = particles[min(start + lane, particles.count - 1)]
      x[lane] = particle.x
      y[lane] = particle.y
      offset[lane] = particle.offset
      scale[lane] = particle.scale
      weight[lane] = start + lane < particles.count ? particle.weight : 0
      level[lane] = particle.level
    }
  }

  /// Puts back as many as there are.
  @inline(__always)
  func store(in particles: UnsafeMutableBufferPointer<Particle>, at start: Int) {
    for lane in 0..<4 where start + lane < particles.count {
      particles[start + lane] = Particle(
        x: x[lane], y: y[lane], offset: offset[lane], scale: scale[lane], weight: weight[lane],
        level: level[lane])
    }
  }
}
