import IndoorGeometry
package import IndoorModel
@_spi(Measuring) import IndoorPositioning

/// The page of `locate`: where recordings were, on each level, and how far off that was.
package struct PositionsReport: Sendable {
  /// The venue, for its levels and units.
  package var venue: Venue
  /// The placed plans; a level may have none.
  package var plans: [Plan]
  /// What was located, in the order given.
  package var recordings: [LocatedRecording]
  /// The page's title.
  package var title: String
  /// What the reader must know before he believes a figure.
  package var notice: String?
  /// More sections, after the figures and the maps.
  package var sections: [ReportPage.Section]

  /// Makes a report.
  package init(
    venue: Venue, plans: [Plan], recordings: [LocatedRecording], title: String? = nil,
    notice: String? = nil, sections: [ReportPage.Section] = []
  ) {
    self.venue = venue
    self.plans = plans
    self.recordings = recordings
    self.title = title ?? (venue.name.isEmpty ? "Positions" : "Positions in \(venue.name)")
    self.notice = notice
    self.sections = sections
  }

  /// The page.
  package var page: ReportPage {
    let score = WalkScore(recordings.map(\.score))
    var parts = [mapSection]
    if !score.errors.sorted.isEmpty {
      parts.append(ErrorCharts.distribution(of: score))
    }
    parts.append(contentsOf: [chartSection, tableSection(score)])
    return ReportPage(
      title: title, subtitle: subtitle(score), notice: notice, figures: figures(score),
      sections: parts + sections, footer: footer(score))
  }

  private func subtitle(_ score: WalkScore) -> String {
    let count = recordings.count
    let levels = Set(recordings.flatMap { $0.positions.map(\.level) }).count
    let isLater = recordings.contains {
      !($0.positions.first?.sources ?? []).isDisjoint(with: [.smoothed, .lagged])
    }
    let how = isLater ? " by what came later, too" : ""
    let what =
      "\(count) recording\(count == 1 ? "" : "s"), located\(how) on \(levels) level\(levels == 1 ? "" : "s")"
    return score.points.isEmpty
      ? "\(what). No true positions to compare with."
      : "\(what), compared with the truth at \(score.points.count) points."
  }

  private func figures(_ score: WalkScore) -> [ReportPage.Figure] {
    let errors = score.errors
    guard errors.count > 0 else { return [] }
    return [
      .init(
        value: ShortNumber.metres(errors.median), label: "median error",
        detail: "mean \(ShortNumber.metres(errors.mean))"),
      .init(
        value: ShortNumber.metres(errors.percentile(95)), label: "95% are nearer than",
        detail: "worst \(ShortNumber.metres(errors.percentile(100)))"),
      .init(
        value: ShortNumber.percent(score.onLevel, decimals: 1), label: "on the right floor",
        detail: "answered at \(ShortNumber.percent(score.answered)) of the points"),
      .init(
        value: ShortNumber.percent(score.withinRadius), label: "within the stated radius",
        detail: "68% wanted; median radius \(ShortNumber.metres(score.radii.median))"),
    ]
  }

  private var mapSection: ReportPage.Section {
    ReportPage.Section(
      title: "Where", lead: "Hover a point for its time and error; zoom with the buttons.",
      content: PositionsMaps(venue: venue, plans: plans, recordings: recordings).markup)
  }

  private var chartSection: ReportPage.Section {
    let most = 12
    let worstFirst = recordings.sorted {
      ($0.score.errors.median ?? -1) > ($1.score.errors.median ?? -1)
    }
    let isCut = recordings.count > most
    let shown = isCut ? Array(worstFirst.prefix(most)) : recordings
    let keys = Dictionary(
      recordings.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { a, _ in a })
    let titles = LevelTitles(venue)
    let cards = shown.map { recording in
      ErrorCharts.overTime(of: recording, index: keys[recording.name] ?? 0, titles: titles)
    }
    let lead: Markup =
      isCut
      ? "The \(most) recordings with the largest median error, of \(recordings.count). "
      : ""
    return ReportPage.Section(
      title: "Error over time",
      lead: lead
        + "Shaded is the radius that the positioner stated: 68% of the errors should lie inside.",
      content: "<div class=\"cards\">\(cards)</div>")
  }

  private func tableSection(_ score: WalkScore) -> ReportPage.Section {
    let rows = recordings.map { recording in
      cells(
        "\(recording.name)", duration: recording.duration, recording.score,
        offset: recording.radioOffset)
    }
    let table = Table(
      columns: [
        .words("Recording"), .figures("Length", explanation: "minutes and seconds"),
        .figures("Points", explanation: "true points compared"), .figures("Mean"),
        .figures("Median"), .figures("95%"),
        .figures("Right floor", explanation: "share of the answers on the right level"),
        .figures("In radius", explanation: "share of the errors inside the stated radius"),
        .figures("Radius", explanation: "median of the stated radii"),
        .figures("Radio", explanation: "what the phone was found to read more than the radio map"),
      ],
      rows: rows,
      total: recordings.count > 1
        ? cells("All", duration: recordings.map(\.duration).reduce(0, +), score) : nil)
    return ReportPage.Section(title: "By recording", content: table.markup)
  }

  private func cells(
    _ name: Markup, duration: Double, _ score: WalkScore, offset: RadioOffset? = nil
  ) -> [Markup] {
    let errors = score.errors
    let radio = offset.map {
      "\($0.decibels < 0 ? "−" : "+")\(ShortNumber.fixed(abs($0.decibels), decimals: 1)) dB"
    }
    return [
      name, "\(ShortNumber.clock(duration))", "\(score.points.count)",
      "\(ShortNumber.metres(errors.mean))", "\(ShortNumber.metres(errors.median))",
      "\(ShortNumber.metres(errors.percentile(95)))", "\(ShortNumber.percent(score.onLevel))",
      "\(ShortNumber.percent(score.withinRadius))", "\(ShortNumber.metres(score.radii.median))",
      "\(radio ?? "")",
    ]
  }

  private func footer(_ score: WalkScore) -> Markup {
    guard !score.points.isEmpty else {
      return
        "<p>Circles have the radius that holds 68% of the errors, as the positioner states it.</p>"
    }
    return """
      <p>A true point is compared with the last position at or before its time. Errors are horizontal distances on the ground, whatever the floor. The positioner never sees the truth.</p>
      """
  }
}
