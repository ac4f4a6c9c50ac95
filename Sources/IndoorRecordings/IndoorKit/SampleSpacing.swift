/// Whether the samples of a recording's lines are so far apart, in milliseconds as written, as no
/// phone's are, or as those of the next lines don't go on.
struct SampleSpacing {
  /// The lines of each sensor that have several samples.
  private var series: [String: Series] = [:]

  private struct Series {
    var lines = 0
    var tooShort = 0
    var tooLong = 0
    /// Lines that begin before the samples of the line before them end.
    var early = Odd()
    /// Lines that begin long after that.
    var late = Odd()
    /// From when the last line's samples are, and how long, in milliseconds; `nil` where it doesn't
    /// say it by `dt`.
    var last: (start: Double, length: Double)?
  }

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

  /// Takes a line of a sensor's samples.
  ///
  /// - Parameters:
  ///   - milliseconds: between two of them; `nil` where `dt` doesn't say it.
  ///   - count: how many they are.
  ///   - name: of which sensor.
  ///   - start: when the first was, in milliseconds.
  mutating func add(
    _ milliseconds: Double?, count: Int, of name: String, from start: Double, line: Int
  ) {
    var own = series[name] ?? Series()
    defer { series[name] = own }
    // Lines in disorder or written twice say nothing.
    if count > 1, let last = own.last, start > last.start, last.length > 0 {
      let share = (start - last.start) / last.length
      if share < Self.shares.lowerBound { own.early.add(line) }
      if share > Self.shares.upperBound { own.late.add(line) }
    }
    own.last = nil
    guard let milliseconds, count > 1 else { return }
    own.last = (start, milliseconds * Double(count))
    own.lines += 1
    if milliseconds > 0, milliseconds < Self.usual.lowerBound { own.tooShort += 1 }
    if milliseconds > Self.usual.upperBound { own.tooLong += 1 }
  }

  /// What is to be said of most lines of a sensor.
  func warning(_ path: String) -> RecordingWarning? {
    let sentences = series.sorted { $0.key < $1.key }.lazy.compactMap {
      Self.sentence(of: $0.value)
    }
    return sentences.first.map { RecordingWarning(.sensorUnit, "\(path)\($0)") }
  }

  private static func sentence(of series: Series) -> String? {
    guard series.lines >= leastLines else { return nil }
    let half = series.lines / 2
    if series.tooShort > half {
      return
        ": its samples are under 0.5 ms apart by dt, as no phone's are and as where dt is in seconds; "
        + "write it in milliseconds"
    }
    if series.tooLong > half {
      return
        ": its samples are over 1000 ms apart by dt, as no phone's are and as where dt is in "
        + "microseconds; write it in milliseconds"
    }
    if series.early.count > half {
      return
        ":\(series.early.line): its samples begin before those of the line before it end by dt, as on "
        + "most lines; write dt as the phone measured it, or when each sample was (at)"
    }
    if series.late.count > half {
      return
        ":\(series.late.line): its samples begin long after those of the line before it end by dt, as on "
        + "most lines; where the phone measured all the time, write dt as it was, or when each sample was (at)"
    }
    return nil
  }
}
