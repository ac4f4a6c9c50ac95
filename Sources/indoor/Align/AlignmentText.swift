import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorReport

/// What `align` prints for people.
struct AlignmentText {
  private let aligned: AlignedPlan

  init(_ aligned: AlignedPlan) { self.aligned = aligned }

  var text: String {
    let page = aligned.plan.placement.page
    let size =
      "\(ShortNumber.text(page.box.width)) × \(ShortNumber.text(page.box.height)) "
      + (page.isImage ? "pixels" : "units")
    var lines = [
      "\(aligned.plan.fileName), page \(page.number) (\(size)) on \(aligned.title): "
        + "\(aligned.model) by \(aligned.meansText), \(aligned.scaleText), "
        + "turned \(ShortNumber.fixed(aligned.rotationDegrees, decimals: 2))°"
    ]
    lines.append(
      aligned.rmse.map { "residuals: \(ShortNumber.metres($0)) RMSE" }
        ?? "residuals: none, \(aligned.noResidualsText)")
    if aligned.rmse != nil {
      for (index, anchor) in aligned.anchors.enumerated() {
        let name = anchor.anchor.shownName ?? "anchor \(index + 1)"
        lines.append(
          "  \(name): \(ShortNumber.metres(anchor.residual))"
            + (anchor.isOutlier ? ", contradicts the others" : ""))
      }
    }
    lines.append("predicted error:")
    for error in aligned.predicted {
      lines.append("  \(error.name): \(ShortNumber.metres(error.metres))")
    }
    return lines.joined(separator: "\n")
  }
}
