import IndoorGeometry
public import IndoorModel

/// The page of `align`: where a plan was placed and what says how well.
public struct AlignmentReport: Sendable {
  /// The placed plan.
  public var aligned: AlignedPlan
  /// The venue it was placed on, in whose frame the placement is.
  public var venue: Venue?
  /// What the reader must know before he believes a figure.
  public var notice: String?
  /// What to do next, as it is typed.
  public var next: String?

  /// Makes a report.
  public init(_ aligned: AlignedPlan, venue: Venue? = nil, notice: String? = nil) {
    self.aligned = aligned
    self.venue = venue
    self.notice = notice
  }

  /// The page.
  public var page: ReportPage {
    let page = aligned.plan.placement.page
    let unit = page.isImage ? "pixels" : "units"
    let size =
      "\(ShortNumber.text(page.box.width, decimals: 1)) × \(ShortNumber.text(page.box.height, decimals: 1)) \(unit)"
    return ReportPage(
      title: "\(aligned.plan.fileName) on \(aligned.title)",
      subtitle: "Page \(page.number), \(size), placed as \(Self.article(aligned.model)) by "
        + "\(aligned.meansText).",
      notice: notice, figures: figures,
      sections: [
        warningSection, comparison, anchorSection, errorSection,
        PlanComparison(aligned: aligned, venue: venue, next: next).section,
      ]
      .compactMap { $0 },
      footer: footer)
  }

  private var footer: Markup {
    guard aligned.walls == nil else {
      return """
        <p>The plan's own lines were laid on the venue's walls. The predicted error is their distance from the walls, the \
        same over the whole page; lift and margin say how sure it is that they are the right walls.</p>
        """
    }
    return """
      <p>A residual runs from where an anchor lies to where its page point comes to lie. Predicted errors follow from the \
      anchors' standard deviations; what it takes to pick the point itself is not in them.</p>
      """
  }

  private static func article(_ model: String) -> String {
    model == "affine" ? "an affine map" : "a \(model)"
  }

  private var figures: [ReportPage.Figure] {
    let page = aligned.plan.placement.page
    var figures = [
      ReportPage.Figure(
        value: aligned.rmse.map { ShortNumber.metres($0) } ?? "–", label: "residuals (RMSE)",
        detail: aligned.noResidualsText)
    ]
    if let walls = aligned.walls {
      figures = [
        .init(
          value: ShortNumber.metres(walls.distance), label: "lines from walls (RMS)",
          detail: "lift \(ShortNumber.fixed(walls.lift, decimals: 2)), "
            + "margin \(ShortNumber.fixed(walls.margin, decimals: 2))")
      ]
    }
    if let centre = aligned.predicted.first {
      figures.append(
        .init(
          value: ShortNumber.metres(centre.metres), label: "predicted error",
          detail: centre.name))
    }
    if let worst = aligned.predicted.max(by: { $0.metres < $1.metres }), aligned.predicted.count > 1
    {
      figures.append(
        .init(
          value: ShortNumber.metres(worst.metres), label: "predicted error at worst",
          detail: worst.name))
    }
    let perUnit = "\(ShortNumber.text(aligned.metresPerUnit, decimals: 5)) m a unit"
    let isOnPaper = page.paperMetresPerUnit != nil
    figures.append(
      .init(
        value: aligned.scaleText, label: isOnPaper ? "scale on paper" : "scale",
        detail: isOnPaper ? perUnit : ""))
    figures.append(
      .init(
        value: "\(ShortNumber.fixed(aligned.rotationDegrees, decimals: 1))°", label: "turned",
        detail: "page's x axis from east"))
    return figures
  }

  private var warningSection: ReportPage.Section? {
    guard !aligned.warnings.isEmpty else { return nil }
    let items = aligned.warnings.map { warning -> Markup in
      "<li>\(warning.message) <code>\(warning.code)</code></li>"
    }
    return ReportPage.Section(
      title: aligned.warnings.count == 1 ? "A warning" : "\(aligned.warnings.count) warnings",
      content: "<ul class=\"warnings\">\(items)</ul>")
  }

  /// The plan over its venue, to be faded and blinked.
  private var comparison: ReportPage.Section {
    var section = Self.mapSection(aligned, venue: venue)
    guard !aligned.plan.preview.isEmpty else { return section }
    section.content = PlanComparison(aligned: aligned, venue: venue).wrapped(section.content)
    return section
  }

  /// The plan over its venue, for pages that have more to show.
  static func mapSection(_ aligned: AlignedPlan, venue: Venue?) -> ReportPage.Section {
    guard let picture = AlignmentMap(aligned, venue: venue) else {
      return ReportPage.Section(
        title: "The plan on the ground",
        content: "<p class=\"lead\">The placement is singular; there is nothing to draw.</p>")
    }
    let maps = LevelMaps(
      entries: [LevelMaps.Entry(label: aligned.title, map: picture.map)], legend: picture.legend)
    return ReportPage.Section(title: "The plan on the ground", content: maps.markup)
  }

  private var anchorSection: ReportPage.Section? {
    guard !aligned.anchors.isEmpty else { return nil }
    let rows = aligned.anchors.enumerated().map { index, fitted -> [Markup] in
      let anchor = fitted.anchor
      let name = anchor.name ?? "\(index + 1)"
      let mark: Markup = fitted.isOutlier ? " <code>outlier</code>" : ""
      let isFree = aligned.rmse == nil
      return [
        "\(name)\(mark)", "\(anchor.page.x, decimals: 2)", "\(anchor.page.y, decimals: 2)",
        "\(ShortNumber.fixed(anchor.coordinate.latitude, decimals: 7))",
        "\(ShortNumber.fixed(anchor.coordinate.longitude, decimals: 7))",
        isFree ? "–" : "\(ShortNumber.metres(fitted.residual))",
        isFree ? "–" : "\(ShortNumber.fixed(fitted.fitted.x - fitted.place.x, decimals: 3))",
        isFree ? "–" : "\(ShortNumber.fixed(fitted.fitted.y - fitted.place.y, decimals: 3))",
      ]
    }
    return ReportPage.Section(
      title: "Anchors",
      content: Table(
        columns: [
          .words("Anchor"), .figures("Page x"), .figures("Page y"), .figures("Latitude"),
          .figures("Longitude"), .figures("Residual"),
          .figures("east, m", explanation: "the residual's part to the east"),
          .figures("north, m", explanation: "the residual's part to the north"),
        ], rows: rows
      ).markup)
  }

  private var errorSection: ReportPage.Section? {
    guard !aligned.predicted.isEmpty else { return nil }
    let rows = aligned.predicted.map { error -> [Markup] in
      [
        "\(error.name)", "\(error.page.x, decimals: 1)", "\(error.page.y, decimals: 1)",
        "\(ShortNumber.metres(error.metres))", axes(error.ellipse, holding: 0.68),
        axes(error.ellipse, holding: 0.95),
      ]
    }
    return ReportPage.Section(
      title: "Predicted errors",
      lead:
        "Root mean square distance by which a point may be off, and the semi-axes of the ellipses that hold 68% and 95% of the errors.",
      content: Table(
        columns: [
          .words("Point of the page"), .figures("Page x"), .figures("Page y"), .figures("Error"),
          .figures("68% within"), .figures("95% within"),
        ], rows: rows
      ).markup)
  }

  private func axes(_ ellipse: ErrorEllipse, holding share: Double) -> Markup {
    let scaled = ellipse.scaled(by: ErrorEllipse.factor(holding: share))
    return "\(ShortNumber.metres(scaled.semiMajor)) × \(ShortNumber.metres(scaled.semiMinor))"
  }
}
