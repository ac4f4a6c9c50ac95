internal import IndoorModel

extension PlanExport {
  /// QGIS's control points for the plan's own file, to be loaded in its georeferencer.
  func writePoints(to path: String) throws(AlignmentError) {
    let source = try PlanFile(stored: plan)
    try Self.write(
      PointsFile.text(
        of: plan.placement, frame: frame, on: source, dotsPerInch: dotsPerInch), to: path)
  }
}
