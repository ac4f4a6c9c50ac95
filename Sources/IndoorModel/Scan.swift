public import IndoorGeometry

/// A moment on a recording's own clock.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's zero: the Unix epoch for a phone's recordings, whatever a file
  /// has otherwise.
  public var microseconds: Int64

  /// Makes a moment of microseconds.
  @inlinable
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Makes a moment of milliseconds; what does not fit is clamped.
  @inlinable
  public init(milliseconds: Int64) {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
    microseconds = overflow ? (milliseconds < 0 ? .min : .max) : product
  }

  /// Whole milliseconds, rounded down.
  public var milliseconds: Int64 {
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
    return rest < 0 ? whole - 1 : whole
  }

  /// Seconds from an earlier moment to this one, negative where it is later.
  @inlinable
  public func seconds(since earlier: Timestamp) -> Double {
    (Double(microseconds) - Double(earlier.microseconds)) * 1e-6
  }

  /// Earlier before later.
  @inlinable
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}

/// One entry of a scan.
public struct Reading: Hashable, Sendable {
  /// Who was heard.
  public var transmitter: Transmitter
  /// How strongly, in dBm, -128 to 127 (real ones are -110 to 0).
  public var rssi: Int8
  /// How long before the scan's time it was heard, in milliseconds, 0 where unknown.
  public var age: UInt32

  /// Makes a reading.
  public init(transmitter: Transmitter, rssi: Int8, age: UInt32 = 0) {
    self.transmitter = transmitter
    self.rssi = rssi
    self.age = age
  }
}

/// What a phone heard at one moment: Wi-Fi, beacons or both.
public struct Scan: Hashable, Sendable {
  /// When the phone reported it.
  public var time: Timestamp
  /// Its entries, in the source's order.
  public var readings: [Reading]

  /// Makes a scan.
  public init(time: Timestamp, readings: [Reading]) {
    self.time = time
    self.readings = readings
  }
}

/// A scan whose place is known.
public struct Fingerprint: Hashable, Sendable {
  /// The recording it comes from: its content hash, so that the same walk twice is one walk.
  public var recording: String
  /// The level it was taken on.
  public var level: LevelKey
  /// Where, in local metres.
  public var place: LocalPoint
  /// What was heard.
  public var scan: Scan

  /// Makes a fingerprint.
  public init(recording: String, level: LevelKey, place: LocalPoint, scan: Scan) {
    self.recording = recording
    self.level = level
    self.place = place
    self.scan = scan
  }
}
