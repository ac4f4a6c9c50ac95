internal import CPROJ
internal import IndoorGeometry

/// Geodesics on the WGS 84 ellipsoid: PROJ's copy of GeographicLib, after Karney (2013),
/// "Algorithms for geodesics", doi:10.1007/s00190-012-0578-z.
enum Geodesic {
  /// Length in metres of the shortest line between two coordinates.
  static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    var ellipsoid = geod_geodesic()
    geod_init(&ellipsoid, Ellipsoid.semiMajorAxis, Ellipsoid.flattening)
    var metres = 0.0
    geod_inverse(&ellipsoid, a.latitude, a.longitude, b.latitude, b.longitude, &metres, nil, nil)
    return metres
  }
}
