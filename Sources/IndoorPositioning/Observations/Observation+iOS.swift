// Nothing here computes or decides: it can't be built or tried where the kit is tested, so that
// only names may be wrong.
#if os(iOS)
  public import CoreLocation
  public import CoreMotion
  import Foundation
  import IndoorGeometry
  public import IndoorModel

  extension Observation {
    /// What CoreMotion's `CMMotionManager` hands over, on a clock of that moment.
    public static func observations(of motion: CMDeviceMotion, clock: BootClock) -> [Observation] {
      deviceMotion(
        at: clock.timestamp(seconds: motion.timestamp), gravity: SIMD3(motion.gravity),
        userAcceleration: SIMD3(motion.userAcceleration),
        rotationRate: SIMD3(motion.rotationRate.x, motion.rotationRate.y, motion.rotationRate.z),
        magneticField: SIMD3(
          motion.magneticField.field.x, motion.magneticField.field.y, motion.magneticField.field.z),
        calibration: Int(motion.magneticField.accuracy.rawValue))
    }

    /// What CoreMotion's `CMAltimeter` hands over.
    public init?(_ altitude: CMAltitudeData, clock: BootClock) {
      self.init(
        kilopascals: altitude.pressure.doubleValue,
        at: clock.timestamp(seconds: altitude.timestamp))
    }

    /// A fix of CoreLocation's, which leads from the street to the entrances and back; `nil` while
    /// it isn't valid. With Wi-Fi and walls in it, it is still none to rely on in a building.
    public init?(_ location: CLLocation, at time: Timestamp) {
      guard location.horizontalAccuracy >= 0 else { return nil }
      self = .fix(
        KnownPlace(
          Coordinate(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude),
          radius: location.horizontalAccuracy, time: time, by: .satellites))
    }

    /// The beacons that CoreLocation ranged, as one scan.
    public init(_ beacons: [CLBeacon], at time: Timestamp) {
      self = .scan(Scan(time: time, readings: beacons.compactMap { Reading($0) }))
    }
  }

  extension Reading {
    /// A beacon that CoreLocation ranged; `nil` while it doesn't know how strong.
    public init?(_ beacon: CLBeacon) {
      self.init(
        Transmitter(
          beacon: beacon.uuid.uuidString, major: beacon.major.intValue,
          minor: beacon.minor.intValue), rssi: beacon.rssi)
    }
  }

  extension SIMD3<Double> {
    fileprivate init(_ acceleration: CMAcceleration) {
      self.init(acceleration.x, acceleration.y, acceleration.z)
    }
  }
#endif
