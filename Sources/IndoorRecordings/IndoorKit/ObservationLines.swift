public import IndoorPositioning

/// What a device measured, as lines of a recording of the project's own format without the header:
/// what an app sends while it walks.
///
/// A line that can't be read costs only itself. Places that a surveyor noted are passed over, and
/// what was measured at one time and says the same counts once, as in a file.
public struct ObservationLines: Sendable {
  /// What was measured, in order of time.
  public let observations: [Observation]
  /// What was left out, and why.
  public let skipped: SkippedLines

  /// Reads lines.
  ///
  /// - Parameters:
  ///   - bytes: the lines, as UTF-8.
  ///   - name: what messages call them.
  /// - Throws: `RecordingError` where memory runs out.
  public init(bytes: [UInt8], name: String) throws(RecordingError) {
    (observations, skipped) = try IndoorKitReader.observations(bytes, name: name)
  }
}
