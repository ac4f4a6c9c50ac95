package import IndoorModel

/// Whether an accelerometer's samples come often enough to find steps in them. Where they don't,
/// steps are missed and counted twice: of a mall's walks 10 samples a second give positions as good
/// as 50 do, and 5 a second worse than none.
package struct SampleDensity: Sendable {
  /// Seconds between samples, on average, from which on they are too seldom.
  private static let longest = 0.15
  /// What a pause counts at most, in seconds.
  private static let pause = 0.3
  /// How many intervals the average goes over.
  private static let memory = 25.0

  private var last: Timestamp?
  /// Seconds between the last samples, on average, and over how many; at first they are taken to
  /// come often.
  private var interval = 0.02
  private var count = 4.0

  /// Samples that are dense until they are seen not to be.
  package init() {}

  /// Whether they come often enough.
  package var isEnough: Bool { interval < Self.longest }

  /// Takes the next sample's time; the seconds since the one before, 0 for the first and for what
  /// comes late.
  @discardableResult
  package mutating func add(_ time: Timestamp) -> Double {
    let seconds = last.map { time.seconds(since: $0) } ?? 0
    guard seconds > 0 else {
      if last == nil { last = time }
      return 0
    }
    last = time
    count = min(Self.memory, count + 1)
    interval += (min(seconds, Self.pause) - interval) / count
    return seconds
  }
}
