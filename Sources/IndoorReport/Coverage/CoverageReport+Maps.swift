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
    let parts = LevelParts(venue)
    let grounds = levels.map { level -> (LevelKey, LocalMap) in
      var map = LocalMap(extent: extent, label: "")
      let alone = parts.alone(level.key)
      let outline = alone.levels.flatMap(\.outline)
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

  /// The levels that have maps on the page: all, or those with most scans.
  private var drawn: [SurveyedLevel] {
    guard levels.count > LevelMaps.mostDrawn else { return levels }
    return Array(levels.sorted { $0.scans > $1.scans }.prefix(LevelMaps.mostDrawn))
  }

  /// What is to be said where not all levels have maps.
  var notDrawn: String {
    levels.count > LevelMaps.mostDrawn
      ? " Of \(levels.count) levels the \(LevelMaps.mostDrawn) with most scans are drawn." : ""
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
