import IndoorJSON
public import IndoorModel
import IndoorPositioning
import IndoorReport
public import IndoorSurveying

/// An evaluation, for people and for machines.
public struct EvaluationReport: Sendable {
  /// The venue file.
  let venue: String
  /// What was left out, or compared with.
  public let name: String
  /// The scans that were located, and how far off that was.
  let evaluation: RadioMapEvaluation
  /// How scans were compared with the map's rows.
  public let matching: Matching
  /// Seed of the resampling.
  public let seed: UInt64
  /// Hash of what was located, 32 hexadecimal digits.
  public let dataHash: String
  /// What was learned of the devices, and what it would be without.
  var offsets: LearnedOffsets?
  var asRead: EvaluationSummary?
  /// What watching the transmitters did; `nil` where each scan was located by itself.
  var watched: Watched?
  /// The venue, whose labels levels are called by.
  var known: Venue?
  /// What is to be said of the recordings that were compared with.
  var said = RecordingsSaid()

  /// What was learned from the scans before each, and what they come to without that.
  struct Watched: Sendable {
    let watch: TransmitterWatch
    let alone: EvaluationSummary
  }

  /// Each scan that was located, and how far off that was.
  public var points: [RadioMapEvaluation.Point] { evaluation.points }

  /// Why there are fewer points than scans; `nil` where there are not.
  var drawnText: String? {
    points.count < evaluation.scanCount
      ? "\(points.count) scans drawn at random of \(evaluation.scanCount), as to locate all would take too long"
      : nil
  }

  /// All scans' figures.
  public var summary: EvaluationSummary { EvaluationSummary(points) }

  private var title: String { "\(venue), \(name)" }

  func intervals(_ points: [RadioMapEvaluation.Point]) -> BootstrapIntervals? {
    BootstrapIntervals(points, seed: seed)
  }

  /// Where the map has been surveyed near the scan without what is left out, and elsewhere; none
  /// where all are of one kind.
  var coverage: [(String, [RadioMapEvaluation.Point])] {
    let groups = Dictionary(grouping: points, by: \.isSurveyed)
    guard let near = groups[true], let off = groups[false] else { return [] }
    return [("surveyed", near), ("elsewhere", off)]
  }

  /// Each level's scans, where there are several.
  var levels: [(String, [RadioMapEvaluation.Point])] {
    let (byLevel, titles) = (byLevel, known.map(LevelTitles.init))
    guard byLevel.count > 1 else { return [] }
    return byLevel.map { key, points in
      (titles?.title(of: key) ?? "level \(key.ordinal)", points)
    }
  }

  private var byLevel: [(key: LevelKey, value: [RadioMapEvaluation.Point])] {
    Dictionary(grouping: points, by: \.level).sorted { $0.key < $1.key }
  }

  var devices: [(String, [RadioMapEvaluation.Point])] {
    let groups = Dictionary(grouping: points) { $0.device ?? "" }
    return groups.count < 2
      ? [] : groups.sorted { $0.key < $1.key }.map { ("device \($0.key)", $0.value) }
  }

  // MARK: For people

  var text: String {
    var lines = [title, "  matching: \(matching)", "  seed \(seed), data \(dataHash)"]
    lines += drawnText.map { ["  \($0)"] } ?? []
    lines += (said.leftOut.rest.map { ["  left out: \($0)"] } ?? []) + [""]
    lines.append(
      Self.columns([
        "", "rows", "answered", "floor", "mean", "median", "p75", "p95", "3rd quartile",
        "in radius",
      ]))
    lines.append(row("all", summary))
    for (name, points) in levels { lines.append(row(name, EvaluationSummary(points))) }
    for (name, points) in devices { lines.append(row(name, EvaluationSummary(points))) }
    if let asRead { lines.append(row("as read", asRead)) }
    if let offsets {
      let names = offsets.sorted.map { "\($0.device) \(Self.signed($0.offset.decibels)) dB" }
      lines += [
        "",
        "  Learned from all scans of a device, without their places, and taken off what it reads: "
          + names.joined(separator: ", ") + ".",
      ]
    }
    if !coverage.isEmpty { lines.append("") }
    for (name, points) in coverage { lines.append(row(name, EvaluationSummary(points))) }
    lines.append("")
    if let watched { lines += Self.lines(of: watched) }
    lines += intervalLines
    lines += outsideLines
    return lines.joined(separator: "\n")
  }

  private var outsideLines: [String] {
    let surveyed = points.filter(\.isSurveyed)
    let elsewhere = points.filter { !$0.isSurveyed }
    var lines: [String] = []
    if let auc = EvaluationSummary.outsideAUC(points),
      let recall = EvaluationSummary.outsideRecall(points)
    {
      lines += [
        "  surveyed: the map without what is left out has a row within 4 m; the radius was chosen there, and is too small elsewhere.",
        "  How unlike the most alike row is tells the two apart with an area under the ROC curve of \(Self.fixed(auc, 2)):",
        "  it finds \(Self.percent(recall)) of those elsewhere where 5% of the surveyed are false alarms.",
      ]
    }
    let called = [("surveyed", surveyed), ("elsewhere", elsewhere)].compactMap { name, points in
      EvaluationSummary.calledOutside(points).map { "\(Self.percent($0)) of the \(name)" }
    }
    if !called.isEmpty {
      lines.append(
        "  The match calls outside of what was surveyed: \(called.joined(separator: ", ")).")
    }
    return lines
  }

  private static func lines(of watched: Watched) -> [String] {
    let (watch, alone) = (watched.watch, watched.alone)
    let judged = watch.goneCount + watch.presentCount
    let done =
      watch.isAged
      ? "\(watch.leftOut.count) are left out of the matching at the end"
      : "too few to leave any out at the end"
    return [
      "  Located in the file's order, each scan knowing from those before it which transmitters are gone:",
      "  of \(judged) judged \(watch.goneCount) are presumed gone, \(done).",
      "  Each scan by itself: floor \(percent(alone.floor)), mean \(metres(alone.errors.mean)), "
        + "median \(metres(alone.errors.median)), p95 \(metres(alone.errors.percentile(95))).", "",
    ]
  }

  /// 95% of the resamples' figures, for all and for each level and device that has more than one
  /// group.
  private var intervalLines: [String] {
    let groups = [("all", points)] + levels + devices + coverage
    let rows = groups.compactMap { name, points in
      intervals(points).map { intervals in
        let metres = [intervals.mean, intervals.median, intervals.p95].map {
          "\(Self.fixed($0.low, 2)) to \(Self.fixed($0.high, 2)) m"
        }
        let floor =
          "\(Self.fixed(100 * intervals.floor.low, 1)) to \(Self.fixed(100 * intervals.floor.high, 1))%"
        return Self.columns([name, floor] + metres, widths: [18, 18, 20, 20, 20])
      }
    }
    let head = ["95% of resamples", "floor", "mean", "median", "p95"]
    return rows.isEmpty
      ? [] : [Self.columns(head, widths: [18, 18, 20, 20, 20])] + rows + [""]
  }

  private func row(_ name: String, _ s: EvaluationSummary) -> String {
    Self.columns([
      name, String(s.rows), Self.percent(s.rows == 0 ? nil : Double(s.answered) / Double(s.rows)),
      Self.percent(s.floor), Self.metres(s.errors.mean), Self.metres(s.errors.median),
      Self.metres(s.errors.percentile(75)), Self.metres(s.errors.percentile(95)),
      Self.metres(s.thirdQuartile), Self.percent(s.withinRadius),
    ])
  }

  private static func columns(
    _ cells: [String], widths: [Int] = [18, 10, 10, 10, 10, 10, 10, 10, 13, 10]
  ) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      let (cell, width) = cell
      let space = String(repeating: " ", count: max(index == 0 ? 1 : 0, width - cell.count))
      return index == 0 ? cell + space : space + cell
    }.joined()
  }

  private static func metres(_ value: Double?) -> String {
    value.map { fixed($0, 2) + " m" } ?? "–"
  }

  private static func percent(_ value: Double?) -> String {
    value.map { fixed(100 * $0, 1) + "%" } ?? "–"
  }

  private static func signed(_ value: Double) -> String {
    (value < 0 ? "-" : "+") + fixed(abs(value), 1)
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 2 ? 100.0 : 10
    let units = Int64((min(1e12, value) * scale).rounded())
    let tail = String(units % Int64(scale))
    return "\(units / Int64(scale))."
      + String(repeating: "0", count: max(0, digits - tail.count)) + tail
  }

  // MARK: For machines

  /// The evaluation; `honest` is one that doesn't flatter, to stand inside.
  func json(besides honest: EvaluationReport?) -> JSONOutput {
    var members = Self.members(summary)
    let intervals = intervals(points)
    members += [
      ("meanInterval", Self.json(intervals?.mean)), ("floorInterval", Self.json(intervals?.floor)),
      ("medianInterval", Self.json(intervals?.median)), ("p95Interval", Self.json(intervals?.p95)),
      ("floorDetection", Self.json(summary.floor)),
      ("ce50", Self.json(summary.errors.median)),
      ("ce95", Self.json(summary.errors.percentile(95))),
      ("byLevel", jsonByLevel), ("byDevice", json(devices)), ("byCoverage", json(coverage)),
      ("outsideAUC", Self.json(EvaluationSummary.outsideAUC(points))),
      ("outsideRecall", Self.json(EvaluationSummary.outsideRecall(points))),
      (
        "surveyedCalledOutside",
        Self.json(EvaluationSummary.calledOutside(points.filter(\.isSurveyed)))
      ),
      (
        "elsewhereCalledOutside",
        Self.json(EvaluationSummary.calledOutside(points.filter { !$0.isSurveyed }))
      ),
      (
        "curve",
        .array(
          stride(from: 0, through: 100, by: 5).map {
            .array([.integer(Int64($0)), Self.json(summary.errors.percentile(Double($0)))])
          })
      ),
      ("matching", .string(matching.description)), ("seed", .unsigned(seed)),
      ("dataHash", .string(dataHash)),
    ]
    if drawnText != nil { members.append(("drawnOf", .integer(Int64(evaluation.scanCount)))) }
    if let offsets {
      members.append(
        (
          "deviceOffsets",
          .object(offsets.sorted.map { ($0.device, Self.json($0.offset.decibels)) })
        ))
    }
    if let asRead { members.append(("asRead", .object(Self.members(asRead)))) }
    if let watched {
      members += [
        ("eachByItself", .object(Self.members(watched.alone))),
        ("transmittersGone", .integer(Int64(watched.watch.goneCount))),
        (
          "transmittersJudged",
          .integer(Int64(watched.watch.goneCount + watched.watch.presentCount))
        ),
        ("transmittersLeftOut", .integer(Int64(watched.watch.leftOut.count))),
      ]
    }
    if !said.leftOut.reasons.isEmpty { members += LeftOut.json(said.leftOut.reasons) }
    if !said.warnings.isEmpty { members.append(("findings", said.warnings.json)) }
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

  private func json(_ groups: [(String, [RadioMapEvaluation.Point])]) -> JSONOutput {
    .object(groups.map { name, points in (name, .object(members(of: points))) })
  }

  private var jsonByLevel: JSONOutput {
    let titles = known.map(LevelTitles.init)
    return .object(
      byLevel.map { key, points in
        let label: JSONOutput = titles?.label(of: key).map { .string($0) } ?? .null
        return (
          (key.building.isEmpty ? "" : "\(key.building) ") + "level \(key.ordinal)",
          .object(members(of: points) + [("label", label)])
        )
      })
  }

  private func members(of points: [RadioMapEvaluation.Point]) -> [(String, JSONOutput)] {
    let intervals = intervals(points)
    return Self.members(EvaluationSummary(points)) + [
      ("meanInterval", Self.json(intervals?.mean)),
      ("medianInterval", Self.json(intervals?.median)),
      ("p95Interval", Self.json(intervals?.p95)),
      ("floorInterval", Self.json(intervals?.floor)),
    ]
  }

  private static func json(_ value: Double?) -> JSONOutput { value.map { .number($0) } ?? .null }

  private static func json(_ interval: Interval?) -> JSONOutput {
    interval.map { .array([.number($0.low), .number($0.high)]) } ?? .null
  }
}
