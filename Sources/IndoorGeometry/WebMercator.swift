import IndoorLibc

/// A place in EPSG:3857: metres of the Web Mercator projection, which are ground metres on the
/// equator alone.
public struct WebMercatorPoint: PlanarPoint {
  /// Projected metres east of Greenwich.
  public var x: Double
  /// Projected metres north of the equator.
  public var y: Double

  /// Makes a point of projected metres.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The two formulas of EPSG:3857 (method 1024, spherical, on WGS 84 coordinates). Only for reading
/// and writing what is in it.
public enum WebMercator {
  private static let radius = Ellipsoid.semiMajorAxis
  /// Width of the world, in projected metres.
  private static let world = 2 * Double.pi * radius

  /// A place on that copy of the world where it lies nearest to another one, which may be across
  /// the antimeridian.
  package static func unbroken(
    _ point: WebMercatorPoint, near other: WebMercatorPoint
  ) -> WebMercatorPoint {
    WebMercatorPoint(
      x: point.x - world * ((point.x - other.x) / world).rounded(.toNearestOrEven), y: point.y)
  }

  /// Projected metres of a coordinate; latitudes beyond ±89.9° grow without bound.
  public static func point(from coordinate: Coordinate) -> WebMercatorPoint {
    let phi = coordinate.latitude * .pi / 180
    return WebMercatorPoint(
      x: radius * coordinate.longitude * .pi / 180, y: radius * asinh(tan(phi)))
  }

  /// The coordinate of projected metres.
  public static func coordinate(from point: WebMercatorPoint) -> Coordinate {
    Coordinate(
      latitude: atan(sinh(point.y / radius)) * 180 / .pi,
      longitude: point.x / radius * 180 / .pi)
  }
}
