import IndoorGeometry
import IndoorModel

/// The checks of what ground was covered, and how well.
struct CoverageChecks {
  /// Square metres under which a gap is not worth a walk.
  static let minimumGap = 25.0
  /// Scans under which a cell's mean strength is off by over half a standard deviation, which is
  /// some 4 dB of fading.
  static let minimumScans = 4

  static func findings(of survey: Survey, grid: CoverageGrid) -> [SurveyFinding] {
    let surveyed = Set(survey.cells.keys.map(\.level))
    var findings: [SurveyFinding] = []
    let cells = Dictionary(grouping: grid.cells, by: \.cell.level)
    for ground in survey.ground.levels {
      let level = ground.key
      let cells = cells[level] ?? []
      guard surveyed.contains(level) else {
        let area = cells.reduce(0) { $0 + $1.walkable }
        findings.append(
          SurveyFinding(
            rule: .levelNotSurveyed,
            message: area > 0 ? "\(Int(area)) m² of walkable ground and no scan" : "no scan",
            level: level, weight: area))
        continue
      }
      if !grid.groundLevels.contains(level) {
        findings.append(
          SurveyFinding(
            rule: .noGround,
            message: ground.excess.map {
              "it has \(SurveyGround.excess($0)), so that gaps aren't told"
            } ?? "gaps can't be told from rooms", level: level))
      }
      findings += gaps(cells)
      findings += summary(
        .fewScans, cells.filter { $0.tally.scans > 0 && $0.tally.scans < minimumScans },
        of: cells, level, "have under \(minimumScans) scans")
      findings += summary(
        .oneDirection, cells.filter { $0.tally.hasCourse && !$0.tally.isTwoWay }, of: cells, level,
        "have no scans of two directions")
    }
    return findings
  }

  private static func gaps(_ cells: [CoverageGrid.Cell]) -> [SurveyFinding] {
    let total = cells.reduce(0) { $0 + $1.walkable }
    return CoverageGrid.groups(of: cells.filter(\.isGap)).compactMap { group in
      let area = group.reduce(0) { $0 + $1.walkable }
      guard area >= minimumGap, let first = group.first else { return nil }
      let share = Int((100 * area / total).rounded())
      let farthest = group.max { $0.distance < $1.distance } ?? first
      return SurveyFinding(
        rule: .coverageGap,
        message:
          "\(Int(area.rounded())) m² (\(share)% of the level) with under \(CoverageGrid.enough) usable scans "
          + "within \(Int(CoverageGrid.reach)) m; the nearest to its middle is "
          + "\(Int(farthest.distance.rounded())) m away",
        level: first.cell.level, place: farthest.cell.middle, area: group.map(\.cell.polygon),
        weight: area)
    }
  }

  private static func summary(
    _ rule: SurveyRule, _ some: [CoverageGrid.Cell], of cells: [CoverageGrid.Cell],
    _ level: LevelKey, _ what: String
  ) -> [SurveyFinding] {
    let all = cells.count { $0.tally.scans > 0 }
    guard let first = some.first, all > 0 else { return [] }
    return [
      SurveyFinding(
        rule: rule,
        message:
          "\(some.count) of \(all) surveyed cells (\(Figures.percent(some.count, of: all))) \(what)",
        level: level, place: first.cell.middle, area: some.map(\.cell.polygon),
        weight: Double(some.count))
    ]
  }
}
