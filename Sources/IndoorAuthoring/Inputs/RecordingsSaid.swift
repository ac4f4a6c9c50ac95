import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorSurveying

/// What is to be said of recordings that are compared with a radio map: what the readers left out,
/// and what they said.
struct RecordingsSaid: Sendable {
  var leftOut = LeftOut()
  var warnings = RecordingWarnings()

  /// Takes what readers said of recordings. Of marks without places only who imports a survey can
  /// say more.
  mutating func add(_ some: [RecordingWarning]) {
    warnings.add(some.filter { $0.code != .unresolvedPlace })
  }

  /// Takes what was left out of files.
  mutating func add(_ some: [(path: String, skipped: SkippedLines)]) {
    for (path, skipped) in some { leftOut.add(skipped, of: path) }
  }

  /// Tells people all of it but the figures.
  func tell(isUsed: Bool, _ progress: ProgressHandler) {
    for warning in warnings.shown { progress(.warning(warning)) }
    if let warning = leftOut.warning(isUsed: isUsed) { progress(warning) }
  }
}

/// Finds files that have nothing in common with a radio map.
struct StrangeTransmitters: Sendable {
  private let known: Set<Transmitter>
  private let some: [Transmitter]
  private var strange: [Transmitter] = []
  private var isKnown = false

  init(_ map: RadioMap) {
    known = Set(map.transmitters)
    some = Array(map.transmitters.prefix(2))
  }

  /// Takes the scans of a file's recording.
  mutating func take(_ recording: Recording) {
    for case .scan(let scan) in recording.observations where !isKnown {
      for reading in scan.readings where !isKnown {
        isKnown = known.contains(reading.transmitter)
        if strange.count < 2, !strange.contains(reading.transmitter) {
          strange.append(reading.transmitter)
        }
      }
    }
  }

  /// Begins with another file, and gives what is to be said of the one before.
  mutating func finish(_ path: String) -> AuthoringWarning? {
    defer { (strange, isKnown) = ([], false) }
    guard !isKnown, !strange.isEmpty else { return nil }
    guard !some.isEmpty else {
      return AuthoringWarning(
        .strangeTransmitters,
        "\(path): nothing in it can be located, as the radio map has no transmitter but those that are "
          + "forgotten; hear some again, or go back to a version before")
    }
    func names(_ some: [Transmitter]) -> String {
      some.map(\.description).joined(separator: ", ") + (some.count > 1 ? ", …" : "")
    }
    return AuthoringWarning(
      .strangeTransmitters,
      "\(path): has no transmitter of the radio map's (\(names(strange)) where the map has \(names(some))), so "
        + "that nothing in it can be located; call them as the survey does, or survey with them")
  }
}
