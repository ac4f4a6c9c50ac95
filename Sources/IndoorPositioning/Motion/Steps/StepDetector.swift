package import IndoorModel

/// One step.
package struct Step: Hashable, Sendable {
  /// When it was known: a moment after the foot came down.
  package var time: Timestamp
  /// How far it went, in metres.
  package var length: Double
  /// How long it took, in seconds; at most `StepDetector.Parameters.longestStep`.
  package var duration: Double

  /// Makes a step.
  package init(time: Timestamp, length: Double, duration: Double) {
    self.time = time
    self.length = length
    self.duration = duration
  }

  /// Steps a minute.
  package var cadence: Double { 60 / duration }
}

/// Finds steps in the size of the acceleration, whichever way the device is held, and knows each as
/// soon as it is over.
///
/// The size is band-passed; a step is an excursion above a threshold that follows the latest peaks,
/// and ends where the signal falls through zero. Its length is Weinberg's (2002, Analog Devices
/// AN-602): scale · (max − min)^¼.
package struct StepDetector: Sendable {
  /// What may be tuned.
  package struct Parameters: Hashable, Sendable {
    /// Corner of the low-pass (two poles), in hertz. Lower is calmer and later.
    package var corner = 2.0
    /// Time constant of the mean that is taken away, in seconds.
    package var meanTime = 0.6
    /// The threshold, as a part of the latest peaks' size.
    package var threshold = 0.35
    /// The lowest threshold, in m/s²; what stays below is no step.
    package var lowestThreshold = 0.5
    /// How much of a new peak goes into the peaks' size, 0 to 1.
    package var peakGain = 0.3
    /// The shortest time between steps, in seconds.
    package var refractoryTime = 0.33
    /// The longest time that one step takes, in seconds; after more than that it is a first step.
    package var longestStep = 1.0
    /// Weinberg's scale, in m / (m/s²)^¼.
    package var lengthScale = 0.494
    /// The longest step that is believed, in metres.
    package var longestLength = 1.5
    /// The longest time between samples, in seconds, that is bridged.
    package var longestGap = 0.5

    /// The defaults, for a phone held in front or worn.
    package init() {}
  }

  /// What changes with every sample.
  private struct State: Sendable {
    var clock = SensorClock()
    var isFresh = true
    var low = (0.0, 0.0)
    var mean = 0.0
    var peaks = 1.5
    var isUp = false
    var peak = 0.0
    var peakTime: Timestamp?
    var stepTime: Timestamp?
    var largest = -Double.infinity
    var smallest = Double.infinity
  }

  /// What may be tuned.
  package let parameters: Parameters
  private var state = State()
  private var density = SampleDensity()

  /// Makes a detector that has seen nothing yet.
  package init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Whether samples come often enough to find steps in them.
  package var isDense: Bool { density.isEnough }

  /// One sample of the accelerometer, in m/s². Returns the step that it completes; what is wrong
  /// with it is left out.
  package mutating func update(acceleration sample: VectorSample) -> Step? {
    let measured = Vector3(sample)
    guard measured.isFinite, measured.largest < 1e4 else { return nil }
    var faults: SampleFaults = []
    guard
      let dt = state.clock.advance(
        to: sample.time, longest: parameters.longestGap, faults: &faults)
    else { return nil }
    density.add(sample.time)
    let size = measured.length
    if dt == 0 || state.isFresh {
      let clock = state.clock
      state = State()
      state.clock = clock
      state.isFresh = false
      state.low = (size, size)
      state.mean = size
      return nil
    }
    let gain = dt / (1 / (2 * .pi * parameters.corner) + dt)
    state.low.0 += (size - state.low.0) * gain
    state.low.1 += (state.low.0 - state.low.1) * gain
    state.mean += (state.low.1 - state.mean) * (dt / (parameters.meanTime + dt))
    state.largest = max(state.largest, state.low.1)
    state.smallest = min(state.smallest, state.low.1)
    let step = judge(state.low.1 - state.mean, at: sample.time, dt)
    return density.isEnough ? step : nil
  }

  private mutating func judge(_ value: Double, at time: Timestamp, _ dt: Double) -> Step? {
    let since = state.peakTime.map { time.seconds(since: $0) } ?? .infinity
    guard state.isUp else {
      if since > 1 { state.peaks -= state.peaks * min(1, dt) }
      let threshold = max(parameters.lowestThreshold, parameters.threshold * state.peaks)
      if value > threshold, since > parameters.refractoryTime {
        state.isUp = true
        state.peak = value
        state.peakTime = time
      }
      return nil
    }
    if value > state.peak {
      state.peak = value
      state.peakTime = time
    }
    guard value < 0 else { return nil }
    state.isUp = false
    state.peaks += (state.peak - state.peaks) * parameters.peakGain
    let swing = max(0, state.largest - state.smallest)
    state.largest = -.infinity
    state.smallest = .infinity
    let taken = state.stepTime.map { time.seconds(since: $0) } ?? parameters.longestStep
    state.stepTime = time
    return Step(
      time: time,
      length: min(
        parameters.longestLength, parameters.lengthScale * swing.squareRoot().squareRoot()),
      duration: min(parameters.longestStep, max(taken, parameters.refractoryTime)))
  }
}
