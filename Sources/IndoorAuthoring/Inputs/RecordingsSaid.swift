import IndoorModel
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
