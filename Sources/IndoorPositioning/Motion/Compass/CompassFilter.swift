import IndoorGeometry
import IndoorLibc

/// Where north lies in the tilt filter's frame, and how sure that is.
///
/// Indoors a compass is wrong for seconds on end, because steel bends the field over metres. So its
/// error is a state of known size and time constant (`NorthEstimate`): a compass that stays steady
/// then proves little, and the stated accuracy is true.
struct CompassFilter: Sendable {
  let parameters: HeadingFilter.CompassParameters
  private(set) var north = NorthEstimate()
  private var local = LocalField()
  private var steady = SteadyCompass()
  /// Whether the latest field was far from the learned one.
  private(set) var isDisturbed = false
  /// The latest field in the tilt filter's frame, in µT.
  private(set) var latest: Vector3?
  /// Seconds since an undisturbed compass went in.
  private(set) var deadReckoned = 0.0

  init(parameters: HeadingFilter.CompassParameters) { self.parameters = parameters }

  /// What the gyroscope's heading strays by, as a variance in rad².
  @inline(__always)
  func strayed(_ dt: Double, turned: Double) -> Double {
    let drift = Angle.radians(parameters.drift)
    let scale = parameters.scaleError * turned
    return drift * drift * dt + scale * scale
  }

  /// Time passes without a compass, or before its next word.
  ///
  /// - Parameters:
  ///   - turned: What the device turned meanwhile, in radians.
  ///   - error: The compass's error at present, in radians.
  ///   - isMoving: Whether the gyroscope's bias may have strayed from what rest taught.
  mutating func predict(over dt: Double, turned: Double, error: Double? = nil, isMoving: Bool) {
    deadReckoned += dt
    guard dt > 0 else { return }
    // (1 - x/2) / (1 + x/2) is e⁻ˣ to x³/12.
    let half = min(1, 0.5 * dt / parameters.errorTime)
    let fade = (1 - half) / (1 + half)
    let size = error ?? Angle.radians(parameters.error)
    let rest = Angle.radians(parameters.restRate)
    if !isMoving, north.rateVariance > rest * rest {
      north.resetRate(variance: rest * rest)
    }
    let noise = SIMD3(strayed(dt, turned: turned), size * size * (1 - fade * fade), 0)
    north.predict(over: isMoving ? dt : 0, fade: fade, noise: noise)
  }

  /// The mean field of an interval in the tilt filter's frame, in µT.
  ///
  /// - Parameters:
  ///   - dt: The seconds that haven't passed yet.
  ///   - since: Seconds since the compass last spoke.
  ///   - turned: What the device turned in the former, in radians.
  ///   - isMoving: Whether the gyroscope's bias may have strayed from what rest taught.
  mutating func update(
    field: Vector3, over dt: Double, since: Double, turned: Double, isMoving: Bool
  ) {
    let h = (field.x * field.x + field.y * field.y).squareRoot()
    let measured = atan2(field.x, field.y)
    guard measured.isFinite, h > 0 else { return }
    latest = field
    let anomaly = local.anomaly(
      horizontal: h, down: -field.z, over: since, turning: dt > 0 ? turned / dt : 0,
      LocalField.Parameters(gate: parameters.gate))
    isDisturbed = anomaly > parameters.gate * local.size
    let telling = max(0, anomaly - parameters.anomalyFloor * local.size)
    let seen = min(1.5, parameters.anomalyGain * telling / max(1e-9, min(h, local.horizontal)))
    let size = hypot(Angle.radians(parameters.error), seen)
    predict(over: dt, turned: turned, error: size, isMoving: isMoving)
    if !isDisturbed { deadReckoned = 0 }
    guard north.isKnown else { return start(measured, size) }
    switch parameters.rule {
    case .gaussMarkov:
      let noise = hypot(Angle.radians(parameters.noise), seen)
      north.update(measured, variance: noise * noise)
    case .steadyForTwoSeconds:
      if let offset = steady.steady(measured, over: dt, SteadyCompass.Parameters()) {
        start(offset, size)
      }
    }
  }

  private mutating func start(_ offset: Double, _ error: Double) {
    let rate = north.isKnown ? north.rateVariance : pow(Angle.radians(parameters.rate), 2)
    north.start(offset: offset, error: error * error, rate: rate)
  }

  /// The field is measured anew: the learned one means nothing, and north is that much less sure,
  /// as a standard deviation in radians.
  mutating func relearn(widening deviation: Double) {
    local = LocalField()
    widen(by: deviation)
  }

  /// What the gyroscope lost, as a standard deviation in radians.
  mutating func widen(by deviation: Double) { north.widen(offset: deviation * deviation) }

  /// The device is carried anew: its heading less sure, its compass's error unknown.
  mutating func changeCarry() {
    guard parameters.carryHeading > 0 else { return }
    widen(by: Angle.radians(parameters.carryHeading))
    north.forgetError(variance: pow(Angle.radians(parameters.error), 2))
  }
}
