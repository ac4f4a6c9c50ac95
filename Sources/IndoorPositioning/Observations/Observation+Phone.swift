public import IndoorModel

extension Observation {
  /// Standard gravity, in m/s²: what CoreMotion calls g. 3rd CGPM (1901).
  private static let g = 9.80665

  /// What CoreMotion measured at a moment, in its own units: a `CMDeviceMotion`. What isn't finite
  /// is left out.
  ///
  /// CoreMotion's axes are Android's, but its accelerations have the other sign: flat on a table,
  /// screen up, its gravity is -1 g along z, where specific force is +9.81 m/s².
  ///
  /// - Parameters:
  ///   - time: when it was measured.
  ///   - gravity: in g. Of a raw `CMAccelerometerData`, its acceleration.
  ///   - userAcceleration: in g; 0 of a raw accelerometer.
  ///   - rotationRate: in rad/s.
  ///   - magneticField: in µT.
  ///   - calibration: The raw value of the field's `CMMagneticFieldCalibrationAccuracy`; -1,
  ///     uncalibrated, leaves the field out.
  public static func deviceMotion(
    at time: Timestamp, gravity: SIMD3<Double>, userAcceleration: SIMD3<Double> = .zero,
    rotationRate: SIMD3<Double>? = nil, magneticField: SIMD3<Double>? = nil, calibration: Int = 0
  ) -> [Observation] {
    func sample(_ v: SIMD3<Double>?) -> VectorSample? {
      guard let v, v.x.isFinite, v.y.isFinite, v.z.isFinite else { return nil }
      return VectorSample(time: time, x: v.x, y: v.y, z: v.z)
    }
    return [
      sample(-g * (gravity + userAcceleration)).map(Observation.acceleration),
      sample(rotationRate).map(Observation.angularRate),
      sample(calibration >= 0 ? magneticField : nil).map(Observation.magneticField),
    ].compactMap { $0 }
  }

  /// Air pressure in CoreMotion's kilopascals: a `CMAltitudeData`. `nil` where it isn't a positive
  /// number.
  public init?(kilopascals: Double, at time: Timestamp) {
    guard kilopascals > 0, kilopascals.isFinite else { return nil }
    self = .pressure(time: time, hectopascals: kilopascals * 10)
  }

  /// What one of Android's sensors measured: a `SensorEvent` by its sensor's type
  /// (`TYPE_ACCELEROMETER` 1, `TYPE_MAGNETIC_FIELD` 2, `TYPE_GYROSCOPE` 4, `TYPE_PRESSURE` 6) and
  /// its values, whose units and axes are the kit's. `nil` for other types, and for values that are
  /// too few or not finite.
  ///
  /// https://developer.android.com/reference/android/hardware/SensorEvent#values
  public init?(androidSensor type: Int, values: [Float], at time: Timestamp) {
    guard values.allSatisfy(\.isFinite) else { return nil }
    if type == 6, let pressure = values.first, pressure > 0 {
      self = .pressure(time: time, hectopascals: Double(pressure))
      return
    }
    guard values.count >= 3 else { return nil }
    let sample = VectorSample(
      time: time, x: Double(values[0]), y: Double(values[1]), z: Double(values[2]))
    switch type {
    case 1: self = .acceleration(sample)
    case 2: self = .magneticField(sample)
    case 4: self = .angularRate(sample)
    default: return nil
    }
  }
}
