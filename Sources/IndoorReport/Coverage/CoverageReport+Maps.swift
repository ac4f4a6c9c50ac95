import IndoorGeometry
import IndoorModel

// A map a level: what was predicted, and where was walked.
extension CoverageReport {
  static func grounds(
    of levels: [SurveyedLevel], in venue: Venue
  ) -> [LevelKey: LocalMap] {
    let extent =
      LocalMap.extent(of: levels.map(\.key), of: venue)
      ?? BoundingBox(levels.flatMap(\.cells).flatMap(\.polygon.exterior).filter(\.isFinite))
    guard let extent else { return [:] }
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    let drawn = Dictionary(venue.levels.map { ($0.key, $0) }, uniquingKeysWith: { a, _ in a })
    let grounds = levels.map { level -> (LevelKey, LocalMap) in
      var map = LocalMap(extent: extent, label: "")
      let outline = drawn[level.key]?.outline ?? []
      // The level alone: all levels' units for each level would take the square of their number.
      let alone = Venue(
        id: venue.id, name: venue.name, origin: venue.origin,
        levels: drawn[level.key].map { [$0] } ?? [], units: units[level.key] ?? [],
        openings: openings[level.key] ?? [])
      map.addLevel(level.key, of: alone)
      map.clipAreas(to: outline.map { venue.frame.local(from: $0) })
      return (level.key, map)
    }
    return Dictionary(grounds, uniquingKeysWith: { a, _ in a })
  }

  private func map(_ level: SurveyedLevel, _ label: String) -> LocalMap? {
    guard var map = grounds[level.key] else { return nil }
    map.label = "\(label) of \(titles.title(of: level.key))"
    return map
  }

  func accuracyMap(_ level: SurveyedLevel) -> LocalMap? {
    guard var map = map(level, "Predicted accuracy") else { return nil }
    let areas = CoverageShading.areas(of: level.cells) { cell in
      cell.radius.map { CoverageShading.radii.shade($0) }
    } tip: { cell in
      cell.scans == 0 ? "" : tip(of: cell)
    }
    for area in areas {
      map.addArea(area.polygon, ink: area.shade.ink, opacity: area.shade.opacity, tip: area.tip)
    }
    if let next = level.next { map.addWalk(next) }
    return map
  }

  func scanMap(_ level: SurveyedLevel) -> LocalMap? {
    guard var map = map(level, "Scans") else { return nil }
    let areas = CoverageShading.areas(of: level.cells) { cell in
      CoverageShading.scans.shade(Double(cell.scans))
    } tip: { cell in
      cell.scans == 0 ? "" : tip(of: cell)
    }
    for area in areas {
      map.addArea(area.polygon, ink: area.shade.ink, opacity: area.shade.opacity, tip: area.tip)
    }
    for path in level.paths { map.addLine(path, ink: .plain, style: .hair) }
    return map
  }

  private func tip(of cell: SurveyedLevel.Cell) -> String {
    var tip =
      "\(cell.scans) scan\(cell.scans == 1 ? "" : "s") of \(cell.walks) walk\(cell.walks == 1 ? "" : "s")"
    if let radius = cell.radius { tip += "\npredicted radius \(ShortNumber.metres(radius))" }
    return tip
  }

  /// Levels that a page has maps of: with more, nobody finds one by its button.
  private static let mostDrawn = 500

  /// The levels that have maps on the page: all, or those with most scans.
  private var drawn: [SurveyedLevel] {
    guard levels.count > Self.mostDrawn else { return levels }
    return Array(levels.sorted { $0.scans > $1.scans }.prefix(Self.mostDrawn))
  }

  /// What is to be said where not all levels have maps.
  var notDrawn: String {
    levels.count > Self.mostDrawn
      ? " Of \(levels.count) levels the \(Self.mostDrawn) with most scans are drawn." : ""
  }

  func maps(
    _ map: (SurveyedLevel) -> LocalMap?, legend: Legend, caption: (SurveyedLevel) -> String
  ) -> Markup {
    let shown = drawn.sorted { LevelKey.fromTheTop($0.key, $1.key) }
    let entries = shown.compactMap { level in
      map(level).map {
        LevelMaps.Entry(
          label: titles.title(of: level.key), title: titles.fullTitle(of: level.key), map: $0,
          caption: "\(caption(level))")
      }
    }
    guard !entries.isEmpty else { return "<p class=\"lead\">Nothing to show.</p>" }
    let busiest = shown.indices.max { shown[$0].scans < shown[$1].scans } ?? 0
    return LevelMaps(entries: entries, initial: min(busiest, entries.count - 1), legend: legend)
      .markup
  }
}
