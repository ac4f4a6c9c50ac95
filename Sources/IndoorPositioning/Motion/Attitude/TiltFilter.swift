import IndoorModel

/// Attitude up to the direction of north: the gyroscope integrated, held upright by the
/// acceleration.
///
/// The acceleration is turned by what the gyroscope says and low-passed in a frame that hardly
/// moves: what a moving device adds averages out while its rotation has already been taken away
/// (Laidig and Seel 2023, "VQF", doi:10.1016/j.inffus.2022.10.014, has the idea and the proof of
/// its worth). What puts that frame upright turns the low-passed along, so that one rotation is all
/// that has to be kept.
package struct TiltFilter: Sendable {
  /// What may be tuned.
  package struct Parameters: Hashable, Sendable {
    /// Time constant of each of the two poles of the acceleration's low-pass, in seconds. Longer
    /// suppresses movement better and follows a wrong bias further.
    package var accelerationTime = 1.5
    /// Time constant, in seconds, with which the bias is learned in motion, once it is known.
    /// Longer is calmer and slower.
    package var motionBiasTime = 1000.0
    /// The same at the start, before any rest.
    package var firstBiasTime = 20.0
    /// Time constant, in seconds, with which the bias is learned at rest.
    package var restBiasTime = 1.0
    /// How far, in rad/s, the angular rate may stray from its own mean while at rest.
    package var restAngularRate = 0.035
    /// How far, in m/s², the acceleration may stray from its own mean while at rest.
    package var restAcceleration = 0.5
    /// How long, in seconds, both must have been calm.
    package var restTime = 1.5
    /// The largest bias, in rad/s per axis, that is believed.
    package var largestBias = 0.035
    /// End of the gyroscope's range, in rad/s; a component there is taken for saturated.
    package var angularRateRange = 34.8
    /// End of the accelerometer's range, in m/s²; a sample with a component there is left out.
    package var accelerationRange = 156.0
    /// The longest time between samples, in seconds, that is bridged.
    package var longestGap = 0.3

    /// The defaults.
    package init() {}
  }

  /// How calm the device has been of late.
  struct Calm: Sendable {
    /// Mean of the angular rate, in rad/s.
    var rate = Vector3.zero
    /// Mean of the acceleration, in m/s².
    var acceleration = Vector3.zero
    /// Seconds for which both have kept to their means.
    var seconds = 0.0
  }

  /// What changes with every sample.
  struct State: Sendable {
    var gyroClock = SensorClock()
    var accelerationClock = SensorClock()
    /// From the sensor's frame to the upright one.
    var attitude = Quaternion.identity
    /// The acceleration in the upright frame, after one pole and after two.
    var poles = (Vector3.zero, Vector3.zero)
    var poleTime = 0.0
    var hasTilt = false
    var bias = Vector3.zero
    var calm = Calm()
    var rate = Vector3.zero
    /// Time constant with which the bias is learned in motion at present.
    var biasTime = 0.0
    /// Seconds since up was put right.
    var unlevelled = 0.0
  }

  /// What may be tuned.
  package let parameters: Parameters
  private var state = State()

  /// Makes a filter that knows nothing yet.
  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    state.biasTime = parameters.firstBiasTime
  }

  /// Whether an acceleration has said yet where up is.
  @inline(__always)
  package var hasTilt: Bool { state.hasTilt }

  /// From the sensor's frame to an upright one (z up) whose x and y have no meaning but keep still.
  @inline(__always)
  package var attitude: Quaternion { state.attitude }

  /// Whether the latest acceleration has put the attitude right.
  @inline(__always) var isJustLevelled: Bool { state.unlevelled == 0 }

  /// The latest angular rate without its bias, in rad/s.
  @inline(__always) var rate: Vector3 { state.rate }

  /// The gyroscope's bias, in rad/s.
  package var bias: (x: Double, y: Double, z: Double) { (state.bias.x, state.bias.y, state.bias.z) }

  /// Whether the device lies still.
  @inline(__always)
  package var isAtRest: Bool { state.calm.seconds >= parameters.restTime }

  /// One sample of the gyroscope, in rad/s. Returns the seconds it covers and what is wrong with
  /// it.
  @inline(__always)
  package mutating func update(angularRate sample: VectorSample) -> (
    seconds: Double, faults: SampleFaults
  ) {
    var faults: SampleFaults = []
    var measured = Vector3(sample)
    guard measured.isFinite else { return (0, .notFinite) }
    guard
      let dt = state.gyroClock.advance(
        to: sample.time, longest: parameters.longestGap, faults: &faults)
    else { return (0, faults) }
    if measured.largest >= parameters.angularRateRange {
      faults.insert(.saturated)
      measured = measured.limited(to: parameters.angularRateRange)
    }
    if dt == 0 {
      // Whatever turned meanwhile is lost, so what was low-passed in the old frame is worth
      // nothing.
      state.poleTime = 0
      state.calm.rate = measured
      state.calm.seconds = 0
      state.rate = measured - state.bias
      return (0, faults)
    }
    learnAtRest(measured, dt)
    let rate = measured - state.bias
    state.attitude = (state.attitude * Quaternion(rotationVector: rate * dt)).tightened
    state.rate = rate
    return (dt, faults)
  }

  /// One sample of the accelerometer, in m/s². Returns the seconds it covers and what is wrong with
  /// it.
  @inline(__always)
  package mutating func update(acceleration sample: VectorSample) -> (
    seconds: Double, faults: SampleFaults
  ) {
    var faults: SampleFaults = []
    let measured = Vector3(sample)
    guard measured.isFinite else { return (0, .notFinite) }
    guard measured.largest < parameters.accelerationRange else { return (0, .saturated) }
    guard
      let dt = state.accelerationClock.advance(
        to: sample.time, longest: parameters.longestGap, faults: &faults)
    else { return (0, faults) }
    if dt == 0 {
      state.calm.acceleration = measured
      state.calm.seconds = 0
      // Where the gyroscope went on, the frame is the same, and what was low-passed in it holds.
      if !isTurning(until: sample.time) { state.poleTime = 0 }
    } else {
      let gain = dt / (0.5 + dt)
      let stray = measured - state.calm.acceleration
      state.calm.acceleration = state.calm.acceleration + stray * gain
      if stray.squaredLength > parameters.restAcceleration * parameters.restAcceleration {
        state.calm.seconds = 0
      }
    }
    lowPass(state.attitude.rotate(measured), dt)
    state.unlevelled += dt
    // Up moves slowly; a hundred times a second is often enough.
    if state.unlevelled >= 0.0099 || dt == 0 {
      level(state.unlevelled)
      state.unlevelled = 0
    }
    return (dt, faults)
  }

  /// Whether the gyroscope has told every turn until a moment; what it misses takes the poles away
  /// by itself.
  private func isTurning(until time: Timestamp) -> Bool {
    state.gyroClock.last.map { abs(time.seconds(since: $0)) <= parameters.longestGap } ?? false
  }

  /// Means first over what there is, then over the time constant, so that the first sample already
  /// counts.
  @inline(__always)
  private mutating func lowPass(_ acceleration: Vector3, _ dt: Double) {
    if state.poleTime == 0 {
      state.poles = (acceleration, acceleration)
      state.poleTime = max(dt, 1e-3)
      return
    }
    state.poleTime = min(state.poleTime + dt, 1e3)
    let gain = dt / min(parameters.accelerationTime + dt, state.poleTime)
    state.poles.0 = state.poles.0 + (acceleration - state.poles.0) * gain
    state.poles.1 = state.poles.1 + (state.poles.0 - state.poles.1) * gain
  }

  @inline(__always)
  private mutating func level(_ dt: Double) {
    let up = state.poles.1
    let length = up.length
    guard length > 1 else { return }
    let unit = up * (1 / length)
    let correction = Quaternion(toUp: unit)
    state.attitude = (correction * state.attitude).tightened
    state.poles = (correction.rotate(state.poles.0), correction.rotate(up))
    guard state.hasTilt else {
      state.hasTilt = true
      return
    }
    // What the acceleration has to put right, again and again, is the bias seen from outside.
    guard dt > 0, !isAtRest else { return }
    state.biasTime = min(state.biasTime + dt, parameters.motionBiasTime)
    let turn = Vector3(x: 2 * correction.x, y: 2 * correction.y, z: 0)
    guard turn.squaredLength < 1e-4 else { return }
    let back = state.attitude.conjugate.rotate(turn)
    state.bias = clamped(state.bias - back * (1 / state.biasTime))
  }

  @inline(__always)
  private mutating func learnAtRest(_ measured: Vector3, _ dt: Double) {
    let gain = dt / (0.5 + dt)
    let stray = measured - state.calm.rate
    state.calm.rate = state.calm.rate + stray * gain
    let limit = parameters.restAngularRate
    if stray.squaredLength > limit * limit
      || state.calm.rate.largest > parameters.largestBias * 1.5
    {
      state.calm.seconds = 0
      return
    }
    state.calm.seconds = min(state.calm.seconds + dt, 1e6)
    if isAtRest {
      state.biasTime = parameters.motionBiasTime
      let toward = state.calm.rate - state.bias
      state.bias = clamped(state.bias + toward * (dt / (parameters.restBiasTime + dt)))
    }
  }

  @inline(__always)
  private func clamped(_ v: Vector3) -> Vector3 {
    v.limited(to: parameters.largestBias)
  }
}
