internal import IndoorGeometry

/// The affine maps that touch a curved one in a point.
enum Tangent {
  /// Half the step of the central differences, in metres. Their error is under 1e-9 of the length,
  /// like the rounding.
  private static let step = 50.0

  /// From local metres to EPSG:3857 metres, exact at `centre`.
  static func webMercator(of frame: LocalFrame, at centre: LocalPoint) -> AffineTransform {
    let middle = WebMercator.point(from: frame.coordinate(from: centre))
    return tangent(at: centre) { (p: LocalPoint) -> WebMercatorPoint in
      WebMercator.unbroken(WebMercator.point(from: frame.coordinate(from: p)), near: middle)
    }
  }

  /// From EPSG:3857 metres to local metres, exact at `centre`.
  static func local(of frame: LocalFrame, at centre: WebMercatorPoint) -> AffineTransform {
    tangent(at: centre) { (p: WebMercatorPoint) -> LocalPoint in
      frame.local(from: WebMercator.coordinate(from: p))
    }
  }

  private static func tangent<From: PlanarPoint, To: PlanarPoint>(
    at centre: From, _ map: (From) -> To
  ) -> AffineTransform {
    let east = map(From(x: centre.x + step, y: centre.y))
    let west = map(From(x: centre.x - step, y: centre.y))
    let north = map(From(x: centre.x, y: centre.y + step))
    let south = map(From(x: centre.x, y: centre.y - step))
    let middle = map(centre)
    let (a, b) = ((east.x - west.x) / (2 * step), (east.y - west.y) / (2 * step))
    let (c, d) = ((north.x - south.x) / (2 * step), (north.y - south.y) / (2 * step))
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: middle.x - a * centre.x - c * centre.y,
      ty: middle.y - b * centre.x - d * centre.y)
  }
}
