import IndoorGeometry
import IndoorModel

/// Steps with the direction that the device faces, from the motion sensors.
struct MotionTracker: Sendable {
  /// A step and where the device faced.
  struct Stride: Sendable {
    /// Metres, by the accelerometer.
    var length: Double
    /// Radians clockwise from the local frame's north; from an unknown direction while `isAbsolute`
    /// is not set.
    var heading: Double
    /// Whether the compass has spoken.
    var isAbsolute: Bool
    /// Seconds since the step before.
    var elapsed: Double
    /// Whether the device kept its direction over the last four steps.
    var isStraight: Bool
  }

  /// How far the gyroscope may have turned between straight steps, in radians.
  private static let straight = 0.14

  private var headingFilter = HeadingFilter()
  private var stepDetector: StepDetector
  private(set) var lastStep: Step?
  private(set) var firstSample: Timestamp?
  private(set) var lastSample: Timestamp?
  /// Where the device faced at the last three steps, in radians by the gyroscope.
  private var facings = SIMD3<Double>(repeating: .infinity)
  private var declination = Declination(degrees: 0, accuracy: 0)
  /// Where and when it began, until the compass speaks: the Earth's field takes longer to compute
  /// than a scan to be located.
  private var origin: (place: Coordinate, time: Timestamp)?

  init(steps: StepDetector.Parameters = StepDetector.Parameters()) {
    stepDetector = StepDetector(parameters: steps)
  }

  /// Learns where magnetic north lies at a venue, from the first stamp: a clock that does not count
  /// from the Unix epoch gets the oldest model's declination.
  mutating func orient(frame: LocalFrame, at time: Timestamp) { origin = (frame.origin, time) }

  private mutating func findNorth() {
    guard let (place, time) = origin else { return }
    origin = nil
    if let field = EarthMagneticField.known(at: place, time: time) {
      declination = field.declination
    }
  }

  /// Takes one sample; returns the step that it completes.
  mutating func update(_ observation: Observation) -> Stride? {
    switch observation {
    case .angularRate(let sample): headingFilter.update(angularRate: sample)
    case .magneticField(let sample):
      findNorth()
      headingFilter.update(magneticField: sample)
    case .acceleration(let sample):
      lastSample = sample.time
      if firstSample == nil { firstSample = sample.time }
      headingFilter.update(acceleration: sample)
      guard let step = stepDetector.update(acceleration: sample) else { return nil }
      defer { lastStep = step }
      let heading = heading
      let facing =
        heading.map { Angle.radians($0.degrees) } ?? headingFilter.attitude.facing
      guard facing.isFinite, step.length.isFinite else { return nil }
      let turned = headingFilter.relativeFacing
      let isStraight = (0..<3).allSatisfy {
        abs(Angle.wrapped(turned - facings[$0])) < Self.straight
      }
      facings = SIMD3(turned, facings[0], facings[1])
      return Stride(
        length: step.length, heading: facing, isAbsolute: heading != nil,
        elapsed: min(10, max(0, lastStep.map { step.time.seconds(since: $0.time) } ?? 10)),
        isStraight: isStraight)
    default: break
    }
    return nil
  }

  /// Where the device faces, against true north, where the compass has spoken.
  var heading: Heading? {
    headingFilter.heading?.heading(declination: declination)
  }

  /// Whether the motion sensors tell of the last seconds, and often enough to find steps.
  func isAlive(at time: Timestamp) -> Bool {
    stepDetector.isDense && lastSample.map { time.seconds(since: $0) < 2 } ?? false
  }

  /// Whether the device was seen to take no step for the last seconds.
  func isStationary(at time: Timestamp) -> Bool {
    guard isAlive(at: time), let firstSample else { return false }
    return time.seconds(since: lastStep?.time ?? firstSample) > 2.5
  }

  /// Metres a second by the last step; 0 where it is long past, `nil` where nothing is known.
  func speed(at time: Timestamp) -> Double? {
    guard isAlive(at: time) else { return nil }
    guard !isStationary(at: time), let lastStep else { return isStationary(at: time) ? 0 : nil }
    return lastStep.length / lastStep.duration
  }
}
