public import IndoorLibc

/// Angles, as functions of bare radians and degrees.
public enum Angle {
  /// Radians of degrees.
  @inlinable
  public static func radians(_ degrees: Double) -> Double { degrees * (.pi / 180) }

  /// Degrees of radians.
  @inlinable
  public static func degrees(_ radians: Double) -> Double { radians * (180 / .pi) }

  /// The same angle in (-π, π], in radians. Not finite stays so.
  @inlinable
  public static func wrapped(_ radians: Double) -> Double {
    // Nearly all are wrapped already, and `fmod` is slow.
    guard abs(radians) >= .pi else { return radians }
    var r = fmod(radians, 2 * .pi)
    if r <= -.pi { r += 2 * .pi }
    if r > .pi { r -= 2 * .pi }
    return r
  }

  /// The same direction in [0, 360), in degrees. Not finite stays so.
  @inlinable
  public static func compass(_ degrees: Double) -> Double {
    let r = fmod(degrees, 360)
    let positive = r < 0 ? r + 360 : r
    return positive >= 360 ? 0 : positive
  }
}
