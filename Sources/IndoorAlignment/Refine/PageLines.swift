/// A plan's lines, whatever it is.
enum PageLines {
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
      return try PDFDocument(bytes: plan.bytes, name: plan.name).linework(ofPage: plan.page)
    }
  }
}
