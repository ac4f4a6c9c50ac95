public import IndoorModel

/// Three components at one moment, in the device's axes: x to the right of the screen, y to its
/// top, z out of it.
public struct VectorSample: Hashable, Sendable {
  /// When it was measured.
  public var time: Timestamp
  /// Along the device's x axis.
  public var x: Double
  /// Along the device's y axis.
  public var y: Double
  /// Along the device's z axis.
  public var z: Double

  /// Makes a sample.
  @inlinable
  public init(time: Timestamp, x: Double, y: Double, z: Double) {
    self.time = time
    self.x = x
    self.y = y
    self.z = z
  }
}

/// One thing that a device measured. This, in order of time, is all that a positioner is given.
public enum Observation: Hashable, Sendable {
  /// Wi-Fi, beacons or both.
  case scan(Scan)
  /// Specific force, in m/s²: about +9.81 upwards at rest (Android's sign; CoreMotion's, negated,
  /// in g).
  case acceleration(VectorSample)
  /// Angular rate, in rad/s, by the right-hand rule.
  case angularRate(VectorSample)
  /// Magnetic flux density, in µT, with the device's own calibration where it has one.
  case magneticField(VectorSample)
  /// Air pressure, in hPa.
  case pressure(time: Timestamp, hectopascals: Double)
  /// A place that the device is known to be at.
  // Apart, as it is twice as large as a sample, of which there are hundreds a second.
  indirect case fix(KnownPlace)

  /// When it was measured.
  public var time: Timestamp {
    switch self {
    case .scan(let scan): scan.time
    case .acceleration(let sample), .angularRate(let sample), .magneticField(let sample):
      sample.time
    case .pressure(let time, _): time
    case .fix(let known): known.time
    }
  }
}
