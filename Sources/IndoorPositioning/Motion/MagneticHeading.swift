/// Where a device faces, against magnetic north. `Heading` is the one against true north, `GridHeading` against the
/// local frame's; only a declination and a convergence lead from one to another, so that neither is applied twice.
public struct MagneticHeading: Hashable, Sendable {
  /// Degrees clockwise from magnetic north, 0 to 360.
  public var degrees: Double
  /// Standard deviation, in degrees.
  public var accuracy: Double

  /// Makes a heading.
  public init(degrees: Double, accuracy: Double) {
    self.degrees = degrees
    self.accuracy = accuracy
  }
}
