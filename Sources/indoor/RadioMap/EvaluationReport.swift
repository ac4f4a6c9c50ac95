import IndoorJSON
import IndoorModel
import IndoorPositioning
import IndoorSurveying

/// An evaluation, for people and for machines.
struct EvaluationReport {
  /// The venue file.
  let venue: String
  /// What was left out, or compared with.
  let name: String
  let points: [RadioMapEvaluation.Point]
  let matching: Matching
  let seed: UInt64
  let dataHash: String

  private var summary: EvaluationSummary { EvaluationSummary(points) }

  private var title: String { "\(venue), \(name)" }

  var meanInterval: BootstrapInterval? {
    BootstrapInterval(ofMeanOver: points, seed: seed, value: \.error)
  }

  private var floorInterval: BootstrapInterval? {
    BootstrapInterval(ofMeanOver: points, seed: seed) { point in
      point.answer.map { $0 == point.level ? 1 : 0 }
    }
  }

  var levels: [(String, [RadioMapEvaluation.Point])] {
    Dictionary(grouping: points, by: \.level).sorted { $0.key < $1.key }.map { key, points in
      ((key.building.isEmpty ? "" : "\(key.building) ") + "level \(key.ordinal)", points)
    }
  }

  var devices: [(String, [RadioMapEvaluation.Point])] {
    let groups = Dictionary(grouping: points) { $0.device ?? "" }
    return groups.count < 2
      ? [] : groups.sorted { $0.key < $1.key }.map { ("device \($0.key)", $0.value) }
  }

  // MARK: For people

  var text: String {
    var lines = [title, "  matching: \(matching)", "  seed \(seed), data \(dataHash)", ""]
    lines.append(
      Self.columns([
        "", "rows", "answered", "floor", "mean", "median", "p75", "p95", "3rd quartile",
        "in radius",
      ]))
    lines.append(row("all", summary))
    for (name, points) in levels.count > 1 ? levels : [] {
      lines.append(row(name, EvaluationSummary(points)))
    }
    for (name, points) in devices { lines.append(row(name, EvaluationSummary(points))) }
    lines.append("")
    if let meanInterval, let floorInterval {
      lines.append(
        "  95% of resamples: mean \(Self.metres(meanInterval.low)) to \(Self.metres(meanInterval.high)), "
          + "floor \(Self.percent(floorInterval.low)) to \(Self.percent(floorInterval.high))")
    }
    return lines.joined(separator: "\n")
  }

  private func row(_ name: String, _ s: EvaluationSummary) -> String {
    Self.columns([
      name, String(s.rows), Self.percent(s.rows == 0 ? nil : Double(s.answered) / Double(s.rows)),
      Self.percent(s.floor), Self.metres(s.errors.mean), Self.metres(s.errors.median),
      Self.metres(s.errors.percentile(75)), Self.metres(s.errors.percentile(95)),
      Self.metres(s.thirdQuartile), Self.percent(s.withinRadius),
    ])
  }

  private static func columns(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let width = index == 0 ? 18 : index == 8 ? 13 : 10
      let space = String(repeating: " ", count: max(0, width - cell.count))
      return index == 0 ? cell + space : space + cell
    }.joined()
  }

  private static func metres(_ value: Double?) -> String {
    value.map { fixed($0, 2) + " m" } ?? "–"
  }

  private static func percent(_ value: Double?) -> String {
    value.map { fixed(100 * $0, 1) + "%" } ?? "–"
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 2 ? 100.0 : 10
    let units = Int64((min(1e12, value) * scale).rounded())
    let tail = String(units % Int64(scale))
    return "\(units / Int64(scale))."
      + String(repeating: "0", count: max(0, digits - tail.count)) + tail
  }

  // MARK: For machines

  func json(besides honest: EvaluationReport?) -> JSONOutput {
    var members = Self.members(summary)
    members += [
      ("meanInterval", Self.json(meanInterval)), ("floorInterval", Self.json(floorInterval)),
      ("floorDetection", Self.json(summary.floor)),
      ("ce50", Self.json(summary.errors.median)),
      ("ce95", Self.json(summary.errors.percentile(95))),
      ("byLevel", Self.json(levels)), ("byDevice", Self.json(devices)),
      (
        "curve",
        .array(
          stride(from: 0, through: 100, by: 5).map {
            .array([.integer(Int64($0)), Self.json(summary.errors.percentile(Double($0)))])
          })
      ),
      ("matching", .string(matching.description)), ("seed", .integer(Int64(clamping: seed))),
      ("dataHash", .string(dataHash)),
    ]
    if let honest { members.append(("leavingOutWalks", honest.json(besides: nil))) }
    return .object(members)
  }

  private static func members(_ s: EvaluationSummary) -> [(String, JSONOutput)] {
    [
      ("rows", .integer(Int64(s.rows))), ("answered", .integer(Int64(s.answered))),
      ("floor", json(s.floor)), ("building", json(s.building)), ("mean", json(s.errors.mean)),
      ("median", json(s.errors.median)), ("p75", json(s.errors.percentile(75))),
      ("p95", json(s.errors.percentile(95))), ("thirdQuartile", json(s.thirdQuartile)),
      ("withinRadius", json(s.withinRadius)),
    ]
  }

  private static func json(_ groups: [(String, [RadioMapEvaluation.Point])]) -> JSONOutput {
    .object(groups.map { ($0.0, .object(members(EvaluationSummary($0.1)))) })
  }

  private static func json(_ value: Double?) -> JSONOutput { value.map { .number($0) } ?? .null }

  private static func json(_ interval: BootstrapInterval?) -> JSONOutput {
    interval.map { .array([.number($0.low), .number($0.high)]) } ?? .null
  }
}
