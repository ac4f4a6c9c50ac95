import IndoorGeometry
import IndoorModel

/// Steps with the direction that the device faces, from the motion sensors.
struct MotionTracker: Sendable {
  /// A step and where the device faced.
  struct Stride: Sendable {
    /// Metres, by the accelerometer.
    var length: Double
    /// Radians clockwise from the local frame's north; from an unknown direction while `isAbsolute` is not set.
    var heading: Double
    /// Whether the compass has spoken.
    var isAbsolute: Bool
    /// Seconds since the step before.
    var elapsed: Double
  }

  private var headingFilter = HeadingFilter()
  private var stepDetector = StepDetector()
  private var lastStep: Timestamp?
  private(set) var lastSample: Timestamp?
  private var declination = Declination(degrees: 0, accuracy: 0)

  /// Learns where magnetic north lies at a venue, from the first stamp: a clock that does not count from the Unix epoch
  /// gets the oldest model's declination.
  mutating func orient(frame: LocalFrame, at time: Timestamp) {
    let field =
      WorldMagneticModel.field(at: frame.origin, time: time)
      ?? WorldMagneticModel.field(at: frame.origin, year: 2015)
    if let field { declination = field.declination }
  }

  /// Takes one sample; returns the step that it completes.
  mutating func update(_ observation: Observation) -> Stride? {
    switch observation {
    case .angularRate(let sample): headingFilter.update(angularRate: sample)
    case .magneticField(let sample): headingFilter.update(magneticField: sample)
    case .acceleration(let sample):
      lastSample = sample.time
      headingFilter.update(acceleration: sample)
      guard let step = stepDetector.update(acceleration: sample) else { return nil }
      defer { lastStep = step.time }
      let heading = heading
      let facing =
        heading.map { Angle.radians($0.degrees) } ?? headingFilter.attitude.facing
      guard facing.isFinite, step.length.isFinite else { return nil }
      return Stride(
        length: step.length, heading: facing, isAbsolute: heading != nil,
        elapsed: min(10, max(0, lastStep.map { step.time.seconds(since: $0) } ?? 10)))
    default: break
    }
    return nil
  }

  /// Where the device faces, against true north, where the compass has spoken.
  var heading: Heading? {
    headingFilter.heading?.heading(declination: declination)
  }
}
