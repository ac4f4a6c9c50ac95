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
  /// Metres above that level's floor, by the barometer.
  var height: Float = 0
  /// Height of a storey, in those that the building is taken to have.
  var storey: Float = 1
}

/// Four particles side by side, as far as steps and walls change them, so that they are moved and weighed together.
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
      particles[start + lane].x = x[lane]
      particles[start + lane].y = y[lane]
      particles[start + lane].offset = offset[lane]
      particles[start + lane].scale = scale[lane]
      particles[start + lane].weight = weight[lane]
      particles[start + lane].level = level[lane]
    }
  }
}
