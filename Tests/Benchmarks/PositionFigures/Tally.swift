import Foundation
import IndoorModel
@_spi(Measuring) import IndoorPositioning

/// The rows that figures are printed in.
enum Tally {
  static let head =
    "| | points | floor | mean | median | p75 | p95 | within | radius | smallest third | middle | largest |\n"
    + "|---|---|---|---|---|---|---|---|---|---|---|---|"

  static func row(_ name: String, _ points: [SurveyTrial.Point]) -> String {
    let score = WalkScore(points: points.map(\.score))
    let told = points.filter { $0.score.isWithinRadius != nil }.sorted {
      ($0.score.position?.horizontalAccuracy ?? 0) < ($1.score.position?.horizontalAccuracy ?? 0)
    }
    let terciles = (0..<3).map { third in
      WalkScore(
        points: told[(told.count * third / 3)..<(told.count * (third + 1) / 3)].map(\.score)
      )
      .withinRadius
    }
    let errors = score.errors
    let radii = ErrorStatistics(told.lazy.compactMap { $0.score.position?.horizontalAccuracy })
    let cells =
      [
        name, "\(points.count)", percent(score.onLevel), metres(errors.mean),
        metres(errors.median), metres(errors.percentile(75)), metres(errors.percentile(95)),
        percent(score.withinRadius), metres(radii.median),
      ] + terciles.map(percent)
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static let shares: [Double] = [10, 25, 50, 68, 75, 90, 95, 99]
  static let curveHead =
    "| | " + shares.map { "\(Int($0))%" }.joined(separator: " | ") + " |\n|---"
    + shares.map { _ in "|---" }.joined() + "|"

  /// The curve of the errors.
  static func curve(_ name: String, _ points: [SurveyTrial.Point]) -> String {
    let errors = WalkScore(points: points.map(\.score)).errors
    return "| \(name) | "
      + shares.map { metres(errors.percentile($0)) }.joined(separator: " | ") + " |"
  }

  static let offsetsHead = "| | 5% | 25% | 50% | 75% | 95% |\n|---|---|---|---|---|---|"

  /// What was learned of the phone by the end of each point's walk.
  static func offsets(_ name: String, _ points: [SurveyTrial.Point]) -> String {
    let sorted = points.map(\.offset.decibels).sorted()
    let cells = [5, 25, 50, 75, 95].map { share in
      sorted.isEmpty ? "" : String(format: "%.1f", sorted[(sorted.count - 1) * share / 100])
    }
    return "| \(name) | " + cells.joined(separator: " | ") + " |"
  }

  static func metres(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "" }

  static func percent(_ value: Double?) -> String {
    value.map { String(format: "%.1f", 100 * $0) } ?? ""
  }
}
