internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// The placement of Apple's *Footprint* sample and the apps built on it, from two anchors.
///
/// The page is turned by the anchors' direction in Mercator, scaled by their geodesic length, laid
/// with the middle of its anchors on their Mercator midpoint, and brought to map points by MapKit's
/// metres per map point there, which are the sphere's times M(φ)/a, M the *meridional* radius of
/// curvature. So the anchors themselves are missed by up to 0.7% of their distance, as in those
/// apps.
struct MapKitPlacement {
  /// From the page to EPSG:3857 metres.
  let pageToWebMercator: AffineTransform
  /// Metres a user-space unit, by the geodesic between the anchors.
  let metresPerUnit: Double
  /// From the page's x axis to Mercator's east, in degrees, counter-clockwise positive.
  let rotationDegrees: Double

  /// Precondition: the anchors differ on the page and on the ground.
  init(_ first: Anchor, _ second: Anchor, isTurnedOver: Bool) {
    let flip = isTurnedOver ? -1.0 : 1.0
    let a = WebMercator.point(from: first.coordinate)
    let b = WebMercator.unbroken(WebMercator.point(from: second.coordinate), near: a)
    let middle = WebMercatorPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    let (dx, dy) = (second.page.x - first.page.x, flip * (second.page.y - first.page.y))
    let turn = atan2(b.y - a.y, b.x - a.x) - atan2(dy, dx)
    metresPerUnit =
      Geodesic.distance(first.coordinate, second.coordinate) / hypot(dx, dy)
    rotationDegrees = Angle.degrees(Angle.wrapped(turn))
    let latitude = WebMercator.coordinate(from: middle).latitude
    let groundMetresPerMercatorMetre =
      cos(Angle.radians(latitude)) * Ellipsoid.meridionalRadius(latitude: latitude)
      / Ellipsoid.semiMajorAxis
    let scale = metresPerUnit / groundMetresPerMercatorMetre
    let (re, im) = (scale * cos(turn), scale * sin(turn))
    let (mx, my) = ((first.page.x + second.page.x) / 2, (first.page.y + second.page.y) / 2)
    let (c, d) = (-flip * im, flip * re)
    pageToWebMercator = AffineTransform(
      a: re, b: im, c: c, d: d, tx: middle.x - re * mx - c * my, ty: middle.y - im * mx - d * my)
  }
}
