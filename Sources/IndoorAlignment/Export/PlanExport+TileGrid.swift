internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

extension PlanExport {
  /// Pixels that tiles of the largest zoom may have: these take some 15 seconds.
  private static let mostPixels = 38e6
  /// The same of an image, whose tiles are made coarser where they would have more.
  private static let mostPixelsOfImages = 50e6

  /// Where a picture's tiles lie.
  struct TileGrid {
    /// The size of a tile's pixel, in EPSG:3857 metres.
    let pixel: Double
    /// West, south, east, north; it begins and ends at every sixteenth pixel, so that pixels of the
    /// overviews are whole ones.
    let extent: [Double]
    /// What is to be said of tiles that are coarser than the picture; `nil` where they aren't.
    let coarser: String?
  }

  /// What is to be said of tiles that are made coarser than an image; `nil` where they aren't, and
  /// for other formats.
  package func coarserTiles(as format: Format) throws(AlignmentError) -> String? {
    [.mbtiles, .gpkgTiles].contains(format) ? try tileGrid(as: format).coarser : nil
  }

  /// The grid of the zoom nearest to the picture's own, of an image that or the finest that goes.
  func tileGrid(as format: Format) throws(AlignmentError) -> TileGrid {
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
    // Beyond 85° of latitude its rows have no numbers.
    guard box.maximum.y < half, box.minimum.y > -half else {
      throw AlignmentError(
        .noPlacement,
        "\(plan.fileName): tiles end at 85° of latitude, export the plan as geotiff or worldfile")
    }
    let across = corners[0].distance(to: corners[1]) / Double(size.width)
    let down = corners[1].distance(to: corners[2]) / Double(size.height)
    let own = log2(2 * half / 256 / (across * down).squareRoot())
    guard own.isFinite else { throw .noPicture(plan.fileName) }
    func grid(_ zoom: Double) -> (pixel: Double, extent: [Double], pixels: Double) {
      let pixel = 2 * half / 256 / pow(2, zoom)
      let step = 16 * pixel
      func snapped(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
        ((value + half) / step).rounded(rule) * step - half
      }
      let (west, south) = (snapped(box.minimum.x, .down), snapped(box.minimum.y, .down))
      let (east, north) = (snapped(box.maximum.x, .up), snapped(box.maximum.y, .up))
      let pixels = (east - west) * (north - south) / (pixel * pixel)
      return (pixel, [west, south, east, north], pixels)
    }
    let zoom = max(own.rounded(), 0)
    let finest = grid(zoom)
    guard let (fitting, why) = coarser(than: zoom, pixels: finest.pixels, as: format) else {
      return TileGrid(pixel: finest.pixel, extent: finest.extent, coarser: nil)
    }
    guard plan.placement.page.isImage else { throw tooFine(own, fitting, why) }
    let made = grid(fitting)
    return TileGrid(
      pixel: made.pixel, extent: made.extent,
      coarser:
        "\(plan.fileName): its tiles are of zoom \(Int(fitting)), as those of its own pixels would \(why); "
        + "export it as geotiff to keep all pixels")
  }

  /// The zoom to which tiles go that would be finer than their readers take them, or more than are
  /// made in reasonable time, and why; `nil` where they can be as they are.
  ///
  /// - Parameters:
  ///   - zoom: the one that is nearest to the picture's own.
  ///   - pixels: how many there are at that one.
  private func coarser(
    than zoom: Double, pixels: Double, as format: Format
  ) -> (zoom: Double, why: String)? {
    // GDAL's MBTiles end at 22, its grid of a GeoPackage at 24.
    let finest = format == .mbtiles ? 22.0 : 24
    let most = plan.placement.page.isImage ? Self.mostPixelsOfImages : Self.mostPixels
    var fitting = min(zoom, finest)
    while fitting > 0, pixels * pow(4, fitting - zoom) > most { fitting -= 1 }
    guard fitting < zoom else { return nil }
    let why =
      zoom > finest
      ? "be of zoom \(Int(zoom)), and \(format.rawValue) end at \(Int(finest))"
      : "have \(Int(pixels / 1e6)) million pixels, and \(Int(most / 1e6)) million are made at most"
    return (fitting, why)
  }

  /// - Parameter own: the zoom that the picture's own pixels have, which isn't whole.
  private func tooFine(_ own: Double, _ fitting: Double, _ why: String) -> AlignmentError {
    // The picture may be some pixels larger than its resolution asks for.
    let metres =
      abs(pixelToLocal.determinant).squareRoot() * pow(2, own - fitting - 0.5) * 1.002
    let unit = pow(10, log10(metres).rounded(.down) - 2)
    let text = String(format: "%.3g", (metres / unit).rounded(.up) * unit)
    return AlignmentError(
      .noPlacement,
      "\(plan.fileName): its tiles would \(why): choose a resolution of \(text) m a pixel or more")
  }
}
