public import IndoorGeometry
public import IndoorModel

/// The levels' maps in the page of `radiomap evaluate`: how far off scans are where they were
/// taken, and the walk that would mend the worst.
public struct ErrorMaps: Sendable {
  /// A square of ground.
  public struct Cell: Sendable {
    /// Its corners, in local metres.
    public var polygon: Polygon<LocalPoint>
    /// How many of its scans were located.
    public var scans: Int
    /// Mean of their horizontal errors, in metres.
    public var error: Double
    /// How many of them were put on a wrong level.
    public var wrongLevels: Int

    /// Makes a cell.
    public init(polygon: Polygon<LocalPoint>, scans: Int, error: Double, wrongLevels: Int) {
      self.polygon = polygon
      self.scans = scans
      self.error = error
      self.wrongLevels = wrongLevels
    }
  }

  /// One level.
  public struct Level: Sendable {
    /// The level.
    public var key: LevelKey
    /// Its cells.
    public var cells: [Cell]
    /// The walk past its worst cells, where there is one.
    public var next: SurveyedLevel.Proposal?

    /// Makes a level.
    public init(key: LevelKey, cells: [Cell], next: SurveyedLevel.Proposal?) {
      self.key = key
      self.cells = cells
      self.next = next
    }
  }

  /// The venue, for its levels and units.
  public var venue: Venue
  /// The levels that have located scans.
  public var levels: [Level]

  /// Makes the maps.
  public init(venue: Venue, levels: [Level]) {
    self.venue = venue
    self.levels = levels
  }

  /// The heading of the part of the page.
  static let title = "Where it is bad"

  /// The part of the page; `nil` where there is nothing to show.
  var section: ReportPage.Section? {
    let shown = levels.sorted { $0.worst > $1.worst }.prefix(LevelMaps.mostDrawn)
      .sorted { LevelKey.fromTheTop($0.key, $1.key) }
    guard
      let extent = LocalMap.extent(of: levels.map(\.key), of: venue)
        ?? BoundingBox(levels.flatMap(\.cells).flatMap(\.polygon.exterior).filter(\.isFinite)),
      !shown.isEmpty
    else { return nil }
    let (parts, titles) = (LevelParts(venue), LevelTitles(venue))
    let entries = shown.map { level in
      LevelMaps.Entry(
        label: titles.title(of: level.key), title: titles.fullTitle(of: level.key),
        map: map(level, of: parts.alone(level.key), extent, titles), caption: caption(level))
    }
    let worst = shown.indices.max { shown[$0].worst < shown[$1].worst } ?? 0
    var legend = CoverageShading.radii.shades.map {
      (Legend.Swatch.shade($0.ink, opacity: $0.opacity), $0.name)
    }
    legend.append((.cross(.alert), "scans put on a wrong level"))
    legend.append((.line(.plain), "the walk that would mend the worst"))
    return ReportPage.Section(
      title: Self.title,
      lead: "Mean error of the scans taken in each cell of 4 m, whatever level they were put on."
        + (levels.count > shown.count
          ? " Of \(levels.count) levels the \(shown.count) worst are drawn." : ""),
      content: LevelMaps(entries: entries, initial: worst, legend: Legend(legend)).markup)
  }

  private func map(
    _ level: Level, of venue: Venue, _ extent: BoundingBox<LocalPoint>, _ titles: LevelTitles
  ) -> LocalMap {
    var map = LocalMap(extent: extent, label: "Errors on \(titles.title(of: level.key))")
    map.addLevel(level.key, of: venue)
    for cell in level.cells {
      let shade = CoverageShading.radii.shade(cell.error)
      let scans = "\(cell.scans) scan\(cell.scans == 1 ? "" : "s")"
      map.addArea(
        cell.polygon, ink: shade.ink, opacity: shade.opacity,
        tip: "\(scans), mean error \(ShortNumber.metres(cell.error))")
      if cell.wrongLevels > 0, let box = BoundingBox(cell.polygon.exterior) {
        map.addMark(
          at: box.centre, shape: .cross, ink: .alert,
          tip: "\(cell.wrongLevels) of \(scans) on a wrong level")
      }
    }
    if let next = level.next { map.addWalk(next) }
    return map
  }

  private func caption(_ level: Level) -> Markup {
    guard let next = level.next else { return "no walk would mend much here" }
    let names = next.names.filter { !$0.isEmpty }
    let from: Markup = names.first.map { ", beginning \($0)" } ?? ""
    return """
      next walk \(ShortNumber.metres(next.length)), \(next.corners.count) waypoints\(from)
      """
  }
}

extension ErrorMaps.Level {
  /// The largest sum of errors' excess, to choose which level is shown first.
  fileprivate var worst: Double { cells.reduce(0) { $0 + max(0, $1.error - 6) * Double($1.scans) } }
}
