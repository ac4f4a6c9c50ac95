import IndoorModel

/// Several placed plans side by side, as a section of a page.
public enum AlignmentSummary {
  /// A row a plan: what placed it and how well.
  ///
  /// - Parameters:
  ///   - plans: the placed plans, in the order to show them.
  ///   - lead: what to say first.
  public static func section(of plans: [AlignedPlan], lead: Markup = Markup()) -> ReportPage.Section
  {
    let hasTruth = plans.contains { $0.trueError != nil }
    var columns: [Table.Column] = [
      .words("Level"), .words("Plan"), .figures("Anchors"),
      .figures("Scale"), .figures("Turned", explanation: "page's x axis from east"),
      .figures("RMSE", explanation: "root mean square of the anchors' residuals"),
      .figures("Predicted, middle", explanation: "error to expect at the middle of the page"),
      .figures("Predicted, worst", explanation: "error to expect at the page's worst corner"),
    ]
    if hasTruth {
      columns.append(
        .figures("True error", explanation: "root mean square over the page's corners"))
    }
    let rows = plans.map { aligned -> [Markup] in
      let errors = aligned.predicted.map(\.metres)
      var row: [Markup] = [
        "\(aligned.title)", "\(aligned.plan.fileName)", "\(aligned.anchors.count)",
        "\(aligned.scaleText)",
        "\(ShortNumber.fixed(aligned.rotationDegrees, decimals: 1))°",
        "\(ShortNumber.metres(aligned.rmse))", "\(ShortNumber.metres(errors.first))",
        "\(ShortNumber.metres(errors.max()))",
      ]
      if hasTruth { row.append("\(ShortNumber.metres(aligned.trueError))") }
      return row
    }
    return ReportPage.Section(
      title: "How the plans were placed", lead: lead,
      content: Table(columns: columns, rows: rows).markup)
  }
}

extension AlignedPlan {
  /// The scale on paper, `1 : 200`, or of an image the metres a pixel.
  public var scaleText: String {
    let page = plan.placement.page
    guard !page.isImage else { return "\(ShortNumber.text(metresPerUnit, decimals: 3)) m/px" }
    // A user-space unit is 1/72 inch of paper.
    let number = metresPerUnit / (0.0254 / 72 * page.userUnit)
    return "1 : \(ShortNumber.text(number, decimals: number < 100 ? 1 : 0))"
  }
}
