import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorRecordings
import IndoorReport
public import IndoorSurveying

/// A scan's explanation, for people and for machines.
public struct ExplainedScan: Sendable {
  /// Which reference points it is like, and what each transmitter had to say.
  public let explanation: ScanExplanation
  /// The recording's name.
  public let recording: String
  /// Whether the recording is one of the walks that the map is made of.
  public let isInMap: Bool
  /// The scan's number in the file, from 1, over its recordings one after the other.
  public let number: Int
  /// How many scans the file's recordings have.
  public let count: Int
  /// When it was taken, on the recording's own clock.
  public let time: Timestamp
  /// Where it was taken, as waypoints say; `nil` where nobody knows.
  public let truth: Fingerprint?
  /// The venue.
  public let venue: Venue
  /// The walks that the map's rows were made of; none where it isn't in the venue file any more.
  let walks: [Int: Walk]

  /// A walk by its recording.
  struct Walk {
    let name: String
    /// Whether it was removed since the map was built.
    let isRemoved: Bool
  }

  private var frame: LocalFrame { venue.frame }

  private func name(of match: ScanExplanation.Match) -> String {
    guard let walk = walks[match.row] else { return "a walk that isn't in the survey any more" }
    return walk.isRemoved ? "\(walk.name), which was removed" : walk.name
  }

  private func degrees(_ place: LocalPoint) -> String {
    let coordinate = frame.coordinate(from: place)
    return
      "\(ShortNumber.fixed(coordinate.latitude, decimals: 6)),\(ShortNumber.fixed(coordinate.longitude, decimals: 6))"
  }

  private func metresFromTruth(_ place: LocalPoint, _ level: LevelKey) -> Double? {
    truth.flatMap { $0.level == level ? $0.place.distance(to: place) : nil }
  }

  // MARK: For people

  /// The explanation with so many reference points and transmitters of each kind at most.
  package func text(limit: Int) -> String {
    var lines = [
      "\(recording), scan \(number) of \(count) at \(time.milliseconds) ms: "
        + "\(Counted.text(explanation.readings.count, "fresh reading")), \(explanation.staleReadings) too old"
    ]
    if isInMap {
      lines.append(
        "this recording is one of the walks that the map is made of: its own reference points flatter it"
      )
    }
    lines.append("matching: \(explanation.matching)")
    if let place = explanation.place, let level = explanation.level {
      lines.append(
        "place: \(level.title(in: venue)) \(degrees(place)), matches spread "
          + "\(ShortNumber.metres(explanation.spread)) around it, "
          + "\(ShortNumber.percent(explanation.levelShare)) of their weight on the level")
      if explanation.isOutside == true {
        lines.append(
          "outside of what was surveyed, most likely: at most 5% of the scans taken near reference points are so unlike all of them"
        )
      }
      if let truth {
        let apart = truth.place.distance(to: place)
        let floor = truth.level == level ? "" : ", on another level"
        lines.append(
          "true place: \(truth.level.title(in: venue)) \(degrees(truth.place)), \(ShortNumber.metres(apart)) away\(floor)"
        )
      }
    } else {
      lines.append("no place: the map knows none of these transmitters")
    }
    if !explanation.matches.isEmpty { lines += ["", "reference points:"] }
    for match in explanation.matches.prefix(limit) {
      var line =
        "  \(ShortNumber.fixed(match.similarity, decimals: 3)) alike  \(match.level.title(in: venue))  \(degrees(match.place))"
      line +=
        match.metresApart.map { "  \(ShortNumber.metres($0)) from the place" } ?? "  another level"
      if let apart = metresFromTruth(match.place, match.level) {
        line += ", \(ShortNumber.metres(apart)) from the truth"
      }
      lines.append("\(line)  \(name(of: match))")
    }
    if explanation.matches.count > limit {
      lines.append("  … and \(explanation.matches.count - limit) more")
    }
    for verdict in ScanExplanation.Verdict.allCases {
      let voices = explanation.voices.filter { $0.verdict == verdict }
      guard !voices.isEmpty else { continue }
      lines += ["", "\(verdict.rawValue), \(verdict.meaning): \(voices.count)"]
      lines += voices.prefix(limit).map { "  " + line($0) }
      if voices.count > limit { lines.append("  … and \(voices.count - limit) more") }
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ voice: ScanExplanation.Voice) -> String {
    let ago =
      voice.age >= 1000 ? ", \(ShortNumber.fixed(Double(voice.age) / 1000, decimals: 1)) s ago" : ""
    let scan = voice.inScan.map { "\($0) dBm in the scan\(ago)" }
    let matches = voice.atMatches.map {
      "\(ShortNumber.fixed($0, decimals: 0)) dBm at \(voice.matches) of \(explanation.matches.count) matches"
    }
    return "\(TransmitterName.text(voice.transmitter))  "
      + [scan, matches].compactMap { $0 }.joined(separator: ", ")
  }

  // MARK: For machines

  /// The whole explanation as JSON.
  public var json: String { output.text(pretty: true) }

  private var output: JSONOutput {
    .object([
      ("recording", .string(recording)), ("scan", .integer(Int64(number))),
      ("time_ms", .integer(time.milliseconds)),
      ("inMap", .bool(isInMap)),
      ("readings", .integer(Int64(explanation.readings.count))),
      ("staleReadings", .integer(Int64(explanation.staleReadings))),
      ("matching", .string(explanation.matching.description)),
      ("place", place(explanation.place, explanation.level)),
      ("radius", number(explanation.radius)),
      ("outside", explanation.isOutside.map { .bool($0) } ?? .null),
      ("spread", number(explanation.spread)), ("levelShare", number(explanation.levelShare)),
      ("truth", place(truth?.place, truth?.level)),
      (
        "error",
        number(truth.flatMap { truth in explanation.place.map { $0.distance(to: truth.place) } })
      ),
      (
        "matches",
        .array(
          explanation.matches.map { match in
            .object([
              ("row", .integer(Int64(match.row))),
              ("walk", walks[match.row].map { .string($0.name) } ?? .null),
              ("removed", .bool(walks[match.row]?.isRemoved ?? true)),
              ("place", place(match.place, match.level)), ("distance", .number(match.distance)),
              ("similarity", .number(match.similarity)), ("metresApart", number(match.metresApart)),
              ("metresFromTruth", number(metresFromTruth(match.place, match.level))),
            ])
          })
      ),
      (
        "transmitters",
        .array(
          explanation.voices.map { voice in
            .object([
              ("transmitter", .string(TransmitterName.text(voice.transmitter))),
              ("verdict", .string(voice.verdict.rawValue)),
              ("scan", voice.inScan.map { .integer(Int64($0)) } ?? .null),
              ("age_ms", .integer(Int64(voice.age))), ("matches", number(voice.atMatches)),
              ("matchCount", .integer(Int64(voice.matches))),
            ])
          })
      ),
    ])
  }

  private func number(_ value: Double?) -> JSONOutput { value.map { .number($0) } ?? .null }

  private func place(_ place: LocalPoint?, _ level: LevelKey?) -> JSONOutput {
    guard let place, let level else { return .null }
    let coordinate = frame.coordinate(from: place)
    return .object([
      ("latitude", .number(coordinate.latitude)), ("longitude", .number(coordinate.longitude)),
      ("level", .integer(Int64(level.ordinal))), ("building", .string(level.building)),
      ("label", venue.level(level).map { .string($0.label) } ?? .null),
    ])
  }
}

extension ScanExplanation.Verdict {
  /// What it means, in a few words.
  fileprivate var meaning: String {
    switch self {
    case .agreed: "heard by the scan and at matches"
    case .missing: "heard at matches and not by the scan"
    case .elsewhere: "heard by the scan, known from other places"
    case .new: "heard by the scan, unknown to the map"
    }
  }
}
