import IndoorGeometry

/// Where north lies in the tilt filter's frame: a Kalman filter over that angle and the compass's own error.
///
/// Indoors a compass is wrong for seconds on end, because steel bends the field over metres. So its error is a state: a first-order
/// Gauss-Markov process (Gelb 1974, "Applied Optimal Estimation", section 3.8) of known size and time constant. A compass
/// that stays steady then proves little, and the stated accuracy is true.
public struct CompassFilter: Sendable {
  /// What may be tuned.
  public struct Parameters: Hashable, Sendable {
    /// Standard deviation of the compass's slow error, in degrees.
    public var error = 16.0
    /// Time constant of that error, in seconds.
    public var errorTime = 9.0
    /// Standard deviation of the compass's fast error, in degrees, of one update.
    public var noise = 3.0
    /// How fast the gyroscope's heading strays, in degrees per √s.
    public var drift = 0.15
    /// What the gyroscope's heading strays by while it turns, as a part of the angle turned.
    public var scaleError = 0.01
    /// Time between updates, in seconds, over which the field is averaged.
    public var interval = 0.04

    /// The defaults.
    public init() {}
  }

  /// What changes with every sample.
  struct State: Sendable {
    /// Angle in radians that turns the tilt filter's frame, counter-clockwise seen from above, to magnetic north.
    var offset = 0.0
    /// The compass's slow error, in radians.
    var error = 0.0
    /// Covariance of both, in rad².
    var p00 = 0.0
    var p01 = 0.0
    var p11 = 0.0
    var isKnown = false
  }

  /// What may be tuned.
  public let parameters: Parameters
  var state = State()

  /// Makes a filter that knows nothing yet.
  public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Whether a compass has said yet where north is.
  public var isKnown: Bool { state.isKnown }

  /// Standard deviation of the offset, in radians, some seconds and radians of turning after the last prediction.
  func deviation(after dt: Double, turned: Double) -> Double {
    min(.pi, max(0, state.p00 + strayed(dt, turned)).squareRoot())
  }

  /// What the gyroscope's heading strays by, as a variance in rad².
  private func strayed(_ dt: Double, _ turned: Double) -> Double {
    let drift = Angle.radians(parameters.drift)
    let scale = parameters.scaleError * turned
    return drift * drift * dt + scale * scale
  }

  /// Time passes: the gyroscope's heading strays, the compass's error fades into a new one.
  mutating func predict(over dt: Double, turned: Double) {
    guard state.isKnown, dt > 0 else { return }
    let fade = exp(-dt / parameters.errorTime)
    let size = Angle.radians(parameters.error)
    state.error *= fade
    state.p00 += strayed(dt, turned)
    state.p01 *= fade
    state.p11 = state.p11 * fade * fade + size * size * (1 - fade * fade)
  }

  /// What the gyroscope lost, as a standard deviation in radians.
  mutating func widen(by deviation: Double) {
    state.p00 = min(state.p00 + deviation * deviation, .pi * .pi)
  }

  /// The mean field of an interval in the tilt filter's frame.
  mutating func update(field: Vector3) {
    let measured = atan2(field.x, field.y)
    guard measured.isFinite else { return }
    let size = Angle.radians(parameters.error)
    let noise = Angle.radians(parameters.noise)
    guard state.isKnown else {
      state = State(
        offset: measured, error: 0, p00: size * size + noise * noise, p01: -size * size,
        p11: size * size, isKnown: true)
      return
    }
    let innovation = Angle.wrapped(measured - state.offset - state.error)
    let a = state.p00 + state.p01
    let b = state.p01 + state.p11
    let s = a + b + noise * noise
    let k0 = a / s
    let k1 = b / s
    state.offset = Angle.wrapped(state.offset + k0 * innovation)
    state.error = Angle.wrapped(state.error + k1 * innovation)
    state.p00 -= k0 * a
    state.p11 -= k1 * b
    state.p01 -= k0 * b
  }
}
