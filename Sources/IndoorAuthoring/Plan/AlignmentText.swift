import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorReport

extension PlacePlan.Result {
  /// The result for people.
  package var text: String {
    let aligned = aligned
    let page = plan.placement.page
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
    if let match = alignment.match {
      let told = match.rivals.decidedBy.map(\.rawValue).sorted().joined(separator: ", ")
      lines.append(
        "on the walls of \(level(match.level)): lift \(ShortNumber.fixed(match.lift, decimals: 2)), "
          + "margin \(ShortNumber.fixed(match.margin, decimals: 2)), "
          + "lines \(ShortNumber.metres(match.rmsMetres)) from walls"
          + (match.rivals.decidedBy.isEmpty ? "" : "; told from what fits as well by \(told)"))
    }
    return lines.joined(separator: "\n")
  }
  private func level(_ key: LevelKey) -> String {
    venue.map { key.title(in: $0) } ?? "level \(key.ordinal)"
  }
}
