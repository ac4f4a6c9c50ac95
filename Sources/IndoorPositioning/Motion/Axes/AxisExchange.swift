/// A way to exchange axes and signs.
struct AxisExchange {
  private let axes: SIMD3<Int>
  private let signs: SIMD3<Double>

  static let none = AxisExchange(axes: SIMD3(0, 1, 2), signs: SIMD3(repeating: 1))
  static let negation = AxisExchange(axes: SIMD3(0, 1, 2), signs: SIMD3(repeating: -1))

  /// All 48.
  static let all: [AxisExchange] = [
    SIMD3(0, 1, 2), SIMD3(0, 2, 1), SIMD3(1, 0, 2), SIMD3(1, 2, 0), SIMD3(2, 0, 1), SIMD3(2, 1, 0),
  ].flatMap { axes in
    (0..<8).map { bits in
      let signs = SIMD3<Int>(bits & 1, bits >> 1 & 1, bits >> 2 & 1)
      return AxisExchange(axes: axes, signs: 1 - 2 * SIMD3<Double>(signs))
    }
  }

  func apply(_ vector: Vector3) -> Vector3 {
    let from = SIMD3(vector.x, vector.y, vector.z)
    let to = SIMD3(from[axes.x], from[axes.y], from[axes.z]) * signs
    return Vector3(x: to.x, y: to.y, z: to.z)
  }
}
