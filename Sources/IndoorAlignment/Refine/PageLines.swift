internal import IndoorGeometry
internal import IndoorModel

/// A plan's lines, whatever it is.
enum PageLines {
  /// Points of linework below which a page has no drawing.
  static let leastPoints = 50

  static func linework(of plan: PlanFile) throws(AlignmentError) -> Linework {
    let pixels = PlanFile.Limits().maximumPixels
    switch plan.format {
    case .png:
      return RidgeDetector.linework(
        of: try PNGImage.grey(plan.bytes, name: plan.name, maximumPixels: pixels))
    case .jpeg:
      return RidgeDetector.linework(
        of: try JPEGImage.grey(plan.bytes, name: plan.name, maximumPixels: pixels))
    case .pdf:
      let drawn = try PDFDocument(bytes: plan.bytes, name: plan.name).linework(ofPage: plan.page)
      return drawn.points.count < leastPoints ? try scanned(plan) ?? drawn : drawn
    }
  }

  /// The lines of a page that holds a picture: a scan. `nil` where it can't be drawn.
  private static func scanned(_ plan: PlanFile) throws(AlignmentError) -> Linework? {
    guard let png = try PlanPreview.png(of: plan).png else { return nil }
    let image = try PNGImage.grey(
      png, name: plan.name, maximumPixels: PlanFile.Limits().maximumPixels)
    let box = plan.page.box
    let (sx, sy) = (box.width / Double(image.width), box.height / Double(image.height))
    var lines = RidgeDetector.linework(of: image)
    lines.ySign = 1
    lines.points = lines.points.map { p in
      var point = p
      // The picture's y was turned up already, from its upper edge.
      point.x = Float(box.minimum.x + Double(p.x) * sx)
      point.y = Float(box.maximum.y + Double(p.y) * sy)
      point.weight = p.weight * Float(sx)
      return point
    }
    return lines
  }
}
