import IndoorJSON
import IndoorModel
@_spi(Measuring) package import IndoorPositioning
import IndoorReport

/// How much was located and, where the truth is known, how far off that was.
public struct LocateSummary: Sendable {
  private var recordings = 0
  private var unlocated: [String] = []
  private(set) var positions = 0
  /// Positions outdoors, and positions whose level is unsure.
  private var conditions = (outdoors: 0, unsureLevel: 0)
  private var offsets: [Double] = []
  private let venue: Venue
  /// What was learned of transmitters that are gone, where that was asked for.
  package internal(set) var watch: TransmitterWatch?
  /// What the recordings' readers left out.
  var leftOut = LeftOut()
  /// What is said of recordings, and what of folders was passed over.
  var warnings = RecordingWarnings()

  /// Whether there was nothing to locate.
  public var isEmpty: Bool { recordings == 0 }

  /// How far off the positions were; without points where there is no truth.
  package private(set) var score = WalkScore(points: [])

  init(in venue: Venue) { self.venue = venue }

  mutating func add(_ recording: LocatedRecording) {
    recordings += 1
    positions += recording.positions.count
    for position in recording.positions {
      if position.conditions.contains(.outdoors) { conditions.outdoors += 1 }
      if position.conditions.contains(.unsureLevel) { conditions.unsureLevel += 1 }
    }
    if recording.positions.isEmpty { unlocated.append(recording.name) }
    score.points += recording.score.points
    if let offset = recording.radioOffset { offsets.append(offset.decibels) }
  }

  /// The figures for people; `output` is the file of positions.
  package func text(output: String) -> String {
    var lines = [
      "\(output): \(Counted.text(positions, "position")) of \(Counted.text(recordings, "recording"))"
    ]
    if !unlocated.isEmpty {
      let names = unlocated.prefix(5).joined(separator: ", ")
      lines.append(
        "no position for \(unlocated.count): \(names)\(unlocated.count > 5 ? ", …" : "")")
    }
    if conditions.outdoors > 0 {
      lines.append("\(Counted.text(conditions.outdoors, "position")) outdoors")
    }
    if conditions.unsureLevel > 0 {
      lines.append(
        "\(Counted.text(conditions.unsureLevel, "position")) whose level rests on no scan, or on scans of under five known transmitters"
      )
    }
    if let rest = leftOut.rest { lines.append("left out: \(rest)") }
    if let median = ErrorStatistics(offsets).median {
      lines.append(
        "radio offset learned in \(Counted.text(offsets.count, "recording")): \(ShortNumber.fixed(median, decimals: 1)) dB"
          + (offsets.count > 1 ? " at the median" : ""))
    }
    if let watch {
      let judged = watch.goneCount + watch.presentCount
      lines.append(
        "of \(Counted.text(judged, "judged transmitter")) \(watch.goneCount) are presumed gone, "
          + (watch.isAged
            ? "\(watch.leftOut.count) left out at the end" : "too few to leave any out at the end"))
    }
    let score = score
    guard !score.points.isEmpty else { return lines.joined(separator: "\n") }
    lines.append(
      Self.row("", "points", "answered", "floor", "mean", "median", "p75", "p95", "in radius"))
    lines.append(row("all", score))
    let levels = Set(score.points.map(\.truth.level)).sorted()
    if levels.count > 1 {
      let titles = LevelTitles(venue)
      let byLevel = Dictionary(grouping: score.points, by: \.truth.level)
      for level in levels {
        lines.append(row(titles.title(of: level), WalkScore(points: byLevel[level] ?? [])))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The figures as JSON.
  public var json: String {
    let score = score
    var members: [(String, JSONOutput)] = [
      ("recordings", .integer(Int64(recordings))), ("positions", .integer(Int64(positions))),
      ("unlocated", .array(unlocated.map(JSONOutput.string))),
      ("radioOffset", Self.json(ErrorStatistics(offsets).median)),
    ]
    if conditions.outdoors > 0 {
      members.append(("outdoors", .integer(Int64(conditions.outdoors))))
    }
    if conditions.unsureLevel > 0 {
      members.append(("unsureLevel", .integer(Int64(conditions.unsureLevel))))
    }
    if let watch {
      members.append(("presumedGone", .integer(Int64(watch.goneCount))))
    }
    if !leftOut.reasons.isEmpty { members += LeftOut.json(leftOut.reasons) }
    if !warnings.isEmpty { members.append(("findings", warnings.json)) }
    if !score.points.isEmpty {
      members += [
        ("points", .integer(Int64(score.points.count))), ("answered", Self.json(score.answered)),
        ("floor", Self.json(score.onLevel)), ("mean", Self.json(score.errors.mean)),
        ("median", Self.json(score.errors.median)), ("p75", Self.json(score.errors.percentile(75))),
        ("p95", Self.json(score.errors.percentile(95))),
        ("withinRadius", Self.json(score.withinRadius)),
        ("medianRadius", Self.json(score.radii.median)),
      ]
    }
    return JSONOutput.object(members).text(pretty: true)
  }

  private static func json(_ number: Double?) -> JSONOutput {
    number.map { .number(($0 * 10000).rounded() / 10000) } ?? .null
  }

  private func row(_ name: String, _ score: WalkScore) -> String {
    let errors = score.errors
    return Self.row(
      name, "\(score.points.count)", ShortNumber.percent(score.answered, decimals: 1),
      ShortNumber.percent(score.onLevel, decimals: 1), ShortNumber.metres(errors.mean),
      ShortNumber.metres(errors.median), ShortNumber.metres(errors.percentile(75)),
      ShortNumber.metres(errors.percentile(95)), ShortNumber.percent(score.withinRadius))
  }

  private static func row(_ name: String, _ cells: String...) -> String {
    name + String(repeating: " ", count: max(1, 18 - name.count))
      + cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined()
  }
}
