import Foundation

/// The trials by site and kind, as a table.
func summary(of trials: [Trial]) -> String {
  var lines: [String] = []
  func add(_ cells: [String]) {
    lines.append(
      zip(cells, [28, 8, 7, 7, 7, 9, 14, 14, 8, 5]).map { text, width in
        text + String(repeating: " ", count: max(1, width - text.count))
      }.joined())
  }
  add(["kind", "site", "plans", "sure", "right", "worst m", "lift", "margin", "cpu s", "false"])
  var kinds: [String] = []
  for trial in trials where !kinds.contains(trial.kind) { kinds.append(trial.kind) }
  for kind in kinds {
    for site in ["site1", "site2", "museum"] {
      let these = trials.filter { $0.kind == kind && $0.floor.site == site }
      guard !these.isEmpty else { continue }
      let sure = these.filter(\.isSure)
      let right = sure.filter(\.isRight)
      let worst = sure.map(\.error).filter(\.isFinite).max()
      func range(_ values: [Double]) -> String {
        String(format: "%.2f-%.2f", values.min() ?? 0, values.max() ?? 0)
      }
      add([
        kind, site, "\(these.count)", "\(sure.count)", "\(right.count)",
        worst.map { String(format: "%.2f", $0) } ?? "-", range(these.map { $0.match?.lift ?? 0 }),
        range(these.map { $0.match?.margin ?? 0 }),
        String(format: "%.1f", these.map(\.cpu).max() ?? 0),
        "\(these.filter { $0.isSure && $0.isWrong }.count)",
      ])
    }
  }
  return lines.joined(separator: "\n")
}
