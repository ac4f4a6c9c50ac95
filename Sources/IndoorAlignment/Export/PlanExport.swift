public import IndoorGeometry
public import IndoorModel

/// A placed plan on its way into a format that other programs read.
///
/// The picture is the plan's preview: the page's box before `/Rotate`. Formats that take an affine
/// map and any reference system get the placement as it is, in the venue's local frame; the others
/// its corners or its tangent.
public struct PlanExport: Sendable {
  /// What can be written.
  public enum Format: String, CaseIterable, Sendable {
    /// A PNG with a world file, and the local frame in `.prj` and `.aux.xml`.
    case worldfile
    /// A GeoTIFF in the local frame; takes `gdal_translate`.
    case geotiff
    /// A GeoPackage of Web Mercator tiles; takes GDAL's programs.
    case gpkgTiles = "gpkg-tiles"
    /// MBTiles; takes GDAL's programs.
    case mbtiles
    /// KML with a LatLonQuad, and the PNG beside it.
    case kml
    /// A MapLibre style with an `image` source, and the PNG beside it.
    case maplibre
    /// Transform and rectangle in MapKit's map points, as JSON and as Swift, and the PNG beside
    /// them.
    case mapkit
    /// The PNG with ground control points, as a GDAL VRT.
    case gcp
    /// Control points for the plan's own file, as QGIS's georeferencer has them.
    case points
  }

  /// The plan with its preview.
  let plan: Plan
  /// The venue's local frame.
  let frame: LocalFrame
  /// What the plan is called in the formats that have a name.
  let title: String
  /// Whether the picture was made over, so that its opacity is to be kept.
  public var isMadeOver = false
  /// The resolution of GDAL's picture of a PDF, on which QGIS counts the pixels of `points`; `nil`
  /// where it isn't told any.
  public var dotsPerInch: Double?
  /// The preview's width and height, in pixels.
  let size: (width: Int, height: Int)

  /// Prepares a plan. Throws a sentence where it has no preview to export, or a damaged one.
  public init(_ plan: Plan, frame: LocalFrame, title: String) throws(AlignmentError) {
    self.plan = plan
    self.frame = frame
    self.title = title
    guard !plan.preview.isEmpty else { throw .noPicture(plan.fileName) }
    do throws(AlignmentError) {
      size = try PNGImage.validatedSize(
        plan.preview, name: plan.fileName, limits: PlanFile.Limits())
    } catch {
      throw .damagedPicture(plan.fileName)
    }
  }

  /// A plan as its picture will be, of so many pixels.
  private init(_ plan: Plan, frame: LocalFrame, size: (width: Int, height: Int)) {
    (self.plan, self.frame, self.size) = (plan, frame, size)
    title = plan.fileName
  }

  /// Refuses a page that would be too fine for a format's tiles, before it is drawn.
  package static func checkTiles(
    of plan: Plan, frame: LocalFrame, as format: Format, metresPerPixel: Double
  ) throws(AlignmentError) {
    guard format == .gpkgTiles || format == .mbtiles, !plan.placement.page.isImage else { return }
    let side = try PlanPicture.side(of: plan, metresPerPixel: metresPerPixel)
    let size = PlanPreview.pixels(of: plan.placement.page.box, longerSide: side)
    _ = try PlanExport(plan, frame: frame, size: size).tileGrid(as: format)
  }

  /// Writes the format, and what belongs beside it.
  ///
  /// - Returns: the files written, the one asked for first.
  /// - Throws: a sentence where a file has no place there, a program is missing or fails, or the
  ///   disk is full.
  public func write(as format: Format, to path: String) throws(AlignmentError) -> [String] {
    let paths = try Self.paths(of: format, at: path)
    switch format {
    case .worldfile: try writeWorldFile(to: path)
    case .geotiff: try writeGeoTIFF(to: path)
    case .gpkgTiles, .mbtiles: try writeTiles(to: path, as: format)
    case .kml: try writeKML(to: path)
    case .maplibre: try writeWithPicture(to: path, text: mapLibreStyle(picture:))
    case .mapkit: try writeMapKit(to: path)
    case .gcp: try writeWithPicture(bands(), to: path, text: groundControlPoints(picture:))
    case .points: try writePoints(to: path)
    }
    return paths
  }

  /// The coordinates of the picture's corners from its top left, clockwise. Their longitudes run on
  /// beyond ±180° where the antimeridian crosses the picture.
  public var corners: [Coordinate] { unbroken(Self.cornerShares) }

  private static let cornerShares: [(x: Double, y: Double)] = [(0, 0), (1, 0), (1, 1), (0, 1)]

  /// The coordinates of places of the picture, as `coordinate` has them, on one side of the
  /// antimeridian: readers that draw between corners would draw one of 179.9° and one of -179.9°
  /// around the world.
  ///
  /// MapLibre GL JS looks for a picture in the tile that holds the middle of its corners, which
  /// must be one of the world's (its `getCoordinatesCenterTileID`); KML's overlays that "overlap
  /// the meridian of 180° longitude" may go beyond it (OGC 07-147r2, 9.14.3).
  func unbroken(_ shares: [(x: Double, y: Double)]) -> [Coordinate] {
    let middle = coordinate(0.5, 0.5).longitude
    let corners = Self.cornerShares.map { coordinate($0.x, $0.y).unbroken(near: middle).longitude }
    let centre = ((corners.min() ?? middle) + (corners.max() ?? middle)) / 2
    let turn = 360 * (centre / 360 + 0.5).rounded(.down)
    return shares.map {
      var place = coordinate($0.x, $0.y).unbroken(near: middle)
      place.longitude -= turn
      return place
    }
  }

  /// From the picture's pixels, from its top left corner, to the page.
  var pixelToPage: AffineTransform {
    let box = plan.placement.page.box
    let (sx, sy) = (box.width / Double(size.width), box.height / Double(size.height))
    return plan.placement.page.isImage
      ? AffineTransform(a: sx, b: 0, c: 0, d: sy, tx: box.minimum.x, ty: box.minimum.y)
      : AffineTransform(a: sx, b: 0, c: 0, d: -sy, tx: box.minimum.x, ty: box.maximum.y)
  }

  /// From the picture's pixels, from its top left corner, to local metres.
  var pixelToLocal: AffineTransform { pixelToPage.followed(by: plan.placement.pageToLocal) }

  /// The coordinate that a place of the picture shows, in shares of its width and height from its
  /// top left.
  func coordinate(_ x: Double, _ y: Double) -> Coordinate {
    let pixel = PagePoint(x: x * Double(size.width), y: y * Double(size.height))
    return frame.coordinate(from: pixelToLocal.apply(pixel))
  }

  /// From the page to EPSG:3857, the tangent at the page's centre.
  var pageToWebMercator: AffineTransform {
    let centre: LocalPoint = plan.placement.pageToLocal.apply(plan.placement.page.box.centre)
    return plan.placement.pageToLocal.followed(by: Tangent.webMercator(of: frame, at: centre))
  }
}

extension AlignmentError {
  static func damagedPicture(_ name: String) -> AlignmentError {
    AlignmentError(
      .damagedPlan,
      "\(name): the plan's picture in the venue file is damaged; place and store the plan again")
  }

  static func noPicture(_ name: String) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "\(name): the plan was stored without a picture, which every export needs; place and store it again, and see its warning no-preview"
    )
  }
}
