import IndoorModel

/// Judges the stamps of one sensor's samples, which come late, twice and out of order on real
/// phones.
struct SensorClock: Hashable, Sendable {
  /// A stamp further back than this, in seconds, is a clock that was set anew, not a sample that
  /// came late.
  static let restart = 1.0

  /// The latest stamp that counted.
  private(set) var last: Timestamp?

  /// Seconds since the sample before, 0 for the first and after a gap, and what is wrong; `nil`
  /// where the sample must be left out.
  @inline(__always)
  mutating func advance(to time: Timestamp, longest: Double, faults: inout SampleFaults) -> Double?
  {
    guard let last else {
      self.last = time
      return 0
    }
    let dt = time.seconds(since: last)
    if dt > 0, dt <= longest {
      self.last = time
      return dt
    }
    if dt == 0 {
      faults.insert(.repeatedStamp)
      return nil
    }
    if dt < 0, dt > -Self.restart {
      faults.insert(.backwardStamp)
      return nil
    }
    self.last = time
    faults.insert(dt < 0 ? [.backwardStamp, .gap] : .gap)
    return 0
  }
}
