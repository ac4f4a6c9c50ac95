import IndoorModel
@_spi(Measuring) import IndoorPositioning

/// The charts of how far off positions were.
enum ErrorCharts {
  /// The error of one recording over its time with the stated radius behind it, as a card.
  static func overTime(
    of recording: LocatedRecording, index: Int, titles: LevelTitles
  ) -> Markup {
    let begin = recording.begin
    let errors = recording.score.errors
    let radii = ErrorStatistics(recording.positions.lazy.compactMap(\.horizontalAccuracy))
    // A radius of half the building at the start must not flatten the rest.
    let top = max(errors.percentile(100) ?? 0, (radii.percentile(90) ?? 1) * 1.1)
    var chart = Chart(
      label: "Error and stated radius of \(recording.name) over time",
      x: .clock("minutes", duration: recording.duration), y: .covering("metres", [top]))

    var band = recording.positions.map { position in
      BandPoint(
        x: position.time.seconds(since: begin), low: 0, high: position.horizontalAccuracy ?? .nan)
    }
    if let last = band.last {
      band.append(BandPoint(x: recording.duration, low: 0, high: last.high))
    }
    chart.addBand(band, ink: .muted, isStepped: true)
    chart.addLine(
      recording.score.points.map {
        ChartPoint(x: $0.truth.time.seconds(since: begin), y: $0.error ?? .nan)
      }, ink: .estimate)
    for change in levelChanges(of: recording) {
      chart.addRule(x: change.time.seconds(since: begin), text: titles.title(of: change.level))
    }
    let points = recording.score.points
    let step = max(1, points.count / 150)
    let wrongs = points.count { $0.isOnLevel == false } / 1000 + 1
    for (number, point) in points.enumerated() {
      guard let error = point.error else { continue }
      let isWrong = point.isOnLevel == false
      guard number % (isWrong ? min(step, wrongs) : step) == 0 else { continue }
      chart.addDot(
        at: ChartPoint(x: point.truth.time.seconds(since: begin), y: error),
        ink: isWrong ? .alert : .estimate, tip: tip(of: point, since: begin, titles),
        key: "\(index).\(number)", isCross: isWrong)
    }
    var summary = "\(ShortNumber.clock(recording.duration)) min"
    if let median = errors.median {
      summary =
        "median \(ShortNumber.metres(median)), 95% \(ShortNumber.metres(errors.percentile(95))), "
        + "floor \(ShortNumber.percent(recording.score.onLevel)), "
        + "in radius \(ShortNumber.percent(recording.score.withinRadius))"
    }
    return "<div class=\"card\"><h3>\(recording.name)</h3><p>\(summary)</p>\(chart.svg)</div>"
  }

  /// How the errors are distributed, and how honest the stated radii are.
  static func distribution(of score: WalkScore) -> ReportPage.Section {
    let sorted = score.errors.sorted
    var curve = Chart(
      label: "Share of the points whose error is at most so many metres",
      x: .covering("error, metres", sorted),
      y: .fixed("% of the points", from: 0, to: 100, step: 25))
    curve.addLine(cumulative(sorted, until: curve.x.upper), ink: .estimate, isStepped: true)
    for (percent, name) in [(50.0, "median"), (95, "95%")] {
      if let value = score.errors.percentile(percent) {
        curve.addRule(x: value, text: "\(name) \(ShortNumber.metres(value))", isLow: true)
      }
    }

    let ratios = score.points.compactMap { point -> Double? in
      guard let error = point.error, let radius = point.position?.horizontalAccuracy, radius > 0
      else { return nil }
      return min(error / radius, 4)
    }.sorted()
    var honesty = Chart(
      label: "Share of the points whose error is at most so many stated radii",
      x: .fixed("error, in stated radii", from: 0, to: 3, step: 0.5),
      y: .fixed("% of the points", from: 0, to: 100, step: 25))
    honesty.addLine(
      cumulative(ratios, until: 3), ink: .truth, isStepped: true)
    honesty.addRule(x: 1, text: "stated radius", isLow: true)
    honesty.addRule(y: 68, text: "68% wanted")
    let within = ShortNumber.percent(score.withinRadius)
    let card: Markup =
      ratios.isEmpty
      ? ""
      : """
      <div class="card"><h3>How honest the radius is</h3><p>\(within) of the errors are inside it</p>\(honesty.svg)</div>
      """
    return ReportPage.Section(
      title: "How far off",
      content: """
        <div class="cards"><div class="card"><h3>Errors, from the smallest to the largest</h3>\
        <p>\(score.errors.count) points of all recordings</p>\(curve.svg)</div>\(card)</div>
        """)
  }

  /// What a point's tooltip says.
  static func tip(
    of point: WalkScore.Point, since begin: Timestamp, _ titles: LevelTitles
  ) -> String {
    var lines = [
      "\(ShortNumber.clock(point.truth.time.seconds(since: begin))) on \(titles.title(of: point.truth.level))"
    ]
    if let error = point.error { lines.append("\(ShortNumber.metres(error)) off") }
    if let radius = point.position?.horizontalAccuracy {
      lines.append("stated radius \(ShortNumber.metres(radius))")
    }
    if let position = point.position, point.isOnLevel == false {
      lines.append("said \(titles.title(of: position.level))")
    }
    return lines.joined(separator: "\n")
  }

  /// How much of errors in ascending order is at most so many metres, in percent.
  static func cumulative(_ sorted: [Double], until end: Double) -> [ChartPoint] {
    let count = Double(sorted.count)
    let steps = sorted.enumerated().map { index, value in
      ChartPoint(x: value, y: Double(index + 1) / count * 100)
    }.filter { $0.x <= end }
    return [ChartPoint(x: 0, y: 0)] + steps + [ChartPoint(x: end, y: steps.last?.y ?? 0)]
  }

  /// The true path's first point on each level that it comes to; none where it stays on one.
  private static func levelChanges(of recording: LocatedRecording) -> [SurveyWalk.PathPoint] {
    let truth = recording.truth
    return zip(truth, truth.dropFirst()).filter { $0.level != $1.level }.map(\.1)
  }
}
