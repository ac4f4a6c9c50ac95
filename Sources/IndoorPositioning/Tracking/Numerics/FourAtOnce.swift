import IndoorGeometry

/// Sines and exponentials of four numbers at once: in a fraction of the C library's time, and the
/// same on every platform.
///
/// Arguments are reduced after Cody and Waite (1980, "Software Manual for the Elementary
/// Functions"); the polynomials are minimax fits.
extension SIMD4<Float> {
  /// Added to a small number and taken away again, it leaves the nearest whole one.
  private static let rounder: Float = 12_582_912

  @inline(__always)
  private var bits: SIMD4<UInt32> { unsafeBitCast(self, to: SIMD4<UInt32>.self) }

  @inline(__always)
  private init(bits: SIMD4<UInt32>) { self = unsafeBitCast(bits, to: Self.self) }

  /// Others where a mask says so; `replacing(with:where:)` asks for each lane, and is often guessed
  /// wrong.
  @inline(__always)
  func chosen(_ other: Self, where mask: SIMDMask<SIMD4<Int32>>) -> Self {
    let mask = unsafeBitCast(mask, to: SIMD4<UInt32>.self)
    return Self(bits: (other.bits & mask) | (bits & ~mask))
  }

  /// The numbers without their signs.
  @inline(__always)
  var magnitudes: Self { Self(bits: bits & 0x7FFF_FFFF) }

  /// The nearest whole numbers, of numbers below four million.
  @inline(__always)
  var nearest: Self { (self + Self.rounder) - Self.rounder }

  /// The whole numbers below, of numbers from 0 to four million; of others something below nine
  /// million.
  @inline(__always)
  package var wholeParts: SIMD4<UInt32> {
    let nearest = nearest
    // From eight million on a Float's last 23 bits count whole numbers. A mask is -1 where it is
    // set.
    let whole = (nearest + 8_388_608).bits &+ unsafeBitCast(nearest .> self, to: SIMD4<UInt32>.self)
    return whole & 0x7F_FFFF
  }

  /// The sines and cosines of angles in radians, to 1e-7, of angles below a thousand turns.
  @inline(__always)
  package var sineAndCosine: (sine: Self, cosine: Self) {
    let shifted = self * (2 / Float.pi) + Self.rounder
    let quadrant = shifted.bits
    let turns = shifted - Self.rounder
    // π/2 in three parts, the first two of so few bits that products with small whole numbers are
    // exact.
    let r = ((self - turns * 1.5703125) - turns * 4.837512969970703e-4) - turns * 7.549790126e-8
    let z = r * r
    let sine = r + r * z * ((z * -1.95169685e-4 + 8.33217576e-3) * z - 0.166666549)
    let cosine =
      ((z * 2.4438075e-5 - 1.38873643e-3) * z + 4.16666468e-2) * z * z - z * 0.5 + 1
    let isOdd = (quadrant & 1) .== 1
    let sineSign = (quadrant & 2) &<< 30
    let cosineSign = ((quadrant &+ 1) & 2) &<< 30
    return (
      Self(bits: sine.chosen(cosine, where: isOdd).bits ^ sineSign),
      Self(bits: cosine.chosen(sine, where: isOdd).bits ^ cosineSign)
    )
  }

  /// e to the powers of numbers from -80 to 80, to a part in 1e7.
  @inline(__always)
  package var exponential: Self {
    let shifted = self * 1.442695041 + Self.rounder
    let doublings = shifted - Self.rounder
    let r = (self - doublings * 0.693359375) + doublings * 2.12194440e-4
    let p = (((r * 1.3950523e-3 + 8.36891958e-3) * r + 4.16662053e-2) * r + 0.166665186) * r + 0.5
    // The power of two goes to the exponent's bits.
    return Self(bits: (p * r * r + r + 1).bits &+ (shifted.bits &<< 23))
  }
}

extension SIMDMask<SIMD4<Int32>> {
  /// Whether a lane is set: the standard library's `any` asks each of them.
  @inline(__always)
  var isSetSomewhere: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}

extension Float {
  /// Adds four numbers one after the other, as a loop over particles would.
  @inline(__always)
  mutating func add(_ four: SIMD4<Self>) {
    self += four[0]
    self += four[1]
    self += four[2]
    self += four[3]
  }
}
