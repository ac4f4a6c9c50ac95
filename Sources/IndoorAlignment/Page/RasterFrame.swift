public import IndoorGeometry
public import IndoorModel

/// A plan as other programs count its pixels, from the top left corner, y down: an image as it is
/// stored, of a PDF GDAL's picture of the whole sheet (its MediaBox), turned by `/Rotate`. A DXF
/// has no pixels, and is counted in its own units.
package struct RasterFrame {
  /// Pixels across.
  let width: Double
  /// Pixels down.
  let height: Double
  private let toPage: AffineTransform
  private let toPixel: AffineTransform

  /// - Parameter dotsPerInch: of a PDF's picture; `nil` where GDAL wasn't told any.
  init(_ plan: PlanFile, dotsPerInch: Double?) {
    // GDAL counts 72 user-space units an inch whatever `UserUnit` says.
    if plan.isDrawing {
      self.init(drawing: plan.page)
      return
    }
    let dots = dotsPerInch ?? plan.pictureResolution
    self.init(plan.sheet, unitsPerPixel: plan.page.isImage ? 1 : 72 / dots)
  }

  /// How many of its pixels are taken for an inch of a PDF's paper; `nil` for what has no
  /// resolution.
  package static func dotsPerInch(of plan: PlanFile, told: Double?) -> Double? {
    plan.isDrawing || plan.page.isImage ? nil : told ?? plan.pictureResolution
  }

  /// Of a drawing, which QGIS takes as it is: its own units, y up, here with the other sign.
  private init(drawing page: PlanPage) {
    (toPage, toPixel) = (.scale(x: 1, y: -1), .scale(x: 1, y: -1))
    (width, height) = (page.box.width, page.box.height)
  }

  init(_ page: PlanPage, unitsPerPixel: Double) {
    let shown = page.shownToPage
    toPage = AffineTransform.scale(unitsPerPixel).followed(by: shown)
    toPixel = toPage.inverse ?? .identity
    let isTurned = !page.isImage && page.rotate % 180 != 0
    width = (isTurned ? page.box.height : page.box.width) / unitsPerPixel
    height = (isTurned ? page.box.width : page.box.height) / unitsPerPixel
  }

  func page(x: Double, y: Double) -> PagePoint { toPage.apply(PagePoint(x: x, y: y)) }
  func pixel(_ point: PagePoint) -> PagePoint { toPixel.apply(point) }
}

extension PlanPage {
  /// From what viewers show, x right and y down from the top left corner in user-space units, to
  /// the page; of an image from its stored pixels, which are the page.
  var shownToPage: AffineTransform {
    if isImage { return .identity }
    let (low, high) = (box.minimum, box.maximum)
    return switch rotate {
    case 90: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: low.x, ty: low.y)
    case 180: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: high.x, ty: low.y)
    case 270: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: high.x, ty: high.y)
    default: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: low.x, ty: high.y)
    }
  }
}

extension PlanPage {
  /// The page point that lies so far right of the left edge that viewers show and below the upper
  /// one, or above the lower one, in user-space units or pixels.
  public func point(shownAt shown: PagePoint, fromBottom: Bool) -> PagePoint {
    let isTurned = !isImage && rotate % 180 != 0
    let height = isTurned ? box.width : box.height
    return shownToPage.apply(
      PagePoint(x: shown.x, y: fromBottom ? height - shown.y : shown.y))
  }

  /// The page point that has a point's place when the page is counted from its other corner.
  public func turnedOver(_ point: PagePoint) -> PagePoint {
    PagePoint(x: point.x, y: box.minimum.y + box.maximum.y - point.y)
  }
}

extension AlignmentWarning {
  /// That page points are counted from the other corner.
  ///
  /// - Parameter countsDown: whether y is counted from the page's upper edge, as an image's is.
  public static func otherPageOrigin(countsDown: Bool) -> AlignmentWarning {
    let edges = Edges(countsDown: countsDown)
    return AlignmentWarning(
      .otherPageOrigin,
      "the anchors fit far better with y counted \(edges.given): count it \(edges.meant), or say from which corner"
    )
  }

  /// That the anchors mirror the page, which may have four reasons: it is seen from below, y is
  /// counted from the other edge, and perhaps x and y, or the places' easting and northing, are
  /// exchanged.
  package static func mirroring(
    countsDown: Bool, mayBeExchanged: Bool, mayPlacesBeExchanged: Bool
  ) -> AlignmentWarning {
    let edges = Edges(countsDown: countsDown)
    return AlignmentWarning(
      .otherPageOrigin,
      "the anchors mirror the plan, which they don't with y counted \(edges.given)"
        + (mayBeExchanged ? " or with x and y of the page points exchanged" : "")
        + (mayPlacesBeExchanged ? " or with the places' easting and northing exchanged" : "")
        + ": unless it is seen from below, "
        + (mayPlacesBeExchanged ? "put easting first in each place where it isn't, or " : "")
        + "write \(mayBeExchanged ? "x first and " : "")y as counted \(edges.meant), or say from which corner"
    )
  }

  /// That x and y of the page points are exchanged.
  package static func swappedPagePoints() -> AlignmentWarning {
    AlignmentWarning(
      .swappedPagePoints,
      "the anchors' page points lie beyond the page and mirror it, and lie on it as it is with x and y exchanged: swap them, x stands first"
    )
  }

  /// From which edge y seems to be counted, and from which it should be.
  private struct Edges {
    let given, meant: String

    init(countsDown: Bool) {
      given =
        countsDown ? "up from the page's lower edge" : "down from the page's upper edge"
      meant = countsDown ? "down from the upper one" : "up from the lower one"
    }
  }
}
