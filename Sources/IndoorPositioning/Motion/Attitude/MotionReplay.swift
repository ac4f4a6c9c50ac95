package import IndoorModel

import IndoorGeometry

/// What the filters know at one sample of the gyroscope.
package struct MotionSample: Hashable, Sendable {
  /// The sample's stamp.
  package var time: Timestamp
  /// From the sensor's frame to east-north-up, north being magnetic.
  package var attitude: Quaternion
  /// Where the device faces, when known.
  package var heading: MagneticHeading?
  /// What the compass alone says, in degrees clockwise from magnetic north, when it has spoken.
  package var compass: Double?
  /// What the gyroscope alone says, begun at the first heading, in degrees.
  package var gyroscope: Double?
  /// Strength of the latest magnetic field, in µT, when there was one.
  package var fieldStrength: Double?
  /// Its dip below level, in degrees.
  package var fieldDip: Double?
  /// Whether the device lies still.
  package var isAtRest: Bool
  /// Whether the magnetic field is not the one that was learned.
  package var isDisturbed: Bool

  /// Makes a sample.
  package init(
    time: Timestamp, attitude: Quaternion, heading: MagneticHeading?, compass: Double?,
    gyroscope: Double?, fieldStrength: Double?, fieldDip: Double?, isAtRest: Bool,
    isDisturbed: Bool
  ) {
    self.time = time
    self.attitude = attitude
    self.heading = heading
    self.compass = compass
    self.gyroscope = gyroscope
    self.fieldStrength = fieldStrength
    self.fieldDip = fieldDip
    self.isAtRest = isAtRest
    self.isDisturbed = isDisturbed
  }
}

/// Runs the motion filters over a recording, as a phone would have.
package struct MotionReplay: Sendable {
  /// Where the filter stood at each sample of the gyroscope, whatever was wrong with it. A moment's
  /// other samples are in.
  package private(set) var samples: [MotionSample] = []
  /// The steps that were made.
  package private(set) var steps: [Step] = []
  /// What was wrong with samples.
  package var faults: SampleFaults { filter.faults }

  private var filter: HeadingFilter
  private var detector = StepDetector()
  /// The stamp of the gyroscope's sample that is not in `samples` yet.
  private var open: Timestamp?

  /// Replays observations in their order.
  package init(_ observations: [Observation], parameters: HeadingFilter.Parameters = .walking) {
    filter = HeadingFilter(parameters: parameters)
    for observation in observations {
      switch observation {
      case .angularRate(let sample):
        close()
        filter.update(angularRate: sample)
        open = sample.time
      case .acceleration(let sample):
        closeBefore(sample.time)
        filter.update(acceleration: sample)
        if let step = detector.update(acceleration: sample) { steps.append(step) }
      case .magneticField(let sample):
        closeBefore(sample.time)
        filter.update(magneticField: sample)
      case .scan, .pressure, .fix: break
      }
    }
    close()
  }

  private mutating func closeBefore(_ time: Timestamp) {
    if let open, time > open { close() }
  }

  private mutating func close() {
    guard let time = open else { return }
    open = nil
    samples.append(
      MotionSample(
        time: time, attitude: filter.attitude, heading: filter.heading,
        compass: filter.compassDegrees, gyroscope: filter.gyroscopeDegrees,
        fieldStrength: filter.field.map(\.strength), fieldDip: filter.field.map(\.dip),
        isAtRest: filter.isAtRest, isDisturbed: filter.isDisturbed))
  }
}
