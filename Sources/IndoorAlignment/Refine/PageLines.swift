internal import IndoorGeometry
internal import IndoorModel

/// A plan's lines, whatever it is.
struct PageLines {
  var linework: Linework
  /// The page's picture, where it was drawn to find lines on it.
  var picture: [UInt8]?

  /// Points of linework below which a page has no drawing.
  private static let leastPoints = 50

  /// Reads a plan's lines, on a picture of a page that has none, which takes seconds to draw.
  /// Throws a sentence where there are none.
  init(of plan: PlanFile) throws(AlignmentError) {
    var leavesFormsOut = false
    linework = try Self.linework(of: plan, &leavesFormsOut)
    var notDrawn: String?
    if linework.points.count < Self.leastPoints, plan.format == .pdf {
      // A page that holds a picture: a scan.
      switch try PlanPreview.picture(of: plan) {
      case .drawn(let png):
        linework = try Self.scanned(png, plan)
        picture = png
      case .failed(let why): notDrawn = why
      case .starved: throw .busy(plan.name, "the page could not be drawn")
      }
    }
    guard linework.points.count >= Self.leastPoints else {
      throw leavesFormsOut
        ? .formsLeftOut(plan.name) : .noLinework(plan.name, notDrawn: notDrawn)
    }
  }

  private static func linework(
    of plan: PlanFile, _ leavesFormsOut: inout Bool
  ) throws(AlignmentError) -> Linework {
    let pixels = PlanFile.Limits().maximumPixels
    switch plan.format {
    case .png:
      return RidgeDetector.linework(
        of: try PNGImage.grey(plan.bytes, name: plan.name, maximumPixels: pixels))
    case .jpeg:
      return RidgeDetector.linework(
        of: try JPEGImage.grey(plan.bytes, name: plan.name, maximumPixels: pixels))
    case .pdf:
      let document = try PDFDocument(page: plan.pagePDF, name: plan.name)
      defer { leavesFormsOut = document.leavesFormsOut }
      return document.linework(in: plan.page.box)
    }
  }

  /// The lines of a page's picture, on the page.
  private static func scanned(
    _ png: [UInt8], _ plan: PlanFile
  ) throws(AlignmentError) -> Linework {
    let image = try PNGImage.grey(
      png, name: plan.name, maximumPixels: PlanFile.Limits().maximumPixels)
    let box = plan.page.box
    let (sx, sy) = (box.width / Double(image.width), box.height / Double(image.height))
    var lines = RidgeDetector.linework(of: image)
    lines.ySign = 1
    let origin = Linework.origin(of: box)
    lines.origin = origin
    lines.points = lines.points.map { p in
      var point = p
      // The picture's y was turned up already, from its upper edge.
      point.x = Float(box.minimum.x - origin.x + Double(p.x) * sx)
      point.y = Float(box.maximum.y - origin.y + Double(p.y) * sy)
      point.weight = p.weight * Float(sx)
      return point
    }
    return lines
  }
}

extension AlignmentError {
  static func formsLeftOut(_ name: String) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "\(name): the page's lines are in forms that lie too deep in others, or are too many, to be read: print the page to a new PDF, or place it by anchors"
    )
  }

  static func noLinework(_ name: String, notDrawn: String?) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      notDrawn.map {
        "\(name): the page has no lines to lay on walls, and none were found in a picture of it, since that could not be drawn (\($0)): place it by anchors"
      } ?? "\(name): the page has no lines to lay on walls, place it by anchors")
  }
}
