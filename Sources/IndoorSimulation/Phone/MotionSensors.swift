import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// Accelerometer, gyroscope and magnetometer at 50 Hz.
struct MotionSensors {
  private let world: SimulatedWorld
  private let plan: WalkPlan
  private let kind: PhoneKind
  private var generator: SimulationRandom
  /// Noise of a sample: m/s², rad/s and µT.
  private let noise = (acceleration: 0.06, rate: 0.006, field: 0.35)

  init(world: SimulatedWorld, plan: WalkPlan, kind: PhoneKind) {
    self.world = world
    self.plan = plan
    self.kind = kind
    generator = SimulationRandom(seed: world.seed, for: "motion \(plan.id)")
  }

  /// The phone in a hand: turned a little to the body, wandering slowly, swinging with the steps.
  mutating func attitudes(along track: Track) -> [Attitude] {
    let turned = 0.06 * generator.normal()
    let held = Angle.radians(35 + 6 * generator.normal())
    var yaw = SmoothDrift(deviation: 0.05, time: 6, generator: &generator)
    var pitch = SmoothDrift(deviation: 0.04, time: 8, generator: &generator)
    var roll = SmoothDrift(deviation: 0.04, time: 8, generator: &generator)
    return track.samples.map { sample in
      yaw.advance(by: Track.interval, generator: &generator)
      pitch.advance(by: Track.interval, generator: &generator)
      roll.advance(by: Track.interval, generator: &generator)
      let swing = sample.up == 0 ? 0 : 1.0
      return Attitude(
        heading: sample.course + turned + yaw.value + swing * 0.04 * sin(sample.gait),
        pitch: held + pitch.value + swing * 0.02 * sin(2 * sample.gait),
        roll: roll.value + swing * 0.03 * cos(sample.gait))
    }
  }

  /// Where the phone's top edge points, in degrees clockwise from true north.
  func headings(of attitudes: [Attitude]) -> [Double] {
    attitudes.map { Angle.compass(Angle.degrees(atan2($0.y.0, $0.y.1))) }
  }

  mutating func samples(along track: Track, attitudes: [Attitude]) -> [Observation] {
    let earth = WorldMagneticModel.field(at: world.venue.origin, time: plan.start)
    // Where the model has no year for it, a field of middle latitudes.
    let (north, east, down) = earth.map { ($0.north, $0.east, $0.down) } ?? (20, 0, 43)
    var result: [Observation] = []
    result.reserveCapacity(3 * track.samples.count)
    for (index, sample) in track.samples.enumerated() {
      let time = Timestamp(microseconds: plan.start.microseconds + Int64(index) * 20_000)
      let attitude = attitudes[index]
      let force = attitude.device(
        (
          sample.forward * sin(sample.course), sample.forward * cos(sample.course),
          9.80665 + sample.up
        ))
      let next = attitudes[min(index + 1, attitudes.count - 1)]
      let rate = attitude.rate(to: next, over: Track.interval)
      let steel = world.steel[sample.level].field(at: sample.place, isInLift: sample.isInLift)
      let field = attitude.device((east + steel.0, north + steel.1, -down + steel.2))
      result.append(
        .acceleration(vector(time, force, kind.bias.acceleration, noise.acceleration, 100)))
      result.append(.angularRate(vector(time, rate, kind.bias.rate, noise.rate, 1000)))
      result.append(.magneticField(vector(time, field, kind.bias.field, noise.field, 10)))
    }
    return result
  }

  private mutating func vector(
    _ time: Timestamp, _ v: (Double, Double, Double), _ bias: [Double], _ noise: Double,
    _ parts: Double
  ) -> VectorSample {
    VectorSample(
      time: time, x: (v.0 + bias[0] + noise * generator.normal()).rounded(to: parts),
      y: (v.1 + bias[1] + noise * generator.normal()).rounded(to: parts),
      z: (v.2 + bias[2] + noise * generator.normal()).rounded(to: parts))
  }
}
