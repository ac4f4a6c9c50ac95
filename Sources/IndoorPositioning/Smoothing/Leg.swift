import IndoorGeometry
import IndoorLibc
import IndoorModel

/// How a device moved from one moment to the next, by its sensors: what a particle filter's motion
/// model came to over several steps, as one Gaussian.
///
/// A particle with heading offset o and step scale s moves by s · R(o) · v, where v is the sum of
/// the steps as the compass has them and R(o) turns clockwise.
struct Leg: Sendable {
  /// A point of the way.
  struct Point: Sendable {
    var time: Timestamp
    /// Metres by the motion sensors from the leg's beginning, before a particle turns and scales
    /// them.
    var way: SIMD2<Float>
  }

  /// Where steps led, in order of time.
  private(set) var points: [Point] = []
  /// The whole way, in metres east and north.
  private(set) var way = SIMD2<Float>()
  /// Variance of the place that it leads to, in m².
  private(set) var variance = 0.0
  /// What is left of a heading offset's distance from its mean, and the variance of what is new in
  /// it, in radians².
  private(set) var offsetDecay = 1.0
  private(set) var offsetVariance = 0.0
  /// Mean of the heading offsets, in radians.
  private(set) var offsetMean = 0.0
  /// Whether the offsets at its end have nothing to do with those at its beginning.
  private(set) var losesOffset = false
  /// Steps on foot, or seconds without motion sensors.
  private(set) var stepCount = 0.0
  /// Metres upwards, where a barometer told of them.
  private(set) var climbed: Double?

  /// Takes up a step.
  mutating func step(
    _ stride: MotionTracker.Stride, length: Double, at time: Timestamp,
    _ parameters: WalkModel.Parameters
  ) {
    let turn = SIMD2(Float(sin(stride.heading)), Float(cos(stride.heading)))
    way += Float(length) * turn
    points.append(Point(time: time, way: way))
    let noise =
      parameters.lengthNoise * parameters.lengthNoise
      + parameters.headingNoise * parameters.headingNoise
    // Half of it in each of two directions.
    variance += length * length * noise / 2
    stepCount += 1
    guard stride.isAbsolute else { return }
    offsetMean = parameters.offsetMean
    let decay = exp(-stride.elapsed / parameters.offsetTime)
    let drive = parameters.offsetSigma * parameters.offsetSigma * (1 - decay * decay)
    offsetDecay *= decay
    offsetVariance = offsetVariance * decay * decay + drive
  }

  /// Takes up time that passed beside the steps, in seconds.
  mutating func drift(_ elapsed: Double, _ parameters: WalkModel.Parameters) {
    variance += parameters.drift * parameters.drift * max(0, elapsed)
  }

  /// Takes up time without motion sensors, in seconds.
  mutating func wander(_ elapsed: Double, to time: Timestamp, _ parameters: WalkModel.Parameters) {
    let seconds = min(parameters.longestPause, max(0, elapsed))
    let length = parameters.pace * seconds
    way += SIMD2(0, Float(length))
    points.append(Point(time: time, way: way))
    let noise = parameters.pace * parameters.paceNoise
    let turn = parameters.turnNoise * parameters.turnNoise * seconds
    // The course turns on the way, which leads aside by half of it on the average.
    variance += noise * noise * seconds + length * length * turn / 4
    offsetVariance += turn
    offsetMean = 0
    stepCount += seconds
  }

  /// Takes up a way up or down, in metres.
  mutating func climb(_ metres: Double) { climbed = (climbed ?? 0) + metres }

  /// From here on offsets are against another source's headings.
  mutating func loseOffset() {
    losesOffset = true
    (offsetDecay, offsetVariance) = (1, 0)
  }

  /// The way up to a moment, and how much of the leg's uncertainty, 0 to 1, has come about by then.
  func way(until time: Timestamp, from start: Timestamp, to end: Timestamp) -> (
    way: SIMD2<Float>, share: Float
  ) {
    let seconds = end.seconds(since: start)
    let share = seconds > 0 ? min(1, max(0, time.seconds(since: start) / seconds)) : 1
    let next = points.partitioningIndex { $0.time > time }
    return (next > 0 ? points[next - 1].way : SIMD2(), Float(share))
  }
}
