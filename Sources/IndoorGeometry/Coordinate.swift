/// A place on the WGS 84 ellipsoid.
///
/// Longitude stands first in files (RFC 7946), and both are named in code, so that neither can be
/// taken for the other.
public struct Coordinate: Hashable, Sendable {
  /// Geodetic latitude, in degrees, -90 to 90, north positive.
  public var latitude: Double

  /// Longitude, in degrees, -180 to 180, east positive.
  public var longitude: Double

  /// Makes a coordinate of degrees as they are; see `isValid`.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The same place with that longitude, of all that are whole turns apart, which is nearest to
  /// another: beyond ±180° where the antimeridian lies between them.
  package func unbroken(near longitude: Double) -> Coordinate {
    let turns = ((self.longitude - longitude) / 360).rounded(.toNearestOrEven)
    return Coordinate(latitude: latitude, longitude: self.longitude - 360 * turns)
  }

  /// Whether both are finite and in range.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
  }
}
