import IndoorGeometry
import IndoorLibc

/// A symmetric matrix of three rows.
struct SymmetricMatrix3: Hashable, Sendable {
  var xx: Double
  var yy: Double
  var zz: Double
  var xy: Double
  var xz: Double
  var yz: Double

  static let identity = SymmetricMatrix3(xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0)

  /// Its nine components, row by row.
  var rows: [Double] { [xx, xy, xz, xy, yy, yz, xz, yz, zz] }

  static func * (m: SymmetricMatrix3, v: Vector3) -> Vector3 {
    Vector3(
      x: m.xx * v.x + m.xy * v.y + m.xz * v.z, y: m.xy * v.x + m.yy * v.y + m.yz * v.z,
      z: m.xz * v.x + m.yz * v.y + m.zz * v.z)
  }

  /// The product of two that commute, which is symmetric again.
  static func * (a: SymmetricMatrix3, b: SymmetricMatrix3) -> SymmetricMatrix3 {
    SymmetricMatrix3(
      xx: a.xx * b.xx + a.xy * b.xy + a.xz * b.xz, yy: a.xy * b.xy + a.yy * b.yy + a.yz * b.yz,
      zz: a.xz * b.xz + a.yz * b.yz + a.zz * b.zz, xy: a.xx * b.xy + a.xy * b.yy + a.xz * b.yz,
      xz: a.xx * b.xz + a.xy * b.yz + a.xz * b.zz, yz: a.xy * b.xz + a.yy * b.yz + a.yz * b.zz)
  }

  /// Half of the sum of two.
  func mean(with b: SymmetricMatrix3) -> SymmetricMatrix3 {
    SymmetricMatrix3(
      xx: (xx + b.xx) / 2, yy: (yy + b.yy) / 2, zz: (zz + b.zz) / 2, xy: (xy + b.xy) / 2,
      xz: (xz + b.xz) / 2, yz: (yz + b.yz) / 2)
  }

  var determinant: Double {
    xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  }

  /// The inverse, or `nil` where there is none.
  var inverse: SymmetricMatrix3? {
    let d = determinant
    guard d.isFinite, abs(d) > 1e-12 else { return nil }
    return SymmetricMatrix3(
      xx: (yy * zz - yz * yz) / d, yy: (xx * zz - xz * xz) / d, zz: (xx * yy - xy * xy) / d,
      xy: (xz * yz - xy * zz) / d, xz: (xy * yz - xz * yy) / d, yz: (xy * xz - xx * yz) / d)
  }

  /// The smallest and the largest eigenvalue (Smith 1961, doi:10.1145/355578.366316).
  var eigenvalues: (smallest: Double, largest: Double) {
    let q = (xx + yy + zz) / 3
    let off = xy * xy + xz * xz + yz * yz
    let p2 =
      (xx - q) * (xx - q) + (yy - q) * (yy - q) + (zz - q) * (zz - q) + 2 * off
    guard p2 > 1e-24 else { return (q, q) }
    let p = (p2 / 6).squareRoot()
    let b = SymmetricMatrix3(
      xx: (xx - q) / p, yy: (yy - q) / p, zz: (zz - q) / p, xy: xy / p, xz: xz / p, yz: yz / p)
    let angle = acos(max(-1, min(1, b.determinant / 2))) / 3
    return (q + 2 * p * cos(angle + 2 * .pi / 3), q + 2 * p * cos(angle))
  }

  /// The positive square root of a positive definite matrix, by Newton's iteration (Higham 2008,
  /// "Functions of Matrices", eq. 6.12), which converges quadratically for the stretches that are
  /// asked for here.
  var squareRoot: SymmetricMatrix3? {
    var root = SymmetricMatrix3.identity
    for _ in 0..<12 {
      guard let inverse = root.inverse else { return nil }
      root = root.mean(with: self * inverse)
    }
    return root
  }
}
