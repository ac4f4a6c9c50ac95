extension HeadingFilter {
  /// What may be tuned, and three profiles of it.
  package struct Parameters: Hashable, Sendable {
    /// Gyroscope and accelerometer.
    package var tilt = TiltFilter.Parameters()
    /// Compass.
    package var compass = CompassParameters()
    /// How late the sensors are.
    package var delays = SensorDelays()
    /// How the magnetometer's hard and soft iron is learned; `nil` where the device has done so
    /// itself, and its field is used as it is.
    package var calibration: MagnetometerCalibration.Parameters?
    /// The strongest field, in µT in a component, that is one; above it the magnetometer is
    /// saturated.
    package var fieldRange = 1000.0

    /// Makes parameters; without any they are those of `walking`.
    package init() {}

    /// For who walks through a building: the compass is off by 16° for 9 s on end, whatever its
    /// norm and dip say (on mall walks they say next to nothing about its error).
    package static let walking = Parameters()

    /// For objects turned by hand or machine, in a room with a clean field and now and then a
    /// magnet or a telephone near: the compass is good to some degrees where norm and dip are as
    /// learned, and off by what they show elsewhere.
    package static let gated: Parameters = {
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
    package static let steadyForTwoSeconds: Parameters = {
      var p = Parameters()
      p.compass.rule = .steadyForTwoSeconds
      return p
    }()
  }

  /// How late each sensor is behind the truth at its stamps, in seconds: a low-pass of its own, a
  /// slow bus.
  package struct SensorDelays: Hashable, Sendable {
    /// The gyroscope's, in seconds; the attitude is carried on by as much.
    package var gyroscope = 0.0
    /// The magnetometer's behind the gyroscope, in seconds.
    package var magnetometer = 0.0

    /// Makes delays.
    package init(gyroscope: Double = 0, magnetometer: Double = 0) {
      self.gyroscope = gyroscope
      self.magnetometer = magnetometer
    }
  }

  /// How the compass is used.
  package struct CompassParameters: Hashable, Sendable {
    /// What makes the compass correct the gyroscope.
    package enum Rule: Hashable, Sendable {
      /// Always, weighed by what its slow error leaves to be learned.
      case gaussMarkov
      /// Every two seconds, if it was steady to 3° all that while: then it is right.
      case steadyForTwoSeconds
    }

    /// What makes the compass correct the gyroscope.
    package var rule = Rule.gaussMarkov
    /// Standard deviation of the compass's slow error, in degrees. Larger trusts the gyroscope
    /// longer.
    package var error = 16.0
    /// Time constant of that error, in seconds. Longer makes a compass that stays steady prove
    /// less.
    package var errorTime = 9.0
    /// Standard deviation of the compass's fast error, in degrees, of one update.
    package var noise = 3.0
    /// How much of the anomaly that shows in norm and dip is taken for compass error, without unit.
    package var anomalyGain = 1.0
    /// What of an anomaly, as a part of the field's size, says nothing: indoors only a magnet does
    /// more than steel does everywhere.
    package var anomalyFloor = 0.8
    /// A field further from the learned one than this part of its size is disturbed.
    package var gate = 0.8
    /// How fast the gyroscope's heading strays at random, in degrees per √s.
    package var drift = 0.15
    /// What the gyroscope's heading strays by while it turns, as a part of the angle turned.
    package var scaleError = 0.01
    /// How fast the gyroscope's heading may stray steadily before any rest, in degrees a second, as
    /// a standard deviation.
    package var rate = 0.2
    /// The same after a rest.
    package var restRate = 0.01
    /// What a change of carry costs the heading, in degrees, as a standard deviation; 0 where no
    /// change of carry counts.
    package var carryHeading = 30.0
    /// Time between updates, in seconds, over which the field is averaged.
    package var interval = 0.04

    /// The defaults: walking indoors.
    package init() {}
  }
}
