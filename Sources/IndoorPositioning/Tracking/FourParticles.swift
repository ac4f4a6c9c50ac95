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
  /// Height of a level, in those that the building is taken to have.
  var levelHeight: Float = 1
  /// Which of the particles that were last numbered it comes from; negative where it was drawn anew
  /// since.
  var past: Int32 = -1
}

/// Four particles side by side, so that they are moved and weighed together.
struct FourParticles: Sendable {
  var x = SIMD4<Float>()
  var y = SIMD4<Float>()
  var offset = SIMD4<Float>()
  var scale = SIMD4<Float>()
  var weight = SIMD4<Float>()
  var level = SIMD4<Int32>()
  var height = SIMD4<Float>()
  var levelHeight = SIMD4<Float>(repeating: 1)
  var past = SIMD4<Int32>(repeating: -1)

  /// One of the four.
  @inline(__always)
  subscript(lane: Int) -> Particle {
    get {
      Particle(
        x: x[lane], y: y[lane], offset: offset[lane], scale: scale[lane], weight: weight[lane],
        level: level[lane], height: height[lane], levelHeight: levelHeight[lane],
        past: past[lane])
    }
    set {
      x[lane] = newValue.x
      y[lane] = newValue.y
      offset[lane] = newValue.offset
      scale[lane] = newValue.scale
      weight[lane] = newValue.weight
      level[lane] = newValue.level
      height[lane] = newValue.height
      levelHeight[lane] = newValue.levelHeight
      past[lane] = newValue.past
    }
  }

  /// The weights of those on a level; 0 for the others.
  @inline(__always)
  func weight(on level: Int32) -> SIMD4<Float> {
    SIMD4().chosen(weight, where: self.level .== level)
  }
}
