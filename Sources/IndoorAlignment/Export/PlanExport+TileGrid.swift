internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

extension PlanExport {
  /// Pixels that tiles of the largest zoom may have: these take some 15 seconds.
  private static let mostPixels = 38e6
  /// The same of an image, which can't be drawn coarser.
  private static let mostPixelsOfImages = 50e6

  /// The size of a tile's pixel, in EPSG:3857 metres, at the zoom nearest to the picture's own, and
  /// the picture's extent there: west, south, east, north. It begins and ends at every sixteenth
  /// pixel, so that pixels of the overviews are whole ones.
  func tileGrid(
    as format: Format
  ) throws(AlignmentError) -> (pixel: Double, extent: [Double]) {
    // Half the world's width, and its pixel at zoom 0, in tiles of 256 (OGC 17-083r2, annex D).
    let half = Double.pi * Ellipsoid.semiMajorAxis
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)].map {
      WebMercator.point(from: coordinate($0.0, $0.1))
    }
    guard let box = BoundingBox(corners), corners.allSatisfy(\.isFinite) else {
      throw .noPicture(plan.fileName)
    }
    guard box.width < half else {
      throw AlignmentError(
        .noPlacement,
        "\(plan.fileName): tiles can't cross the antimeridian, export the plan as geotiff or worldfile"
      )
    }
    let across = corners[0].distance(to: corners[1]) / Double(size.width)
    let down = corners[1].distance(to: corners[2]) / Double(size.height)
    let own = log2(2 * half / 256 / (across * down).squareRoot())
    guard own.isFinite else { throw .noPicture(plan.fileName) }
    let zoom = max(own.rounded(), 0)
    let pixel = 2 * half / 256 / pow(2, zoom)
    let step = 16 * pixel
    func snapped(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
      ((value + half) / step).rounded(rule) * step - half
    }
    let (west, south) = (snapped(box.minimum.x, .down), snapped(box.minimum.y, .down))
    let (east, north) = (snapped(box.maximum.x, .up), snapped(box.maximum.y, .up))
    try check(own, zoom, pixels: (east - west) * (north - south) / (pixel * pixel), as: format)
    return (pixel, [west, south, east, north])
  }

  /// Refuses tiles that are finer than their readers take them, or more than are made in reasonable
  /// time.
  ///
  /// - Parameters:
  ///   - own: the zoom that the picture's own pixels have, which isn't whole.
  ///   - zoom: the one that is nearest to it.
  ///   - pixels: how many there are at that one.
  private func check(
    _ own: Double, _ zoom: Double, pixels: Double, as format: Format
  ) throws(AlignmentError) {
    // GDAL's MBTiles end at 22, its grid of a GeoPackage at 24.
    let finest = format == .mbtiles ? 22.0 : 24
    let isImage = plan.placement.page.isImage
    let most = isImage ? Self.mostPixelsOfImages : Self.mostPixels
    var fitting = min(zoom, finest)
    while fitting > 0, pixels * pow(4, fitting - zoom) > most { fitting -= 1 }
    guard fitting < zoom else { return }
    let why =
      zoom > finest
      ? "be of zoom \(Int(zoom)), and \(format.rawValue) end at \(Int(finest))"
      : "have \(Int(pixels / 1e6)) million pixels, and \(Int(most / 1e6)) million are made at most"
    // The picture may be some pixels larger than its resolution asks for.
    let metres =
      abs(pixelToLocal.determinant).squareRoot() * pow(2, own - fitting - 0.5) * 1.002
    let unit = pow(10, log10(metres).rounded(.down) - 2)
    let text = String(format: "%.3g", (metres / unit).rounded(.up) * unit)
    throw AlignmentError(
      .noPlacement,
      "\(plan.fileName): its tiles would \(why): "
        + (isImage ? "export it as geotiff" : "choose a resolution of \(text) m a pixel or more"))
  }
}
