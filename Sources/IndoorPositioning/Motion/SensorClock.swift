import IndoorModel

/// What is wrong with a sample, or with the time between it and the one before.
public struct SampleFaults: OptionSet, Hashable, Sendable {
  /// One bit a fault.
  public var rawValue: UInt8
  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A component is not a finite number: the sample was left out.
  public static let notFinite = SampleFaults(rawValue: 1)
  /// Its stamp is that of the sample before: left out.
  public static let repeatedStamp = SampleFaults(rawValue: 2)
  /// Its stamp is earlier than that of the sample before: left out.
  public static let backwardStamp = SampleFaults(rawValue: 4)
  /// Samples before it are missing for longer than can be bridged.
  public static let gap = SampleFaults(rawValue: 8)
  /// A component is at the end of the sensor's range: used, and trusted less.
  public static let saturated = SampleFaults(rawValue: 16)
}

/// Judges the stamps of one sensor's samples, which come late, twice and out of order on real phones.
struct SensorClock: Hashable, Sendable {
  /// A stamp further back than this, in seconds, is a clock that was set anew, not a sample that came late.
  static let restart = 1.0

  private var last: Timestamp?

  /// Seconds since the sample before, 0 for the first and after a gap, and what is wrong; `nil` where the sample must be left out.
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
