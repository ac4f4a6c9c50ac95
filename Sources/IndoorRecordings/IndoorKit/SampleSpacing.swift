/// Whether the samples of a recording's lines are so far apart, in milliseconds as written, as no
/// phone's are.
struct SampleSpacing {
  private var lines = 0
  private var tooShort = 0
  private var tooLong = 0

  /// Milliseconds between two samples of a phone's accelerometer or gyroscope, widely: Android's
  /// slowest setting is 200.
  private static let usual = 0.5...1000
  /// Lines below which one may be cut or odd.
  private static let leastLines = 5

  /// Takes a line of several samples.
  mutating func add(_ milliseconds: Double) {
    lines += 1
    if milliseconds > 0, milliseconds < Self.usual.lowerBound { tooShort += 1 }
    if milliseconds > Self.usual.upperBound { tooLong += 1 }
  }

  /// What is to be said of most lines.
  func warning(_ path: String) -> RecordingWarning? {
    guard lines >= Self.leastLines, max(tooShort, tooLong) > lines / 2 else { return nil }
    let isShort = tooShort > tooLong
    return RecordingWarning(
      .sensorUnit,
      "\(path): its samples are \(isShort ? "under 0.5" : "over 1000") ms apart by dt, as no phone's are and as where dt is in "
        + "\(isShort ? "seconds" : "microseconds"); write it in milliseconds")
  }
}
