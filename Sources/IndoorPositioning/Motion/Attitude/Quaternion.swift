import IndoorGeometry
import IndoorLibc

/// A rotation as a unit quaternion: `rotate` takes a vector's components from one frame to another.
package struct Quaternion: Hashable, Sendable {
  /// Cosine of half the angle.
  package var w: Double
  /// The axis's x times the sine of half the angle.
  package var x: Double
  /// The axis's y times the sine of half the angle.
  package var y: Double
  /// The axis's z times the sine of half the angle.
  package var z: Double

  /// Makes a quaternion of its components as they are.
  @inlinable
  package init(w: Double, x: Double, y: Double, z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// The rotation that changes nothing.
  package static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

  /// First `b`, then `a` (Hamilton's product).
  @inlinable @inline(__always)
  package static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
  }

  /// The rotation back.
  @inlinable
  package var conjugate: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

  /// The rotation about +z, counter-clockwise seen from above, by an angle in radians.
  init(aboutVertical angle: Double) {
    self.init(w: cos(angle / 2), x: 0, y: 0, z: sin(angle / 2))
  }

  /// The shortest rotation that takes a unit vector to +z.
  @inline(__always)
  init(toUp v: Vector3) {
    let w = ((1 + max(-1, v.z)) / 2).squareRoot()
    if w < 1e-6 {
      self.init(w: 0, x: 1, y: 0, z: 0)
    } else {
      self.init(w: w, x: v.y / (2 * w), y: -v.x / (2 * w), z: 0)
    }
  }

  /// The rotation of a rotation vector, in radians: exact to 1e-9 below half a radian, by series,
  /// and by sine above.
  @inline(__always)
  init(rotationVector v: Vector3) {
    let squared = v.squaredLength / 4
    let cosine: Double
    let halfSinc: Double
    if squared < 0.0625 {
      cosine = 1 - squared * (1.0 / 2 - squared * (1.0 / 24 - squared * (1.0 / 720)))
      halfSinc = 0.5 - squared * (1.0 / 12 - squared * (1.0 / 240 - squared * (1.0 / 10080)))
    } else {
      let half = squared.squareRoot()
      cosine = cos(half)
      halfSinc = sin(half) / (2 * half)
    }
    self.init(w: cosine, x: v.x * halfSinc, y: v.y * halfSinc, z: v.z * halfSinc)
  }

  /// First this, then a turn about the vertical: `turn * self`, as `turn` has no x and no y.
  @inline(__always)
  func turned(by turn: Quaternion) -> Quaternion {
    Quaternion(
      w: turn.w * w - turn.z * z, x: turn.w * x - turn.z * y, y: turn.w * y + turn.z * x,
      z: turn.w * z + turn.z * w)
  }

  /// The same direction at unit length to second order: for what left it by rounding alone.
  @inline(__always)
  var tightened: Quaternion {
    let k = 1.5 - 0.5 * (w * w + x * x + y * y + z * z)
    return Quaternion(w: w * k, x: x * k, y: y * k, z: z * k)
  }

  @inline(__always)
  func rotate(_ v: Vector3) -> Vector3 {
    let tx = 2 * (y * v.z - z * v.y)
    let ty = 2 * (z * v.x - x * v.z)
    let tz = 2 * (x * v.y - y * v.x)
    return Vector3(
      x: v.x + w * tx + y * tz - z * ty,
      y: v.y + w * ty + z * tx - x * tz,
      z: v.z + w * tz + x * ty - y * tx)
  }
}

extension Quaternion {
  /// Radians clockwise from north that +y, or −z where y stands over 45° from level, faces in an
  /// east-north-up frame.
  @inline(__always)
  package var facing: Double {
    let up = 2 * (y * z + w * x)
    if abs(up) > 0.5.squareRoot() {
      return atan2(-2 * (x * z + w * y), -2 * (y * z - w * x))
    }
    return atan2(2 * (x * y - w * z), 1 - 2 * (x * x + z * z))
  }
}
