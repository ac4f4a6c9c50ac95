internal import IndoorGeometry

/// MapKit's flat world: Web Mercator scaled to 2²⁸ points, y down from its north edge.
enum MapPoint {
  /// Width and height of the world, in map points (`MKMapSize.world`).
  static let worldWidth = 268_435_456.0

  /// From EPSG:3857 metres.
  static let fromWebMercator: AffineTransform = {
    let scale = worldWidth / (2 * .pi * Ellipsoid.semiMajorAxis)
    return AffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: worldWidth / 2, ty: worldWidth / 2)
  }()
}
