import IndoorModel

/// The page of `motion`: where a device faced over time, and what the compass had to say.
public struct MotionReport: Sendable {
  /// A heading at a moment.
  public struct HeadingSample: Hashable, Sendable {
    /// Seconds from the recording's first sample.
    public var time: Double
    /// Degrees clockwise from north; not finite while unknown.
    public var degrees: Double
    /// Standard deviation, in degrees, where there is one.
    public var accuracy: Double?

    /// Makes a sample.
    public init(time: Double, degrees: Double, accuracy: Double? = nil) {
      self.time = time
      self.degrees = degrees
      self.accuracy = accuracy
    }
  }

  /// How far off a heading was at a moment.
  public struct HeadingError: Hashable, Sendable {
    /// Seconds from the recording's first sample.
    public var time: Double
    /// Degrees clockwise of the truth; not finite where the truth pauses.
    public var degrees: Double
    /// Whether that is within the accuracy that was stated.
    public var isWithinAccuracy: Bool
  }

  /// The recording's id.
  public var name: String
  /// What the filter says.
  public var heading: [HeadingSample]
  /// What the compass alone says.
  public var compass: [HeadingSample]
  /// What the gyroscope alone says, begun at the filter's first heading.
  public var gyro: [HeadingSample]
  /// The truth, where it is known.
  public var truth: [HeadingSample]
  /// How far off the heading was over time; empty where no truth is known.
  public var headingErrors: [HeadingError] = []
  /// Strength of the magnetic field over seconds, in µT.
  public var field: [ChartPoint]
  /// Dip of the magnetic field below level over seconds, in degrees.
  public var dip: [ChartPoint]
  /// When steps were made, in seconds; `nil` where nothing was measured by which they are found.
  public var steps: [Double]?
  /// When the device lay still, in seconds.
  public var rests: [ClosedRange<Double>]
  /// When the compass was not believed, in seconds.
  public var disturbances: [ClosedRange<Double>]
  /// What the reader must know before he believes a figure.
  public var notice: String?

  /// Makes a report of what is known; the rest stays empty.
  public init(
    name: String, heading: [HeadingSample], compass: [HeadingSample] = [],
    gyro: [HeadingSample] = [], truth: [HeadingSample] = [], field: [ChartPoint] = [],
    dip: [ChartPoint] = [], steps: [Double]? = [], rests: [ClosedRange<Double>] = [],
    disturbances: [ClosedRange<Double>] = [], notice: String? = nil
  ) {
    self.name = name
    self.heading = heading
    self.compass = compass
    self.gyro = gyro
    self.truth = truth
    self.field = field
    self.dip = dip
    self.steps = steps
    self.rests = rests
    self.disturbances = disturbances
    self.notice = notice
  }

  private var duration: Double {
    let ends = [heading, compass, gyro, truth].compactMap { $0.last?.time }
    return (ends + [field.last?.x, dip.last?.x].compactMap { $0 }).filter(\.isFinite).max() ?? 1
  }

  private var axis: Axis { .clock("minutes", duration: duration) }

  /// The page.
  public var page: ReportPage {
    ReportPage(
      title: "Motion of \(name)",
      subtitle:
        "\(ShortNumber.clock(duration)) minutes: where the device faced, relative to magnetic north.",
      notice: notice, figures: figures, sections: [headingSection, detailSection],
      footer: """
        <p>The heading is that of the device's upper edge on the ground, or of its back where it is held upright.</p>
        """)
  }

  private var figures: [ReportPage.Figure] {
    let accuracy = ErrorStatistics(heading.lazy.compactMap(\.accuracy))
    func share(_ spans: [ClosedRange<Double>]) -> Double {
      spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound } / max(duration, 1e-9)
    }
    return errorFigures + [
      .init(
        value: "\(ShortNumber.text(accuracy.median ?? .nan, decimals: 1))°",
        label: "heading's accuracy", detail: "median, one standard deviation"),
      .init(value: steps.map { "\($0.count)" } ?? "unknown", label: "steps"),
      .init(value: ShortNumber.percent(share(rests)), label: "of the time at rest"),
      .init(
        value: ShortNumber.percent(share(disturbances)), label: "of the time disturbed",
        detail: "the compass was not believed"),
    ]
  }

  private var headingSection: ReportPage.Section {
    var chart = Chart(
      label: "Heading of \(name) over time", x: axis,
      y: .fixed("degrees clockwise from north", from: 0, to: 360, step: 90), width: 1100,
      height: 340)
    chart.addSpans(rests, ink: .muted)
    chart.addSpans(disturbances, ink: .alert)
    chart.addHeadingBand(heading, ink: .estimate)
    chart.addHeadings(compass, ink: .muted)
    chart.addHeadings(gyro, ink: .second, isDashed: true)
    chart.addHeadings(truth, ink: .truth)
    chart.addHeadings(heading, ink: .estimate)
    var entries: [(Legend.Swatch, String)] = [
      (.line(.estimate), "heading"), (.area(.estimate), "one standard deviation"),
    ]
    if !truth.isEmpty { entries.append((.line(.truth), "truth")) }
    if !compass.isEmpty { entries.append((.line(.muted), "compass alone")) }
    if !gyro.isEmpty { entries.append((.dashed(.second), "gyroscope alone")) }
    if !rests.isEmpty { entries.append((.area(.muted), "at rest")) }
    if !disturbances.isEmpty { entries.append((.area(.alert), "disturbed")) }
    return ReportPage.Section(
      title: "Heading",
      content: """
        <div class="cards"><div class="card wide">\(chart.svg)\(Legend(entries).markup)</div></div>
        """)
  }

  private var detailSection: ReportPage.Section {
    var cards: [Markup] = []
    func add(
      _ title: String, _ detail: String, _ axisLabel: String, _ points: [ChartPoint], _ ink: Ink,
      includesZero: Bool = false
    ) {
      guard points.contains(where: { $0.y.isFinite }) else { return }
      var chart = Chart(
        label: "\(title) of \(name) over time", x: axis,
        y: .covering(axisLabel, points.map(\.y), includesZero: includesZero))
      chart.addSpans(disturbances, ink: .alert)
      chart.addLine(points, ink: ink)
      cards.append("<div class=\"card\"><h3>\(title)</h3><p>\(detail)</p>\(chart.svg)</div>")
    }
    add(
      "Accuracy of the heading", "one standard deviation, as the filter states it", "degrees",
      heading.map { ChartPoint(x: $0.time, y: $0.accuracy ?? .nan) }, .estimate, includesZero: true)
    add(
      "Error of the heading", "clockwise of the truth", "degrees",
      headingErrors.map { ChartPoint(x: $0.time, y: $0.degrees) }, .truth,
      includesZero: true)
    add("Strength of the magnetic field", "the Earth's is 25 to 65 µT", "µT", field, .third)
    add("Dip of the magnetic field", "below level", "degrees", dip, .third)
    add(
      "Cadence", steps.map { "\($0.count) steps" } ?? "unknown", "steps a second", cadence, .second,
      includesZero: true)
    return ReportPage.Section(
      title: "What the sensors say", content: "<div class=\"cards\">\(cards)</div>")
  }

  /// Steps a second between neighbours; a pause of over two seconds breaks the line.
  private var cadence: [ChartPoint] {
    zip(steps ?? [], (steps ?? []).dropFirst()).map { earlier, later in
      let pause = later - earlier
      return ChartPoint(x: later, y: pause > 0 && pause < 2 ? 1 / pause : .nan)
    }
  }
}
