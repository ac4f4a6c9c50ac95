import IndoorGeometry

/// A Kalman filter of four angles about the vertical: what is known of north, and how well.
///
/// The state's components, in radians and radians a second, counter-clockwise seen from above:
///
///     0  the offset that turns the tilt filter's frame to magnetic north
///     1  the compass's slow error, a first-order Gauss-Markov process (Gelb 1974, "Applied Optimal Estimation", 3.8)
///     2  the rate at which the gyroscope's heading strays in motion
///     3  the course's angle from the heading: how the device is carried
struct NorthEstimate: Sendable {
  private(set) var state = SIMD4<Double>()
  /// The covariance's columns.
  private var c0 = SIMD4<Double>()
  private var c1 = SIMD4<Double>()
  private var c2 = SIMD4<Double>()
  private var c3 = SIMD4<Double>()

  /// What a measurement sees of the state.
  enum Sight {
    /// The compass: offset and its own error.
    case compass
    /// The heading itself.
    case heading
    /// The course, which is heading and carry.
    case course
  }

  /// Whether a direction has come in yet; before, nothing else means anything.
  private(set) var isKnown = false
  /// The offset that it was started with.
  private(set) var firstOffset = 0.0
  /// The rotation by the offset, kept because every attitude needs it.
  private(set) var turn = Quaternion.identity

  /// Starts from a first direction and the variances of it, of the compass's error, of the straying
  /// rate and of the carry; `covariance` is what the first direction has in common with the
  /// compass's error.
  mutating func start(
    offset: Double, variance: Double, compass: Double, covariance: Double, rate: Double,
    carry: Double
  ) {
    state = SIMD4(offset, 0, 0, 0)
    c0 = SIMD4(variance, covariance, 0, 0)
    c1 = SIMD4(covariance, compass, 0, 0)
    c2 = SIMD4(0, 0, rate, 0)
    c3 = SIMD4(0, 0, 0, carry)
    if !isKnown { firstOffset = offset }
    isKnown = true
    turn = Quaternion(aboutVertical: offset)
  }

  @inline(__always) var offset: Double { state[0] }
  @inline(__always) var carry: Double { state[3] }
  @inline(__always) var offsetVariance: Double { max(0, c0[0]) }
  @inline(__always) var rateVariance: Double { max(0, c2[2]) }
  /// Variance of offset and carry together.
  @inline(__always) var courseVariance: Double { max(0, c0[0] + 2 * c0[3] + c3[3]) }

  /// Time passes: the offset strays by the rate, the compass's error fades into a new one.
  ///
  /// - Parameters:
  ///   - fade: What is left of the compass's error, 0 to 1.
  ///   - noise: What is added to the variances of offset, compass error, rate and carry.
  mutating func predict(over dt: Double, fade: Double, noise: SIMD4<Double>) {
    guard isKnown else { return }
    // F P Fᵀ with F = [1 0 dt 0; 0 fade 0 0; 0 0 1 0; 0 0 0 1].
    state[0] = Angle.wrapped(state[0] + dt * state[2])
    state[1] *= fade
    c0 += dt * c2
    c1 *= fade
    c0 = Self.advanced(c0, dt, fade)
    c1 = Self.advanced(c1, dt, fade)
    c2 = Self.advanced(c2, dt, fade)
    c3 = Self.advanced(c3, dt, fade)
    c0[0] += noise[0]
    c1[1] += noise[1]
    c2[2] += noise[2]
    c3[3] += noise[3]
    if state[2] != 0, dt > 0 { turn = Quaternion(aboutVertical: state[0]) }
  }

  private static func advanced(_ c: SIMD4<Double>, _ dt: Double, _ fade: Double) -> SIMD4<Double> {
    SIMD4(c[0] + dt * c[2], fade * c[1], c[2], c[3])
  }

  /// A measurement of what `sight` sees, in radians, with its variance.
  ///
  /// One that is over three standard deviations off is trusted as if it were three off: it may be
  /// wrong, and so may the state.
  mutating func update(_ measured: Double, _ sight: Sight, variance: Double) {
    let seen: Double
    let gain: SIMD4<Double>
    switch sight {
    case .compass: (seen, gain) = (state[0] + state[1], c0 + c1)
    case .heading: (seen, gain) = (state[0], c0)
    case .course: (seen, gain) = (state[0] + state[3], c0 + c3)
    }
    let known =
      switch sight {
      case .compass: gain[0] + gain[1]
      case .heading: gain[0]
      case .course: gain[0] + gain[3]
      }
    let innovation = Angle.wrapped(measured - seen)
    guard innovation.isFinite, variance > 0 else { return }
    let s = max(known + variance, innovation * innovation / 9)
    let k = gain / s
    state += k * innovation
    state[0] = Angle.wrapped(state[0])
    state[1] = Angle.wrapped(state[1])
    state[3] = Angle.wrapped(state[3])
    c0 -= k * gain[0]
    c1 -= k * gain[1]
    c2 -= k * gain[2]
    c3 -= k * gain[3]
    turn = Quaternion(aboutVertical: state[0])
  }

  /// Nothing is known of the offset any more but what stands here: the old one is that much less
  /// sure.
  mutating func widen(offset variance: Double) {
    c0[0] = min(c0[0] + variance, .pi * .pi)
  }

  /// How the device is carried is new, and its compass's error with it.
  mutating func forgetCarry(variance: Double, compass: Double) {
    (state[1], state[3]) = (0, 0)
    (c0[1], c2[1], c3[1]) = (0, 0, 0)
    c1 = SIMD4(0, compass, 0, 0)
    (c0[3], c1[3], c2[3]) = (0, 0, 0)
    c3 = SIMD4(0, 0, 0, variance)
  }

  /// The straying rate is known anew to be nothing, with this variance.
  mutating func resetRate(variance: Double) {
    state[2] = 0
    (c0[2], c1[2], c3[2]) = (0, 0, 0)
    c2 = SIMD4(0, 0, variance, 0)
  }
}
