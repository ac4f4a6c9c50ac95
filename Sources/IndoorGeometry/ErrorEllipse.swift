import IndoorLibc

/// How a place's error is spread over the directions: the ellipse of a two-dimensional normal
/// distribution.
public struct ErrorEllipse: Hashable, Sendable {
  /// Standard deviation, in metres, along the longer axis.
  public let semiMajor: Double
  /// Standard deviation, in metres, along the shorter axis.
  public let semiMinor: Double
  /// Direction of the longer axis, in degrees counter-clockwise from east, -90 to 90; 0 for a
  /// circle.
  public let directionDegrees: Double

  /// Makes the ellipse of a covariance, in square metres: of x, of x with y, of y.
  ///
  /// The axes are the roots of the matrix's eigenvalues. Precondition: xx and yy ≥ 0, xy² ≤ xx yy,
  /// but for rounding.
  public init(xx: Double, xy: Double, yy: Double) {
    let (mean, half) = ((xx + yy) / 2, (xx - yy) / 2)
    let radius = hypot(half, xy)
    semiMajor = max(0, mean + radius).squareRoot()
    semiMinor = max(0, mean - radius).squareRoot()
    // Rounding alone gives a circle no direction.
    directionDegrees = radius > 1e-9 * mean ? Angle.degrees(atan2(xy, half) / 2) : 0
  }

  /// Makes a circle from the standard deviation along every axis, in metres.
  public init(circle sigma: Double) {
    self.init(semiMajor: sigma, semiMinor: sigma, directionDegrees: 0)
  }

  private init(semiMajor: Double, semiMinor: Double, directionDegrees: Double) {
    self.semiMajor = semiMajor
    self.semiMinor = semiMinor
    self.directionDegrees = directionDegrees
  }

  /// The same ellipse with its axes multiplied.
  public func scaled(by factor: Double) -> ErrorEllipse {
    ErrorEllipse(
      semiMajor: semiMajor * factor, semiMinor: semiMinor * factor,
      directionDegrees: directionDegrees)
  }

  /// Root mean square distance, in metres.
  public var rms: Double { hypot(semiMajor, semiMinor) }

  /// By how much the axes are multiplied for the ellipse to hold a share of the errors: 1.51 for
  /// 68%, 2.45 for 95%.
  ///
  /// The squared distance in units of the axes is χ² with two degrees of freedom: √(-2 ln(1 -
  /// share)). Precondition: 0 ≤ share < 1.
  public static func factor(holding share: Double) -> Double { (-2 * log(1 - share)).squareRoot() }
}
