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
        "\(aligned.title)", "\(aligned.plan.fileName)", "\(aligned.anchorCountText)",
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
  /// The scale on paper, `1 : 200`, or the metres a pixel or unit where that has no size on paper.
  public var scaleText: String {
    let page = plan.placement.page
    guard let paper = page.paperMetresPerUnit else {
      let text = ShortNumber.text(metresPerUnit, decimals: 3)
      return page.isImage ? "\(text) m/px" : "\(text) m a unit"
    }
    return ShortNumber.scale(metresPerUnit / paper)
  }
}
