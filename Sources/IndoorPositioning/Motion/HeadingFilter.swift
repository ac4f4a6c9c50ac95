import IndoorGeometry

/// Attitude and heading of a device, sample by sample: a gyroscope that the acceleration holds upright and the compass north.
///
///     var filter = HeadingFilter()
///     filter.update(angularRate: sample)      // each in order of its own stamps
///     filter.update(acceleration: sample)
///     filter.update(magneticField: sample)
///     filter.heading                          // nil until the compass has spoken
///
/// Samples that are not finite, repeated or out of order are left out and flagged; none of them harms what is known.
public struct HeadingFilter: Sendable {
  /// What may be tuned.
  public struct Parameters: Hashable, Sendable {
    /// Gyroscope and accelerometer.
    public var tilt = TiltFilter.Parameters()
    /// Compass.
    public var compass = CompassFilter.Parameters()

    /// The defaults: walking indoors.
    public init() {}
  }

  /// What may be tuned.
  public let parameters: Parameters
  private var tilt: TiltFilter
  private var compass: CompassFilter
  private var fieldClock = SensorClock()
  private var fieldSum = Vector3.zero
  private var fieldCount = 0.0
  private var sinceField = 0.0
  private var turned = 0.0

  /// What has been wrong with samples so far.
  public private(set) var faults: SampleFaults = []

  /// Makes a filter that knows nothing yet.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    tilt = TiltFilter(parameters: parameters.tilt)
    compass = CompassFilter(parameters: parameters.compass)
  }

  /// One sample of the gyroscope, in rad/s.
  public mutating func update(angularRate sample: VectorSample) {
    let (dt, found) = tilt.update(angularRate: sample)
    sinceField += dt
    turned += tilt.state.rate.length * dt
    guard !found.isEmpty else { return }
    faults.formUnion(found)
    if found.contains(.saturated) { compass.widen(by: Angle.radians(5)) }
    if found.contains(.gap) { compass.widen(by: Angle.radians(90)) }
  }

  /// One sample of the accelerometer, in m/s².
  public mutating func update(acceleration sample: VectorSample) {
    faults.formUnion(tilt.update(acceleration: sample))
  }

  /// One sample of the magnetometer, in µT.
  public mutating func update(magneticField sample: VectorSample) {
    let measured = Vector3(sample)
    guard measured.isFinite, measured.largest < 1e5 else {
      faults.insert(.notFinite)
      return
    }
    var found: SampleFaults = []
    let dt = fieldClock.advance(to: sample.time, longest: .infinity, faults: &found)
    faults.formUnion(found)
    guard dt != nil, tilt.hasTilt else { return }
    fieldSum = fieldSum + tilt.attitude.rotate(measured)
    fieldCount += 1
    guard sinceField >= parameters.compass.interval || !compass.isKnown else { return }
    compass.predict(over: sinceField, turned: turned)
    compass.update(field: fieldSum * (1 / fieldCount))
    fieldSum = .zero
    fieldCount = 0
    sinceField = 0
    turned = 0
  }

  /// From the sensor's frame to east-north-up, north being magnetic; before the compass has spoken, x and y mean nothing.
  public var attitude: Quaternion {
    Quaternion(aboutVertical: compass.state.offset) * tilt.attitude
  }

  /// Where the device faces: its +y axis on the ground, or its −z axis where y stands over 45° from level; `nil` until
  /// acceleration and compass have spoken.
  public var heading: MagneticHeading? {
    guard tilt.hasTilt, compass.isKnown else { return nil }
    return MagneticHeading(
      degrees: Angle.compass(Angle.degrees(attitude.facing)),
      accuracy: Angle.degrees(compass.deviation(after: sinceField, turned: turned)))
  }

  /// Whether the device lies still.
  public var isAtRest: Bool { tilt.isAtRest }
}

extension Quaternion {
  /// Radians clockwise from north that +y, or −z where y stands over 45° from level, faces in an east-north-up frame.
  var facing: Double {
    let up = 2 * (y * z + w * x)
    if abs(up) > 0.5.squareRoot() {
      return atan2(-2 * (x * z + w * y), -2 * (y * z - w * x))
    }
    return atan2(2 * (x * y - w * z), 1 - 2 * (x * x + z * z))
  }
}
