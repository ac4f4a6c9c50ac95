/// Whether the samples of a recording's lines are so far apart, in milliseconds as written, as no
/// phone's are, or as those of the next lines don't go on.
struct SampleSpacing {
  private var lines = 0
  private var tooShort = 0
  private var tooLong = 0
  /// Lines that begin before the samples of the line before them end.
  private var early = Odd()
  /// Lines that begin long after that.
  private var late = Odd()
  /// By their series from when the last lines' samples are, and how long, in milliseconds.
  private var last: [String: (start: Double, length: Double)] = [:]

  /// How many lines, and the first of them.
  private struct Odd {
    var count = 0
    var line = 0

    mutating func add(_ line: Int) {
      if count == 0 { self.line = line }
      count += 1
    }
  }

  /// Milliseconds between two samples of a phone's accelerometer or gyroscope, widely: Android's
  /// slowest setting is 200.
  private static let usual = 0.5...1000
  /// Lines below which one may be cut or odd.
  private static let leastLines = 5
  /// From a line's beginning to the next one's, as a share of its samples' time: phones round the
  /// latter, and no more.
  private static let shares = 0.9...1.5

  /// Takes a line's series of several samples.
  ///
  /// - Parameters:
  ///   - milliseconds: between two of them.
  ///   - count: how many they are.
  ///   - series: of which sensor.
  ///   - start: when the first was, in milliseconds.
  mutating func add(
    _ milliseconds: Double, count: Int, of series: String, from start: Double, line: Int
  ) {
    lines += 1
    // Lines in disorder or written twice say nothing.
    if let last = last[series], start > last.start, last.length > 0 {
      let share = (start - last.start) / last.length
      if share < Self.shares.lowerBound { early.add(line) }
      if share > Self.shares.upperBound { late.add(line) }
    }
    last[series] = (start, milliseconds * Double(count))
    if milliseconds > 0, milliseconds < Self.usual.lowerBound { tooShort += 1 }
    if milliseconds > Self.usual.upperBound { tooLong += 1 }
  }

  /// What is to be said of most lines.
  func warning(_ path: String) -> RecordingWarning? {
    guard lines >= Self.leastLines else { return nil }
    let half = lines / 2
    if max(tooShort, tooLong) > half {
      let isShort = tooShort > tooLong
      return RecordingWarning(
        .sensorUnit,
        "\(path): its samples are \(isShort ? "under 0.5" : "over 1000") ms apart by dt, as no phone's are and as where dt is in "
          + "\(isShort ? "seconds" : "microseconds"); write it in milliseconds")
    }
    guard max(early.count, late.count) > half else { return nil }
    let isEarly = early.count > late.count
    return RecordingWarning(
      .sensorUnit,
      "\(path):\(isEarly ? early.line : late.line): its samples begin "
        + (isEarly
          ? "before those of the line before it end" : "long after those of the line before it end")
        + " by dt, as on most lines; write dt as the phone measured it, or when each sample was (at)"
    )
  }
}
