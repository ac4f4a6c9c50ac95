import IndoorGeometry
import IndoorLibc

/// How a phone is held: a rotation from the device's axes to east, north and up.
struct Attitude {
  /// The device's axes in east, north, up.
  let x: (Double, Double, Double)
  let y: (Double, Double, Double)
  let z: (Double, Double, Double)

  /// Heading clockwise from north, pitch of the top edge above level, roll about the top edge, all
  /// in radians.
  init(heading: Double, pitch: Double, roll: Double) {
    let (sh, ch) = (sin(heading), cos(heading))
    let (sp, cp) = (sin(pitch), cos(pitch))
    let (sr, cr) = (sin(roll), cos(roll))
    y = (sh * cp, ch * cp, sp)
    // Level right, and up out of the screen before the roll.
    let right = (ch, -sh, 0.0)
    let out = (-sh * sp, -ch * sp, cp)
    x = (right.0 * cr - out.0 * sr, right.1 * cr - out.1 * sr, right.2 * cr - out.2 * sr)
    z = (out.0 * cr + right.0 * sr, out.1 * cr + right.1 * sr, out.2 * cr + right.2 * sr)
  }

  /// A vector of east, north, up in the device's axes.
  func device(_ v: (Double, Double, Double)) -> (Double, Double, Double) {
    (Self.dot(x, v), Self.dot(y, v), Self.dot(z, v))
  }

  /// The angular rate about the device's axes that leads to the next attitude, in rad/s.
  func rate(to next: Attitude, over seconds: Double) -> (Double, Double, Double) {
    // Rows and columns of the turn from here to there, in this attitude's axes.
    let xs = device(next.x)
    let ys = device(next.y)
    let zs = device(next.z)
    let half = ((ys.2 - zs.1) / 2, (zs.0 - xs.2) / 2, (xs.1 - ys.0) / 2)
    let sine = (half.0 * half.0 + half.1 * half.1 + half.2 * half.2).squareRoot()
    let angle = atan2(sine, (xs.0 + ys.1 + zs.2 - 1) / 2)
    let scale = (sine > 1e-12 ? angle / sine : 1) / seconds
    return (half.0 * scale, half.1 * scale, half.2 * scale)
  }

  private static func dot(
    _ a: (Double, Double, Double), _ b: (Double, Double, Double)
  ) -> Double { a.0 * b.0 + a.1 * b.1 + a.2 * b.2 }
}
