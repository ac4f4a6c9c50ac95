import IndoorLibc

/// The venue's metric frame: a transverse Mercator of scale 1 on the venue's origin (EPSG method
/// 9807), so that x is metres east and y metres north, with lengths on the ellipsoid.
///
/// Krüger's series to n⁶, after Karney (2011), "Transverse Mercator with an accuracy of a few
/// nanometers", eqs. 11, 14, 35 and 36, doi:10.1007/s00190-011-0445-3. Within 5 km of the origin it
/// agrees with PROJ to nanometres.
public struct LocalFrame: Hashable, Sendable {
  /// Where x and y are zero.
  public let origin: Coordinate

  /// Metres along the meridian from the equator to the origin.
  private let originNorthing: Double

  /// Makes the frame of an origin. Precondition: `origin.isValid`; frames within 1° of a pole are
  /// not supported.
  public init(origin: Coordinate) {
    self.origin = origin
    let (xi, _) = Krueger.forward(latitude: origin.latitude, longitudeDifference: 0)
    originNorthing = xi
  }

  /// The local place of a coordinate: metres east and north of the origin.
  public func local(from coordinate: Coordinate) -> LocalPoint {
    var difference = coordinate.longitude - origin.longitude
    if difference > 180 { difference -= 360 }
    if difference < -180 { difference += 360 }
    let (northing, easting) = Krueger.forward(
      latitude: coordinate.latitude, longitudeDifference: difference)
    return LocalPoint(x: easting, y: northing - originNorthing)
  }

  /// The coordinate of a local place.
  public func coordinate(from point: LocalPoint) -> Coordinate {
    let (latitude, difference) = Krueger.inverse(
      northing: point.y + originNorthing, easting: point.x)
    var longitude = origin.longitude + difference
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The local polygon of a polygon in degrees.
  public func local(from polygon: Polygon<Coordinate>) -> Polygon<LocalPoint> {
    polygon.map { local(from: $0) }
  }

  /// The polygon in degrees of a local polygon.
  public func coordinates(from polygon: Polygon<LocalPoint>) -> Polygon<Coordinate> {
    polygon.map { coordinate(from: $0) }
  }
}

extension LocalFrame {
  /// Degrees that the frame's y axis points east of true north at a place: the meridian
  /// convergence.
  ///
  /// Snyder (1987), "Map projections: a working manual", eq. 8-15, sphere; on the ellipsoid it
  /// differs by under a second of arc within 100 km of the origin.
  public func convergence(at place: Coordinate) -> Double {
    let difference = Angle.radians(place.longitude - origin.longitude)
    return Angle.degrees(atan(tan(difference) * sin(Angle.radians(place.latitude))))
  }
}
