import IndoorJSON
import IndoorRecordings

/// What an import did, counted.
struct SurveyImportTally {
  var files = 0
  var new = 0
  var known = 0
  var excepted = 0
  var withoutFingerprints = 0
  var fingerprints = 0
  var readings = 0
  var scansWithoutPlace = 0
  var waypointsWithoutPlace = 0
  var skipped = SkippedLines()

  /// Whether any walk was found, be it stored before or left out on purpose.
  var foundWalks: Bool { new + known + excepted > 0 }

  /// What was left out, as a clause of a sentence.
  var reasonsText: String {
    reasons.isEmpty ? "nothing in it" : reasons.map { "\($0.1) × \($0.0)" }.joined(separator: ", ")
  }

  /// What was left out, by reason.
  private var reasons: [(String, Int)] {
    let lines = SkippedLines.Reason.allCases.map { ($0.rawValue, skipped[$0]) }
    return
      (lines + [
        ("scan without a place", scansWithoutPlace),
        ("waypoint without a place", waypointsWithoutPlace),
        ("walk without a placed scan", withoutFingerprints),
      ]).filter { $0.1 > 0 }
  }

  func text(venue: String, levels: Int) -> String {
    var lines = [
      "\(venue): \(Counted.text(new, "new walk")) with \(Counted.text(fingerprints, "fingerprint")) and "
        + "\(Counted.text(readings, "reading")) on \(Counted.text(levels, "level"))"
    ]
    if known > 0 { lines.append("  \(Counted.text(known, "walk")) stored before") }
    if excepted > 0 { lines.append("  \(Counted.text(excepted, "walk")) left out by the list") }
    if !reasons.isEmpty { lines.append("  left out:") }
    let width = reasons.map { String($0.1).count }.max() ?? 0
    for (reason, count) in reasons {
      let digits = String(count)
      lines.append(
        "  " + String(repeating: " ", count: width - digits.count + 2) + "\(digits)  \(reason)")
    }
    return lines.joined(separator: "\n")
  }

  func json(levels: Int) -> JSONOutput {
    func count(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    return .object([
      (
        "walks",
        .object([("new", count(new)), ("known", count(known)), ("excepted", count(excepted))])
      ),
      ("fingerprints", count(fingerprints)), ("readings", count(readings)),
      ("levels", count(levels)),
      ("skipped", .object(reasons.map { ($0.0, count($0.1)) })),
    ])
  }
}
