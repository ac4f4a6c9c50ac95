import IndoorGeometry
public import IndoorModel

/// The page of `survey coverage`: how good positions will be, what was walked, and where to walk
/// next, level by level.
public struct CoverageReport: Sendable {
  /// How the predicted radii came to be, and how well they hold.
  public struct Prediction: Sendable {
    /// Scans of left-out walks that they were learned from.
    public var scans: Int
    /// Correlation of the ranks of predicted and true errors, where known.
    public var rankCorrelation: Double?
    /// Share of the true errors within the prediction, where known.
    public var within: Double?

    /// Makes the facts of a prediction.
    public init(scans: Int, rankCorrelation: Double?, within: Double?) {
      self.scans = scans
      self.rankCorrelation = rankCorrelation
      self.within = within
    }
  }

  /// The venue, for its levels and units.
  public let venue: Venue
  /// Its levels, ascending.
  public let levels: [SurveyedLevel]
  /// What is known of the predicted radii; `nil` where there are none.
  public var prediction: Prediction?
  /// What makes ground covered: "with 4 scans within 6 m of which other walks heard the like, or
  /// where none came by".
  public var covered: String
  /// What the reader must know before he believes a figure.
  public var notice: String?

  /// The levels' drawings, which several maps are laid on.
  let grounds: [LevelKey: LocalMap]
  let titles: LevelTitles

  /// Makes a report.
  public init(
    venue: Venue, levels: [SurveyedLevel], prediction: Prediction?, covered: String,
    notice: String? = nil
  ) {
    self.venue = venue
    self.levels = levels
    self.prediction = prediction
    self.covered = covered
    self.notice = notice
    grounds = Self.grounds(of: levels, in: venue)
    titles = LevelTitles(venue)
  }

  /// The page.
  public var page: ReportPage {
    var sections: [ReportPage.Section] = []
    if prediction != nil { sections.append(accuracySection) }
    sections.append(scanSection)
    if levels.contains(where: { $0.next != nil }) { sections.append(nextSection) }
    sections.append(tableSection)
    return ReportPage(
      title: venue.name.isEmpty ? "Survey coverage" : "Survey coverage of \(venue.name)",
      subtitle: subtitle, notice: notice, figures: figures, sections: sections, footer: footer)
  }

  /// One level's map of predicted radii, of scans where there are none, as a picture that stands
  /// alone.
  public func picture(of level: SurveyedLevel) -> String? {
    (prediction == nil ? scanMap(level) : accuracyMap(level)).map { $0.standalone }
  }

  // MARK: Words and figures

  private var walkable: Double { levels.reduce(0) { $0 + $1.walkable } }

  private var subtitle: String {
    let surveyed = levels.count { $0.scans > 0 }
    return "\(levels.reduce(0) { $0 + $1.scans }) scans on \(surveyed) of \(levels.count) levels."
  }

  private var figures: [ReportPage.Figure] {
    var figures: [ReportPage.Figure] = []
    if walkable > 0 {
      let covered = levels.reduce(0) { $0 + $1.covered }
      figures.append(
        .init(
          value: ShortNumber.percent(covered / walkable), label: "of the ground is covered",
          detail:
            "\(self.covered); \(ShortNumber.text(walkable, decimals: 0)) m² in all"
        ))
    }
    if prediction != nil {
      let all = SurveyedLevel(
        key: LevelKey(ordinal: 0), cells: levels.flatMap(\.cells), paths: [], walks: 0,
        walkable: walkable, covered: 0, next: nil)
      figures.append(
        .init(
          value: ShortNumber.metres(all.radius(percent: 50)), label: "predicted radius, median",
          detail:
            "of a single scan; worst tenth over \(ShortNumber.metres(all.radius(percent: 90)))"
        ))
    }
    let cells = levels.reduce(0) { $0 + $1.cells.count { $0.scans > 0 } }
    let few = levels.reduce(0) { $0 + $1.cells.count { (1..<4).contains($0.scans) } }
    figures.append(
      .init(
        value: "\(cells)", label: "surveyed cells of 4 m",
        detail: cells == 0
          ? "" : "\(ShortNumber.percent(Double(few) / Double(cells))) with under 4 scans"))
    let proposals = levels.filter { $0.next != nil }
    if let level = proposals.max(by: { $0.promise < $1.promise }), let next = level.next {
      figures.append(
        .init(
          value: ShortNumber.metres(next.length), label: "is the next walk to take",
          detail:
            "on \(titles.title(of: level.key)), covers \(ShortNumber.text(next.covers, decimals: 0)) m²"
        ))
    }
    return figures
  }

  private var footer: Markup {
    let how: Markup =
      prediction.map { prediction in
        let held: Markup =
          prediction.within.map {
            " Of the errors of walks that were not used for it, \(ShortNumber.percent($0)) are within the prediction."
          } ?? ""
        let ranks: Markup =
          prediction.rankCorrelation.map {
            " Ranks of predicted and true errors correlate by \(ShortNumber.fixed($0, decimals: 2))."
          } ?? ""
        return """
          <p>The predicted radius holds 68% of the errors of single scans without motion. It is learned from this survey: \
          \(prediction.scans) scans were located by the map of all other walks, and how far off they were goes with how far \
          and how many the reference points around are.\(held)\(ranks)</p>
          """
      } ?? ""
    return how
  }

  private var accuracySection: ReportPage.Section {
    var legend = CoverageShading.radii.shades.map {
      (Legend.Swatch.shade($0.ink, opacity: $0.opacity), $0.name)
    }
    legend.append((.line(.plain), "the next walk to take"))
    return ReportPage.Section(
      title: "How good positions will be",
      lead:
        "The radius that is expected to hold 68% of the errors of single scans, cell by cell. Motion makes positions better than that.\(notDrawn)",
      content: maps(accuracyMap, legend: Legend(legend)) { level in
        guard let median = level.radius(percent: 50) else { return "no prediction" }
        let next = level.next.map {
          " · next walk \(ShortNumber.metres($0.length)), covers \(ShortNumber.text($0.covers, decimals: 0)) m²"
        }
        return "median \(ShortNumber.metres(median)), worst tenth over "
          + "\(ShortNumber.metres(level.radius(percent: 90)))\(next ?? "")"
      })
  }

  private var scanSection: ReportPage.Section {
    var legend = CoverageShading.scans.shades.map {
      (Legend.Swatch.shade($0.ink, opacity: $0.opacity), $0.name)
    }
    legend.append((.line(.plain), "where was walked"))
    return ReportPage.Section(
      title: "What was surveyed",
      lead: "Scans in each cell of 4 m, and the walks that took them.\(notDrawn)",
      content: maps(scanMap, legend: Legend(legend)) { level in
        let covered =
          level.walkable > 0
          ? " · \(ShortNumber.percent(level.covered / level.walkable)) of \(ShortNumber.text(level.walkable, decimals: 0)) m² covered"
          : " · no outline"
        return "\(level.walks) walk\(level.walks == 1 ? "" : "s"), \(level.scans) scans\(covered)"
      })
  }

  private var nextSection: ReportPage.Section {
    let frame = venue.frame
    let cards = levels.reversed().compactMap { level -> Markup? in
      guard let next = level.next else { return nil }
      let most = 8
      let items = zip(next.corners, next.names).prefix(most).map { corner, name -> Markup in
        let place = frame.coordinate(from: corner)
        let named: Markup = name.isEmpty ? "" : "\(name) · "
        return """
          <li>\(named)\(ShortNumber.fixed(place.latitude, decimals: 6)), \
          \(ShortNumber.fixed(place.longitude, decimals: 6))</li>
          """
      }
      let rest: Markup =
        next.corners.count > most
        ? "<p>and \(next.corners.count - most) more; the sheet and the walks as GPX have them all</p>"
        : ""
      return """
        <div class="card"><h3>\(titles.fullTitle(of: level.key))</h3><p>\(ShortNumber.metres(next.length)), \
        \(next.corners.count) waypoints, covers \(ShortNumber.text(next.covers, decimals: 0)) m²</p><ol>\(items)</ol>\(rest)</div>
        """
    }
    return ReportPage.Section(
      title: "Where to walk next",
      lead:
        "On each level the walk that gains most for its length. Set a waypoint at each of these places (latitude, longitude); the maps number them.",
      content: "<div class=\"cards\">\(cards)</div>")
  }

  private var tableSection: ReportPage.Section {
    let rows = levels.reversed().map { level -> [Markup] in
      [
        "\(titles.fullTitle(of: level.key))", "\(level.walks)", "\(level.scans)",
        level.walkable > 0 ? "\(ShortNumber.text(level.walkable, decimals: 0)) m²" : "–",
        level.walkable > 0 ? "\(ShortNumber.percent(level.covered / level.walkable))" : "–",
        "\(ShortNumber.metres(level.radius(percent: 50)))",
        "\(ShortNumber.metres(level.radius(percent: 90)))",
        level.next.map { "\(ShortNumber.metres($0.length))" } ?? "–",
      ]
    }
    let table = Table(
      columns: [
        .words("Level"), .figures("Walks"), .figures("Scans"), .figures("Walkable"),
        .figures("Covered", explanation: "share \(covered)"),
        .figures("Predicted", explanation: "median of the predicted radii over the ground"),
        .figures("Worst tenth", explanation: "of the ground has a larger radius than that"),
        .figures("Next walk"),
      ], rows: rows)
    return ReportPage.Section(title: "By level", content: table.markup)
  }
}
