public import IndoorPositioning

/// A recording as a file gave it.
public struct ReadRecording: Sendable {
  /// What was recorded.
  public var recording: Recording
  /// Hash of the recording's bytes, 32 hexadecimal digits: the same content has the same.
  public var hash: String
  /// The file it comes from.
  public var path: String
  /// What was left out, and why.
  public var skipped: SkippedLines

  /// Makes a read recording.
  public init(recording: Recording, hash: String, path: String, skipped: SkippedLines = .init()) {
    self.recording = recording
    self.hash = hash
    self.path = path
    self.skipped = skipped
  }
}
