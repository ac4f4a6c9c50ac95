@_spi(Measuring) import IndoorPositioning

/// Floors that tracking has and single scans haven't, and the other way round: a tracker must not
/// lose what each scan says by itself.
enum Floors {
  static let head =
    "| | points | both right | tracking alone | single scans alone | neither |\n|---|---|---|---|---|---|"

  static func row(
    _ name: String, _ tracked: [SurveyTrial.Point], _ single: [SurveyTrial.Point]
  ) -> String {
    var counts = [0, 0, 0, 0]
    for (a, b) in zip(tracked, single) {
      switch (a.score.isOnLevel ?? false, b.score.isOnLevel ?? false) {
      case (true, true): counts[0] += 1
      case (true, false): counts[1] += 1
      case (false, true): counts[2] += 1
      case (false, false): counts[3] += 1
      }
    }
    let all = min(tracked.count, single.count)
    return "| " + ([name, "\(all)"] + counts.map { "\($0)" }).joined(separator: " | ") + " |"
  }

  /// Both of all walks of trials, of the points that `isCounted`.
  static func row(
    _ name: String, _ trials: [SurveyTrial], isCounted: (SurveyTrial.Point) -> Bool
  ) -> String {
    var alone = Positioner.Parameters()
    alone.scanAlone = true
    let tracked = trials.flatMap { $0.points(Positioner.Parameters()) }
    let single = trials.flatMap { $0.points(alone) }
    let pairs = zip(tracked, single).filter { isCounted($0.0) }
    return row(name, pairs.map(\.0), pairs.map(\.1))
  }
}
