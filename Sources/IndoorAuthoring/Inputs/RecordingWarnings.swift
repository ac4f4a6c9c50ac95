import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorSurveying

/// What is said of recordings: all that is kept for machines, and a few of each kind for people.
struct RecordingWarnings: Sendable {
  private var kept: [AuthoringWarning] = []
  private var counts: [AuthoringWarning.Code: Int] = [:]

  /// Of each kind.
  private static let mostKept = 1000
  private static let mostShown = 5

  /// Takes what a reader said of one more recording.
  mutating func add(_ warnings: [RecordingWarning]) {
    for warning in warnings {
      add(AuthoringWarning(.init(rawValue: warning.code.rawValue), warning.message))
    }
  }

  /// Takes what of folders was passed over.
  mutating func add(passedOver sentences: [String]) {
    for sentence in sentences { add(AuthoringWarning(.passedOver, sentence)) }
  }

  /// Whether nothing is said.
  var isEmpty: Bool { kept.isEmpty }

  /// Takes what a recording that was placed shows of itself.
  ///
  /// - Parameter path: where it was read from.
  mutating func add(_ walk: SurveyWalk, from path: String) {
    guard let cold = ColdStart(of: walk) else { return }
    add(
      AuthoringWarning(
        .coldStart,
        "\(path): \(cold.message); start the recorder and stand until it has scanned twice"))
  }

  /// Takes one more.
  mutating func add(_ warning: AuthoringWarning) {
    counts[warning.code, default: 0] += 1
    if counts[warning.code, default: 0] <= Self.mostKept { kept.append(warning) }
  }

  /// Those that people are shown; the last of a kind says how many more there are.
  var shown: [AuthoringWarning] {
    var numbers: [AuthoringWarning.Code: Int] = [:]
    return kept.compactMap { warning in
      let number = numbers[warning.code, default: 0] + 1
      numbers[warning.code] = number
      guard number <= Self.mostShown else { return nil }
      let rest = (counts[warning.code] ?? 0) - number
      let areFiles = [.passedOver, .strangeTransmitters, .ownWalk].contains(warning.code)
      let others = Counted.text(rest, areFiles ? "file" : "recording")
      let more = number == Self.mostShown && rest > 0 ? " (and \(others) more)" : ""
      return AuthoringWarning(warning.code, warning.message + more)
    }
  }

  /// As a JSON array.
  var json: JSONOutput {
    .array(
      kept.map {
        .object([
          ("code", .string($0.code.rawValue)), ("message", .string($0.message)),
        ])
      })
  }
}
