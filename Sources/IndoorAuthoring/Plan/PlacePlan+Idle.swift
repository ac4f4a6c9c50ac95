import IndoorAlignment
import IndoorModel

extension PlacePlan {
  /// Whether any page point is counted from the corner that `pageOrigin` says.
  package var countsPagePoints: Bool {
    !anchors.isEmpty || !points.isEmpty
      || anchorFile.map { !AnchorFile.countsByItself($0) } ?? false
  }

  /// What is to be said of settings that turn out to be of no effect once the plan is read.
  func idleSettings(for source: PlanFile) -> [AlignmentWarning] {
    var warnings: [AlignmentWarning] = []
    if declaredScale != nil, source.page.paperMetresPerUnit == nil {
      warnings.append(
        .noEffect(
          source.name, "the declared scale was given",
          source.page.isImage
            ? "an image's pixels have no size on paper"
            : "the drawing doesn't say its unit ($INSUNITS)"))
    }
    if pointsResolution != nil, source.isDrawing {
      warnings.append(
        .noEffect(
          source.name, "the resolution of control points was given",
          "those of a DXF are in its own units"))
    }
    guard source.page.isImage else { return warnings }
    if box != .crop {
      warnings.append(
        .noEffect(source.name, "the box was given", "an image has none and is taken whole"))
    }
    if pointsResolution != nil {
      warnings.append(
        .noEffect(
          source.name, "the resolution of control points was given",
          "those of an image count its own pixels"))
    }
    return warnings
  }
}
