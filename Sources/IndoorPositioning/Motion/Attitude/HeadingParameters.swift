extension HeadingFilter {
  /// What may be tuned, and three profiles of it.
  public struct Parameters: Hashable, Sendable {
    /// Gyroscope and accelerometer.
    public var tilt = TiltFilter.Parameters()
    /// Compass.
    public var compass = CompassParameters()
    /// How late the sensors are.
    public var delays = SensorDelays()
    /// How the magnetometer's hard and soft iron is learned; `nil` where the device has done so
    /// itself, and its field is used as it is.
    public var calibration: MagnetometerCalibration.Parameters?
    /// The strongest field, in µT in a component, that is one; above it the magnetometer is
    /// saturated.
    public var fieldRange = 1000.0

    /// Makes parameters; without any they are those of `walking`.
    public init() {}

    /// For who walks through a building: the compass is off by 16° for 9 s on end, whatever its
    /// norm and dip say (on mall walks they say next to nothing about its error).
    public static let walking = Parameters()

    /// For objects turned by hand or machine, in a room with a clean field and now and then a
    /// magnet or a telephone near: the compass is good to some degrees where norm and dip are as
    /// learned, and off by what they show elsewhere.
    public static let gated: Parameters = {
      var p = Parameters()
      p.compass.error = 2
      p.compass.errorTime = 2
      p.compass.noise = 6
      p.compass.anomalyGain = 0.3
      p.compass.anomalyFloor = 0
      p.compass.gate = 0.1
      p.compass.carryHeading = 0
      return p
    }()

    /// The rule of 2012: every two seconds, if the compass was steady all that while, the gyroscope
    /// is set to it. To compare with.
    public static let steadyForTwoSeconds: Parameters = {
      var p = Parameters()
      p.compass.rule = .steadyForTwoSeconds
      return p
    }()
  }

  /// How late each sensor is behind the truth at its stamps, in seconds: a low-pass of its own, a
  /// slow bus.
  public struct SensorDelays: Hashable, Sendable {
    /// The gyroscope's, in seconds; the attitude is carried on by as much.
    public var gyroscope = 0.0
    /// The magnetometer's behind the gyroscope, in seconds.
    public var magnetometer = 0.0

    /// Makes delays.
    public init(gyroscope: Double = 0, magnetometer: Double = 0) {
      self.gyroscope = gyroscope
      self.magnetometer = magnetometer
    }
  }

  /// How the compass is used.
  public struct CompassParameters: Hashable, Sendable {
    /// What makes the compass correct the gyroscope.
    public enum Rule: Hashable, Sendable {
      /// Always, weighed by what its slow error leaves to be learned.
      case gaussMarkov
      /// Every two seconds, if it was steady to 3° all that while: then it is right.
      case steadyForTwoSeconds
    }

    /// What makes the compass correct the gyroscope.
    public var rule = Rule.gaussMarkov
    /// Standard deviation of the compass's slow error, in degrees. Larger trusts the gyroscope
    /// longer.
    public var error = 16.0
    /// Time constant of that error, in seconds. Longer makes a compass that stays steady prove
    /// less.
    public var errorTime = 9.0
    /// Standard deviation of the compass's fast error, in degrees, of one update.
    public var noise = 3.0
    /// How much of the anomaly that shows in norm and dip is taken for compass error, without unit.
    public var anomalyGain = 1.0
    /// What of an anomaly, as a part of the field's size, says nothing: indoors only a magnet does
    /// more than steel does everywhere.
    public var anomalyFloor = 0.8
    /// A field further from the learned one than this part of its size is disturbed.
    public var gate = 0.8
    /// How fast the gyroscope's heading strays at random, in degrees per √s.
    public var drift = 0.15
    /// What the gyroscope's heading strays by while it turns, as a part of the angle turned.
    public var scaleError = 0.01
    /// How fast the gyroscope's heading may stray steadily before any rest, in degrees a second, as
    /// a standard deviation.
    public var rate = 0.2
    /// The same after a rest.
    public var restRate = 0.01
    /// How far the course lies from the heading at first, in degrees, as a standard deviation: most
    /// hold a phone in front of them and look where they go.
    public var carry = 8.0
    /// The same after the carry changed, in degrees.
    public var carryAfterChange = 90.0
    /// What a change of carry costs the heading, in degrees, as a standard deviation; 0 where no
    /// change of carry counts.
    public var carryHeading = 30.0
    /// How fast the course wanders from the heading, in degrees per √s.
    public var carryDrift = 0.5
    /// Time between updates, in seconds, over which the field is averaged.
    public var interval = 0.04

    /// The defaults: walking indoors.
    public init() {}
  }
}
