/// What leads from a phone's sensors' clock, which counts from when the phone was started, to the
/// Unix epoch, from which recordings count. Made once, when an app begins to listen, of the two
/// clocks at the same moment; where the wall clock is set meanwhile, the sensors' times stay even.
///
///     BootClock(
///       secondsSinceBoot: ProcessInfo.processInfo.systemUptime,
///       secondsSince1970: Date().timeIntervalSince1970)
///
/// and on Android of `SystemClock.elapsedRealtimeNanos()` and `System.currentTimeMillis()`, each in
/// seconds.
public struct BootClock: Hashable, Sendable {
  /// When the phone was started.
  public let boot: Timestamp

  /// Makes a clock of the same moment on the sensors' clock and on the wall's, in seconds.
  public init(secondsSinceBoot: Double, secondsSince1970: Double) {
    boot = Timestamp(seconds: secondsSince1970 - secondsSinceBoot)
  }

  /// Makes a clock of when the phone was started.
  public init(boot: Timestamp) { self.boot = boot }

  /// The moment so many seconds after the start: CoreMotion's `timestamp`.
  public func timestamp(seconds: Double) -> Timestamp {
    after(Timestamp(seconds: seconds).microseconds)
  }

  /// The moment so many microseconds after the start: the `timestamp` of Android's Wi-Fi
  /// `ScanResult`.
  public func timestamp(microseconds: Int64) -> Timestamp { after(microseconds) }

  /// The moment so many nanoseconds after the start, rounded down to microseconds: the `timestamp`
  /// of Android's `SensorEvent`, and `getTimestampNanos` of its Bluetooth LE `ScanResult`.
  public func timestamp(nanoseconds: Int64) -> Timestamp {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return after(rest < 0 ? whole - 1 : whole)
  }

  private func after(_ microseconds: Int64) -> Timestamp {
    let (sum, overflow) = boot.microseconds.addingReportingOverflow(microseconds)
    return Timestamp(microseconds: overflow ? (microseconds < 0 ? .min : .max) : sum)
  }
}

extension Timestamp {
  /// Makes a moment of seconds, to the nearest microsecond; what does not fit is clamped, and what
  /// is no number is 0.
  public init(seconds: Double) {
    let scaled = (seconds * 1e6).rounded()
    if let whole = Int64(exactly: scaled) {
      self.init(microseconds: whole)
    } else {
      self.init(microseconds: scaled.isNaN ? 0 : (scaled < 0 ? .min : .max))
    }
  }
}
