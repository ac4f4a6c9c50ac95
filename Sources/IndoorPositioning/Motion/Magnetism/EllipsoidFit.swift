/// Least squares of an ellipsoid through points, added one by one.
///
/// Fitted is x'Ax + b'x + c = 0 with the trace of A held at 3, so that no scale is free and the
/// surface may pass through any point: nine unknowns, linear. They are the five that A may differ
/// from a sphere's by, b, and c.
struct EllipsoidFit: Sendable {
  private static let count = 9
  /// µT that count as one, so that all sums are of a size.
  private static let unit = 50.0
  /// A sphere is assumed with the weight of so many points.
  private static let prior = 1.0

  private var origin: Vector3?
  /// Sum of the squared targets.
  private var targets = 0.0
  /// Sums of products of regressors, row by row, then of regressors with the target.
  private var sums = ContiguousArray(repeating: 0.0, count: count * count + count)
  private var work = ContiguousArray(repeating: 0.0, count: count * count + count)

  /// Adds a point, after all that was is kept to a part.
  mutating func add(_ point: Vector3, keep: Double) {
    let origin = origin ?? point
    self.origin = origin
    let v = (point - origin) * (1 / Self.unit)
    let low = SIMD8(
      v.x * v.x - v.z * v.z, v.y * v.y - v.z * v.z, 2 * v.x * v.y, 2 * v.x * v.z, 2 * v.y * v.z,
      v.x, v.y, v.z)
    let target = -v.squaredLength
    targets = targets * keep + target * target
    let n = Self.count
    for i in 0..<n {
      let a = i < 8 ? low[i] : 1
      for j in 0...i {
        sums[i * n + j] = sums[i * n + j] * keep + a * (j < 8 ? low[j] : 1)
      }
      sums[n * n + i] = sums[n * n + i] * keep + a * target
    }
  }

  /// The correction that makes the ellipsoid a sphere around nothing, and how much of it the points
  /// cover, 0 to 1; `nil` where they don't lie on one.
  mutating func correction(largestStretch: Double) -> (MagnetometerCorrection, coverage: Double)? {
    guard let origin, solve() else { return nil }
    let p = work[(Self.count * Self.count)...]
    let s = p.startIndex
    let a = SymmetricMatrix3(
      xx: 1 + p[s], yy: 1 + p[s + 1], zz: 1 - p[s] - p[s + 1], xy: p[s + 2], xz: p[s + 3],
      yz: p[s + 4])
    let (smallest, largest) = a.eigenvalues
    guard smallest > 0, largest <= largestStretch * largestStretch * smallest,
      let inverse = a.inverse, let root = a.squareRoot
    else { return nil }
    let middle = inverse * Vector3(x: p[s + 5], y: p[s + 6], z: p[s + 7]) * -0.5
    let turned = a * middle
    let square =
      middle.x * turned.x + middle.y * turned.y + middle.z * turned.z - p[s + 8]
    guard square.isFinite, square > 0 else { return nil }
    let correction = MagnetometerCorrection(
      strength: square.squareRoot() * Self.unit, hard: origin + middle * Self.unit, soft: root)
    return (correction, coverage(around: middle, radius: square.squareRoot()))
  }

  /// How far the points of the latest solution lie from the ellipsoid, as a part of its radius,
  /// root mean square.
  func misfit(radius: Double) -> Double {
    let n = Self.count
    let square = (radius / Self.unit) * (radius / Self.unit)
    var rest = targets
    for i in 0..<n { rest -= work[n * n + i] * sums[n * n + i] }
    // Near the surface the equation's left side is twice the radius times the distance.
    return (max(0, rest) / sums[n * n - 1]).squareRoot() / (2 * square)
  }

  /// Thrice the least variance along any direction, of points on a sphere of radius 1: 1 where they
  /// are spread evenly, 0 where they lie in a plane; less by how far their mean is from the middle,
  /// as half a sphere's is.
  private func coverage(around middle: Vector3, radius: Double) -> Double {
    let one = 8 * Self.count
    let count = sums[one + 8]
    guard count > 0, radius > 0 else { return 0 }
    let all = -sums[Self.count * Self.count + 8]
    let zz = (all - sums[one] - sums[one + 1]) / 3
    let mean = Vector3(x: sums[one + 5], y: sums[one + 6], z: sums[one + 7]) * (1 / count)
    let m = middle
    let spread = SymmetricMatrix3(
      xx: (sums[one] + zz) / count - 2 * m.x * mean.x + m.x * m.x,
      yy: (sums[one + 1] + zz) / count - 2 * m.y * mean.y + m.y * m.y,
      zz: zz / count - 2 * m.z * mean.z + m.z * m.z,
      xy: sums[one + 2] / 2 / count - m.x * mean.y - m.y * mean.x + m.x * m.y,
      xz: sums[one + 3] / 2 / count - m.x * mean.z - m.z * mean.x + m.x * m.z,
      yz: sums[one + 4] / 2 / count - m.y * mean.z - m.z * mean.y + m.y * m.z)
    let least = 3 * spread.eigenvalues.smallest / (radius * radius)
    return max(0, min(1, least)) * max(0, 1 - (mean - m).length / radius)
  }

  /// Solves the normal equations by Cholesky's decomposition; the solution is in `work` behind the
  /// matrix.
  private mutating func solve() -> Bool {
    let n = Self.count
    for i in work.indices { work[i] = sums[i] }
    for i in 0..<5 { work[i * n + i] += Self.prior }
    for i in 0..<n {
      for j in 0...i {
        var value = work[i * n + j]
        for k in 0..<j { value -= work[i * n + k] * work[j * n + k] }
        if i == j {
          guard value > 1e-12 else { return false }
          work[i * n + i] = value.squareRoot()
        } else {
          work[i * n + j] = value / work[j * n + j]
        }
      }
    }
    let x = n * n
    for i in 0..<n {
      for k in 0..<i { work[x + i] -= work[i * n + k] * work[x + k] }
      work[x + i] /= work[i * n + i]
    }
    for i in (0..<n).reversed() {
      for k in (i + 1)..<n { work[x + i] -= work[k * n + i] * work[x + k] }
      work[x + i] /= work[i * n + i]
    }
    return work[x...].allSatisfy(\.isFinite)
  }
}
