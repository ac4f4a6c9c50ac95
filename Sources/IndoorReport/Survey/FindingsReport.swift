public import IndoorGeometry
public import IndoorModel

/// The page of `survey check`: what is wrong with a survey, where, and what to do.
public struct FindingsReport: Sendable {
  /// How much a finding matters.
  public enum Severity: String, Sendable, CaseIterable {
    /// Scans stand where they were not taken.
    case error
    /// Positions will suffer.
    case warning
    /// Good to know.
    case info

    var ink: Ink {
      switch self {
      case .error: .alert
      case .warning: .estimate
      case .info: .muted
      }
    }
  }

  /// One finding.
  public struct Finding: Sendable {
    /// What was found.
    public var message: String
    /// The level, where it is about one.
    public var level: LevelKey?
    /// Where, in local metres.
    public var place: LocalPoint?
    /// The ground that it is about, in local metres; empty where it is about a place.
    public var area: [Polygon<LocalPoint>]
    /// What people call the place: `beside Gallery 3`.
    public var placeName: String?
    /// The recording, where it is about one.
    public var walk: String?

    /// Makes a finding.
    public init(
      message: String, level: LevelKey? = nil, place: LocalPoint? = nil,
      area: [Polygon<LocalPoint>] = [], placeName: String? = nil, walk: String? = nil
    ) {
      self.message = message
      self.level = level
      self.place = place
      self.area = area
      self.placeName = placeName
      self.walk = walk
    }
  }

  /// What a rule found.
  public struct Rule: Sendable {
    /// The rule's code: `scans-far-from-path`.
    public var code: String
    /// What it looks for.
    public var title: String
    /// How much it matters.
    public var severity: Severity
    /// What to do.
    public var remedy: String
    /// What it found, the worst first.
    public var findings: [Finding]

    /// Makes a rule's part.
    public init(
      code: String, title: String, severity: Severity, remedy: String, findings: [Finding]
    ) {
      self.code = code
      self.title = title
      self.severity = severity
      self.remedy = remedy
      self.findings = findings
    }
  }

  /// The venue, for its levels and units.
  public var venue: Venue
  /// The rules that found something, the worst first.
  public var rules: [Rule]
  /// Where was walked, in local metres, level by level.
  public var paths: [LevelKey: [[LocalPoint]]]
  /// What was looked at: `12 walks, 3,400 scans`.
  public var subtitle: String

  /// Findings of a rule that the page lists, and marks of a level's map: pages must stay such that
  /// a browser opens them.
  static let most = (listed: 50, marked: 400)

  /// Makes a report.
  public init(
    venue: Venue, rules: [Rule], paths: [LevelKey: [[LocalPoint]]], subtitle: String
  ) {
    self.venue = venue
    self.rules = rules
    self.paths = paths
    self.subtitle = subtitle
  }

  /// The page.
  public var page: ReportPage {
    var sections: [ReportPage.Section] = []
    if let maps { sections.append(maps) }
    sections += zip(rules, starts).map { section(of: $0, from: $1) }
    if rules.isEmpty {
      sections.append(
        ReportPage.Section(title: "Nothing found", content: "<p>No rule has found anything.</p>"))
    }
    return ReportPage(
      title: venue.name.isEmpty ? "Survey check" : "Survey check of \(venue.name)",
      subtitle: subtitle, figures: figures, sections: sections,
      footer: """
        <p>An error puts scans into the radio map at places where they were not taken. A warning makes positions worse. \
        Numbers on the maps are those of the lists.</p>
        """)
  }

  private var figures: [ReportPage.Figure] {
    Severity.allCases.map { severity in
      let found = rules.filter { $0.severity == severity }
      let name = severity == .info ? "notes" : "\(severity.rawValue)s"
      return .init(
        value: "\(found.reduce(0) { $0 + $1.findings.count })", label: name,
        detail: found.map(\.title).first ?? "")
    }
  }

  /// The number of each rule's first finding.
  private var starts: [Int] {
    var next = 1
    return rules.map { rule in
      defer { next += rule.findings.count }
      return next
    }
  }

  // MARK: Maps

  private var maps: ReportPage.Section? {
    var marks: [LevelKey: [(number: Int, severity: Severity, finding: Finding)]] = [:]
    for (rule, start) in zip(rules, starts) {
      for (index, finding) in rule.findings.enumerated() {
        guard let level = finding.level, finding.place != nil || !finding.area.isEmpty else {
          continue
        }
        marks[level, default: []].append((start + index, rule.severity, finding))
      }
    }
    let most = marks.keys.sorted { (marks[$1]?.count ?? 0, $0) < (marks[$0]?.count ?? 0, $1) }
    let keys = most.prefix(LevelMaps.mostDrawn).sorted(by: LevelKey.fromTheTop)
    guard !keys.isEmpty,
      let extent = LocalMap.extent(of: venue.levels.map(\.key), of: venue)
        ?? BoundingBox(paths.values.joined().joined().filter(\.isFinite))
    else { return nil }
    let (parts, titles) = (LevelParts(venue), LevelTitles(venue))
    let entries = keys.map { key -> LevelMaps.Entry in
      var map = LocalMap(extent: extent, label: "Findings on \(titles.title(of: key))")
      map.addLevel(key, of: parts.alone(key), isNamed: true)
      for path in paths[key] ?? [] { map.addLine(path, ink: .truth, style: .hair) }
      let found = marks[key] ?? []
      for (number, severity, finding) in found.prefix(Self.most.marked).reversed() {
        for polygon in finding.area { map.addArea(polygon, ink: severity.ink, opacity: 0.4) }
        guard let place = finding.place else { continue }
        map.addMark(at: place, ink: severity.ink, tip: "\(number): \(finding.message)")
        if number <= Self.most.marked { map.addText("\(number)", at: place, ink: severity.ink) }
      }
      let caption: Markup =
        found.count > Self.most.marked
        ? "\(found.count) findings, the first \(Self.most.marked) of them on the map"
        : "\(found.count) finding\(found.count == 1 ? "" : "s")"
      return LevelMaps.Entry(
        label: titles.title(of: key), title: titles.fullTitle(of: key), map: map,
        caption: caption)
    }
    let worst = keys.indices.max { (marks[keys[$0]]?.count ?? 0) < (marks[keys[$1]]?.count ?? 0) }
    let legend = Legend(
      Severity.allCases.map { (.dot($0.ink), $0 == .info ? "note" : $0.rawValue) }
        + [(.line(.truth), "where was walked")])
    return ReportPage.Section(
      title: "Where",
      lead: marks.count > keys.count
        ? "Of \(marks.count) levels the \(keys.count) with most findings are drawn." : "",
      content: LevelMaps(entries: entries, initial: worst ?? 0, legend: legend).markup)
  }

  // MARK: Lists

  private func section(of rule: Rule, from start: Int) -> ReportPage.Section {
    let titles = LevelTitles(venue)
    let rows = rule.findings.prefix(Self.most.listed).enumerated().map { index, finding in
      [
        "\(start + index)" as Markup, "\(finding.level.map { titles.title(of: $0) } ?? "")",
        "\(finding.placeName ?? "")", "\(finding.walk ?? "")", "\(finding.message)",
      ]
    }
    let table = Table(
      columns: [
        .words("No."), .words("Level"), .words("Place"), .words("Recording"), .words("What"),
      ], rows: rows)
    let rest: Markup =
      rule.findings.count > Self.most.listed
      ? "<p class=\"lead\">and \(rule.findings.count - Self.most.listed) more</p>" : ""
    let severity = rule.severity == .info ? "Note" : rule.severity.rawValue.capitalizedWord
    return ReportPage.Section(
      title: "\(severity): \(rule.title)",
      lead: "\(rule.remedy) <code>\(rule.code)</code>", content: "\(table.markup)\(rest)")
  }
}

extension String {
  /// With its first letter large.
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
