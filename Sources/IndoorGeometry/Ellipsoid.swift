import IndoorLibc

/// The WGS 84 ellipsoid (NGA.STND.0036, table 3.1) and what follows from its two constants.
public enum Ellipsoid {
  /// Semi-major axis, in metres.
  public static let semiMajorAxis = 6_378_137.0
  /// Flattening, without unit.
  public static let flattening = 1 / 298.257223563
  /// First eccentricity squared, without unit.
  public static let eccentricitySquared = flattening * (2 - flattening)
  /// Third flattening n = (a - b) / (a + b), without unit.
  public static let thirdFlattening = flattening / (2 - flattening)

  /// Radius of curvature in the meridian, in metres, at a latitude in degrees.
  public static func meridionalRadius(latitude: Double) -> Double {
    let s = sin(latitude * .pi / 180)
    let w = 1 - eccentricitySquared * s * s
    return semiMajorAxis * (1 - eccentricitySquared) / (w * w.squareRoot())
  }

  /// Radius of curvature in the prime vertical, in metres, at a latitude in degrees.
  public static func primeVerticalRadius(latitude: Double) -> Double {
    let s = sin(latitude * .pi / 180)
    return semiMajorAxis / (1 - eccentricitySquared * s * s).squareRoot()
  }
}
