import IndoorGeometry
import IndoorModel
public import IndoorReport
import IndoorSurveying

extension SurveyCheckReport {
  /// The page: findings on the levels' maps, and what to do about them.
  public var page: ReportPage { findings.page }

  private var findings: FindingsReport {
    FindingsReport(
      venue: venue,
      rules: SurveyRule.allCases.compactMap { rule in
        let found = check.findings.filter { $0.rule == rule }
        guard !found.isEmpty else { return nil }
        return FindingsReport.Rule(
          code: rule.rawValue, title: rule.title, severity: .init(rule.severity),
          remedy: rule.remedy,
          findings: found.map { finding in
            FindingsReport.Finding(
              message: finding.message, level: finding.level, place: finding.place,
              area: finding.area, placeName: placeName(of: finding), walk: finding.walk)
          })
      }, paths: paths,
      subtitle:
        "\(Counted.text(check.walks, "walk")) with \(Counted.text(check.scans, "scan")) and "
        + "\(Counted.text(check.readings, "reading")).")
  }
}

extension FindingsReport.Severity {
  fileprivate init(_ severity: SurveySeverity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .info: self = .info
    }
  }
}

extension Survey {
  /// Where was walked, level by level, in local metres; tables of fingerprints have places and no
  /// way between them.
  var pathsByLevel: [LevelKey: [[LocalPoint]]] {
    var paths: [LevelKey: [[LocalPoint]]] = [:]
    for walk in walks where !walk.isTable {
      var piece: [LocalPoint] = []
      var level: LevelKey?
      for point in walk.path {
        if point.level != level {
          if let level, !piece.isEmpty { paths[level, default: []].append(piece) }
          (level, piece) = (point.level, [])
        }
        piece.append(point.place)
      }
      if let level, !piece.isEmpty { paths[level, default: []].append(piece) }
    }
    return paths
  }
}
