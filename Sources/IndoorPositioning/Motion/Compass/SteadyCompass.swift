import IndoorGeometry

/// The rule of the first compass-calibrated gyroscopes on phones: every two seconds, if the compass
/// was steady all that while, it is right, and the gyroscope's heading is set to it.
///
/// Indoors it gains little over no rule at all, since steel bends the field for longer than two
/// seconds; it stands here to be compared with.
struct SteadyCompass: Sendable {
  struct Parameters: Hashable, Sendable {
    /// How long the compass must be steady, in seconds.
    var interval = 2.0
    /// How far it may stray from its mean in that time, in degrees.
    var tolerance = 3.0
  }

  private var elapsed = 0.0
  private var first = 0.0
  private var sum = 0.0
  private var count = 0.0
  private var lowest = 0.0
  private var highest = 0.0

  /// One measured offset, in radians. Returns the mean of an interval that was steady, when it
  /// ends.
  mutating func steady(_ measured: Double, over dt: Double, _ p: Parameters) -> Double? {
    if count == 0 { first = measured }
    let stray = Angle.wrapped(measured - first)
    sum += stray
    count += 1
    elapsed += dt
    lowest = min(lowest, stray)
    highest = max(highest, stray)
    guard elapsed >= p.interval else { return nil }
    let mean = sum / count
    let limit = Angle.radians(p.tolerance)
    let isSteady = highest - mean <= limit && mean - lowest <= limit
    let offset = first + mean
    self = SteadyCompass()
    return isSteady ? offset : nil
  }
}
