import IndoorGeometry
import IndoorLibc

/// Uniform and normal numbers that a seed determines, the same on every platform.
struct RandomSource: Sendable {
  private var bits: SplitMix64
  /// The table, at hand: what is static is asked for by a call.
  private let quantiles = Self.quantiles

  init(seed: UInt64) { bits = SplitMix64(seed: seed) }

  /// Uniform in [0, 1).
  mutating func uniform() -> Float { Float(bits.next() &>> 40) * 0x1p-24 }

  /// Normal with mean 0 and standard deviation 1, by a table of its quantiles: 2,048 of them reach
  /// ±3.5.
  mutating func normal() -> Float { quantiles[Int(bits.next() &>> 53)] }

  /// Two independent normals of one draw.
  mutating func normals() -> (Float, Float) {
    let drawn = bits.next()
    return (quantiles[Int(drawn &>> 53)], quantiles[Int((drawn &>> 20) & 2047)])
  }

  /// For each of four particles one after the other two normals. Lane by lane by name: a loop over
  /// them would go through memory.
  @inline(__always)
  mutating func fourNormals() -> (SIMD4<Float>, SIMD4<Float>) {
    let (first, second, third, last) = (normals(), normals(), normals(), normals())
    return (
      SIMD4(first.0, second.0, third.0, last.0), SIMD4(first.1, second.1, third.1, last.1)
    )
  }

  /// The same with a third normal of another draw after each two.
  @inline(__always)
  mutating func fourTriples() -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let (first, a) = (normals(), normal())
    let (second, b) = (normals(), normal())
    let (third, c) = (normals(), normal())
    let (last, d) = (normals(), normal())
    return (
      SIMD4(first.0, second.0, third.0, last.0), SIMD4(first.1, second.1, third.1, last.1),
      SIMD4(a, b, c, d)
    )
  }

  private static let quantiles: ContiguousArray<Float> = {
    var quantiles = ContiguousArray<Float>()
    let count = 2048
    for index in 0..<count {
      quantiles.append(Float(normalQuantile((Double(index) + 0.5) / Double(count))))
    }
    return quantiles
  }()

  /// Quantile of the normal distribution by Newton's method on `erfc`.
  private static func normalQuantile(_ probability: Double) -> Double {
    var z = 0.0
    for _ in 0..<60 {
      let error = 0.5 * erfc(-z / 2.0.squareRoot()) - probability
      let density = exp(-z * z / 2) / (2 * Double.pi).squareRoot()
      let step = max(-0.5, min(0.5, error / density))
      z -= step
      if abs(step) < 1e-13 { break }
    }
    return z
  }
}
