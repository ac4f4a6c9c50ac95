public import IndoorModel

/// The page of `radiomap evaluate`: how far off scans are that the map has not seen, as curves, by
/// level and by device.
public struct EvaluationPage: Sendable {
  /// Scans that belong together.
  public struct Group: Sendable {
    /// What they have in common.
    public var name: String
    /// How many scans there were, and how many of them got an answer.
    public var rows: Int, answered: Int
    /// Their errors, in metres.
    public var errors: ErrorStatistics
    /// Share of the answers on the right level.
    public var floor: Double?
    /// Share of the answers within their stated radius.
    public var within: Double?

    /// Makes a group.
    public init(
      name: String, rows: Int, answered: Int, errors: ErrorStatistics, floor: Double?,
      within: Double?
    ) {
      self.name = name
      self.rows = rows
      self.answered = answered
      self.errors = errors
      self.floor = floor
      self.within = within
    }
  }

  /// One evaluation.
  public struct Evaluation: Sendable {
    /// What was left out, or compared with.
    public var title: String
    /// All scans.
    public var all: Group
    /// Those of each level; empty where there is one.
    public var levels: [Group]
    /// Those of each device; empty where there is one.
    public var devices: [Group]
    /// What else is to be known: the matching, seed and data, intervals.
    public var facts: [String]

    /// Makes an evaluation.
    public init(
      title: String, all: Group, levels: [Group], devices: [Group], facts: [String]
    ) {
      self.title = title
      self.all = all
      self.levels = levels
      self.devices = devices
      self.facts = facts
    }
  }

  /// What the page is called.
  public var title: String
  /// The evaluations, the one to believe first.
  public var evaluations: [Evaluation]
  /// Where the first evaluation's scans were, and how far off; `nil` where there is no venue.
  public var maps: ErrorMaps?
  /// Why a venue has no maps, as a sentence without its full stop.
  public var lackOfMaps: String?
  /// What the reader must know before he believes a figure.
  public var notice: String?

  /// Makes a page.
  public init(
    title: String, evaluations: [Evaluation], maps: ErrorMaps? = nil, notice: String? = nil
  ) {
    self.title = title
    self.evaluations = evaluations
    self.maps = maps
    self.notice = notice
  }

  /// The page.
  public var page: ReportPage {
    var sections: [ReportPage.Section] = []
    if let first = evaluations.first {
      sections.append(curves)
      if let maps = maps?.section {
        sections.append(maps)
      } else if let lackOfMaps {
        sections.append(
          ReportPage.Section(
            title: ErrorMaps.title, lead: "There are no maps. \(lackOfMaps).", content: ""))
      }
      for (name, groups) in [("By level", first.levels), ("By device", first.devices)]
      where groups.count > 1 {
        let rest = groups.count - Self.mostCards
        let more = rest > 0 ? " The table below has \(rest) more." : ""
        sections.append(
          ReportPage.Section(
            title: name, lead: "Each curve over that of all scans (grey).\(more)",
            content:
              "<div class=\"cards\">\(groups.prefix(Self.mostCards).map { card($0, over: first.all) })</div>"
          ))
      }
      sections.append(contentsOf: evaluations.map(table))
    }
    return ReportPage(
      title: title, subtitle: evaluations.first.map { "\($0.all.rows) scans, \($0.title)." } ?? "",
      notice: notice, figures: figures, sections: sections,
      footer: """
        <p>A scan is located by itself, without motion. Errors are horizontal distances on the ground, whatever the floor.</p>
        """)
  }

  private static let mostCards = 24

  private var figures: [ReportPage.Figure] {
    guard let all = evaluations.first?.all, all.errors.count > 0 else { return [] }
    return [
      .init(
        value: ShortNumber.metres(all.errors.median), label: "median error",
        detail: "mean \(ShortNumber.metres(all.errors.mean))"),
      .init(
        value: ShortNumber.metres(all.errors.percentile(75)), label: "75% are nearer than",
        detail: "95% than \(ShortNumber.metres(all.errors.percentile(95)))"),
      .init(
        value: ShortNumber.percent(all.floor, decimals: 1), label: "on the right floor",
        detail: "\(all.answered) of \(all.rows) answered"),
      .init(
        value: ShortNumber.percent(all.within), label: "within the stated radius",
        detail: "68% wanted"),
    ]
  }

  // MARK: Curves

  private static let inks: [Ink] = [.estimate, .muted]

  private var curves: ReportPage.Section {
    // The last few errors must not flatten the rest.
    let end = evaluations.compactMap { $0.all.errors.percentile(97) }.max() ?? 1
    var chart = Chart(
      label: "Share of the scans whose error is at most so many metres",
      x: .covering("error, metres", [end]), y: .fixed("% of the scans", from: 0, to: 100, step: 25),
      width: 1060, height: 320)
    for (evaluation, ink) in zip(evaluations, Self.inks).reversed() {
      add(evaluation.all, to: &chart, ink: ink)
    }
    if let all = evaluations.first?.all {
      for (percent, name) in [(50.0, "median"), (95, "95%")] {
        if let value = all.errors.percentile(percent) {
          chart.addRule(x: value, text: "\(name) \(ShortNumber.metres(value))", isLow: true)
        }
      }
    }
    let legend: Markup =
      evaluations.count > 1
      ? Legend(zip(Self.inks, evaluations).map { (.line($0), $1.title) }).markup : ""
    return ReportPage.Section(
      title: "Errors, from the smallest to the largest",
      content: "<div class=\"card wide\">\(chart.svg)\(legend)</div>")
  }

  private func add(_ group: Group, to chart: inout Chart, ink: Ink) {
    chart.addLine(
      ErrorCharts.cumulative(group.errors.sorted, until: chart.x.upper), ink: ink, isStepped: true)
  }

  private func card(_ group: Group, over all: Group) -> Markup {
    let end = all.errors.percentile(97) ?? 1
    var chart = Chart(
      label: "Errors of \(group.name) beside those of all scans",
      x: .covering("error, metres", [end]), y: .fixed("% of the scans", from: 0, to: 100, step: 25),
      height: 200)
    add(all, to: &chart, ink: .muted)
    add(group, to: &chart, ink: .estimate)
    return """
      <div class="card"><h3>\(group.name)</h3><p>\(group.rows) scans, median \
      \(ShortNumber.metres(group.errors.median)), 95% \(ShortNumber.metres(group.errors.percentile(95))), \
      floor \(ShortNumber.percent(group.floor, decimals: 1))</p>\(chart.svg)</div>
      """
  }

  // MARK: Figures

  private func table(_ evaluation: Evaluation) -> ReportPage.Section {
    let table = Table(
      columns: [
        .words("Scans"), .figures("Rows"), .figures("Answered"),
        .figures("Right floor", explanation: "share of the answers on the right level"),
        .figures("Mean"), .figures("Median"), .figures("75%"), .figures("95%"),
        .figures("In radius", explanation: "share of the errors inside the stated radius"),
      ],
      rows: (evaluation.levels + evaluation.devices).map(cells), total: cells(evaluation.all))
    return ReportPage.Section(
      title: evaluation.title.prefix(1).uppercased() + evaluation.title.dropFirst(),
      content: "\(table.markup)<p class=\"lead\">\(evaluation.facts.joined(separator: " · "))</p>")
  }

  private func cells(_ group: Group) -> [Markup] {
    [
      "\(group.name)", "\(group.rows)",
      "\(ShortNumber.percent(group.rows == 0 ? nil : Double(group.answered) / Double(group.rows)))",
      "\(ShortNumber.percent(group.floor, decimals: 1))",
      "\(ShortNumber.metres(group.errors.mean))", "\(ShortNumber.metres(group.errors.median))",
      "\(ShortNumber.metres(group.errors.percentile(75)))",
      "\(ShortNumber.metres(group.errors.percentile(95)))", "\(ShortNumber.percent(group.within))",
    ]
  }
}
