import IndoorGeometry

/// A Kalman filter of three angles about the vertical: what is known of north, and how well.
///
/// The state's components, in radians and radians a second, counter-clockwise seen from above:
///
///     0  the offset that turns the tilt filter's frame to magnetic north
///     1  the compass's slow error, a first-order Gauss-Markov process (Gelb 1974, "Applied Optimal Estimation", 3.8)
///     2  the rate at which the gyroscope's heading strays in motion
struct NorthEstimate: Sendable {
  private(set) var state = SIMD3<Double>()
  /// The covariance's columns.
  private var c0 = SIMD3<Double>()
  private var c1 = SIMD3<Double>()
  private var c2 = SIMD3<Double>()

  /// Whether a direction has come in yet; before, nothing else means anything.
  private(set) var isKnown = false
  /// The offset that it was started with.
  private(set) var firstOffset = 0.0
  /// The rotation by the offset, kept because every attitude needs it.
  private(set) var turn = Quaternion.identity

  /// Starts from the compass's first direction, off by an error of this variance, and the variance
  /// of the straying rate.
  mutating func start(offset: Double, error: Double, rate: Double) {
    state = SIMD3(offset, 0, 0)
    // The direction is off by as much as the compass, the other way.
    c0 = SIMD3(error, -error, 0)
    c1 = SIMD3(-error, error, 0)
    c2 = SIMD3(0, 0, rate)
    if !isKnown { firstOffset = offset }
    isKnown = true
    turn = Quaternion(aboutVertical: offset)
  }

  @inline(__always) var offset: Double { state[0] }
  @inline(__always) var offsetVariance: Double { max(0, c0[0]) }
  @inline(__always) var rateVariance: Double { max(0, c2[2]) }

  /// Time passes: the offset strays by the rate, the compass's error fades into a new one.
  ///
  /// - Parameters:
  ///   - fade: What is left of the compass's error, 0 to 1.
  ///   - noise: What is added to the variances of offset, compass error and rate.
  mutating func predict(over dt: Double, fade: Double, noise: SIMD3<Double>) {
    guard isKnown else { return }
    // F P Fᵀ with F = [1 0 dt; 0 fade 0; 0 0 1].
    state[0] = Angle.wrapped(state[0] + dt * state[2])
    state[1] *= fade
    c0 += dt * c2
    c1 *= fade
    c0 = Self.advanced(c0, dt, fade)
    c1 = Self.advanced(c1, dt, fade)
    c2 = Self.advanced(c2, dt, fade)
    c0[0] += noise[0]
    c1[1] += noise[1]
    c2[2] += noise[2]
    if state[2] != 0, dt > 0 { turn = Quaternion(aboutVertical: state[0]) }
  }

  private static func advanced(_ c: SIMD3<Double>, _ dt: Double, _ fade: Double) -> SIMD3<Double> {
    SIMD3(c[0] + dt * c[2], fade * c[1], c[2])
  }

  /// What the compass measures, in radians, with its variance: the offset and its own error.
  ///
  /// One that is over three standard deviations off is trusted as if it were three off: it may be
  /// wrong, and so may the state.
  mutating func update(_ measured: Double, variance: Double) {
    let gain = c0 + c1
    let innovation = Angle.wrapped(measured - (state[0] + state[1]))
    guard innovation.isFinite, variance > 0 else { return }
    let s = max(gain[0] + gain[1] + variance, innovation * innovation / 9)
    let k = gain / s
    state += k * innovation
    state[0] = Angle.wrapped(state[0])
    state[1] = Angle.wrapped(state[1])
    c0 -= k * gain[0]
    c1 -= k * gain[1]
    c2 -= k * gain[2]
    turn = Quaternion(aboutVertical: state[0])
  }

  /// Nothing is known of the offset any more but what stands here: the old one is that much less
  /// sure.
  mutating func widen(offset variance: Double) {
    c0[0] = min(c0[0] + variance, .pi * .pi)
  }

  /// The compass's error is a new one, of this variance.
  mutating func forgetError(variance: Double) {
    state[1] = 0
    (c0[1], c2[1]) = (0, 0)
    c1 = SIMD3(0, variance, 0)
  }

  /// The straying rate is known anew to be nothing, with this variance.
  mutating func resetRate(variance: Double) {
    state[2] = 0
    (c0[2], c1[2]) = (0, 0)
    c2 = SIMD3(0, 0, variance)
  }
}
