// Nothing here computes or decides: it can't be built or tried where the kit is tested, so that
// only names may be wrong.
#if os(iOS)
  public import CoreLocation
  public import CoreMotion
  import Foundation
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
