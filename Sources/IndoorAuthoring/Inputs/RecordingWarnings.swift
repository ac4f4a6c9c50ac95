import IndoorJSON
import IndoorRecordings

/// What readers said of recordings: all that is kept for machines, and a few of each kind for
/// people.
struct RecordingWarnings: Sendable {
  private var kept: [RecordingWarning] = []
  private var counts: [RecordingWarning.Code: Int] = [:]

  private static let mostKept = 1000
  private static let mostShown = 5

  /// Takes what was said of one more recording.
  mutating func add(_ warnings: [RecordingWarning]) {
    for warning in warnings {
      counts[warning.code, default: 0] += 1
      if kept.count < Self.mostKept { kept.append(warning) }
    }
  }

  /// Those that people are shown; the last of a kind says how many more there are.
  var shown: [AuthoringWarning] {
    var numbers: [RecordingWarning.Code: Int] = [:]
    return kept.compactMap { warning in
      let number = numbers[warning.code, default: 0] + 1
      numbers[warning.code] = number
      guard number <= Self.mostShown else { return nil }
      let rest = (counts[warning.code] ?? 0) - number
      let more = number == Self.mostShown && rest > 0 ? " (and \(rest) recordings more)" : ""
      return AuthoringWarning(
        AuthoringWarning.Code(rawValue: warning.code.rawValue), warning.message + more)
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
