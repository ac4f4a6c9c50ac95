import Foundation

/// One axis of a chart: its range, and the ticks that people find round.
public struct Axis: Hashable, Sendable {
  /// What runs along it, with its unit: `error, m`.
  public var label: String
  /// Where it begins, in its own unit.
  public var lower: Double
  /// Where it ends, above `lower`.
  public var upper: Double
  /// Where the ticks stand, ascending.
  public var ticks: [Double]
  /// Whether ticks are seconds, written as minutes and seconds.
  public var isClock: Bool

  /// An axis around values, widened to round ticks.
  ///
  /// - Parameters:
  ///   - label: what runs along it, with its unit.
  ///   - values: what it must hold; those that are not finite are left out.
  ///   - includesZero: whether zero must be on it.
  public static func covering(
    _ label: String, _ values: some Sequence<Double>, includesZero: Bool = true
  ) -> Axis {
    var low = includesZero ? 0 : Double.infinity
    var high = includesZero ? 0 : -Double.infinity
    for value in values where value.isFinite && abs(value) < 1e300 {
      low = min(low, value)
      high = max(high, value)
    }
    if low > high { (low, high) = (0, 1) }
    let least = max(abs(low), abs(high)) * 1e-6
    if !(high - low > least) {
      let half = least > 0 ? max(least, 1) : 1
      (low, high) = (includesZero && low >= 0 ? low : low - half, high + half)
    }
    let step = roundStep((high - low) / 5)
    let lower = (low / step).rounded(.down) * step
    let upper = (high / step).rounded(.up) * step
    return Axis(
      label: label, lower: lower, upper: upper, ticks: ticks(from: lower, to: upper, step: step),
      isClock: false)
  }

  /// An axis of fixed ends, as for angles, with a tick every `step`.
  public static func fixed(_ label: String, from lower: Double, to upper: Double, step: Double)
    -> Axis
  {
    Axis(
      label: label, lower: lower, upper: upper, ticks: ticks(from: lower, to: upper, step: step),
      isClock: false)
  }

  /// An axis of seconds from 0 to `duration`, with ticks on full seconds, minutes or quarters.
  public static func clock(_ label: String, duration: Double) -> Axis {
    let end = duration.isFinite ? min(max(duration, 1), 1e7) : 1
    let steps: [Double] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400,
    ]
    let step = steps.first { end / $0 <= 7 } ?? roundStep(end / 6)
    return Axis(
      label: label, lower: 0, upper: end, ticks: ticks(from: 0, to: end, step: step), isClock: true)
  }

  /// What a tick says.
  func text(of tick: Double) -> String {
    isClock ? ShortNumber.clock(tick) : ShortNumber.text(tick, decimals: decimals)
  }

  /// Where a value stands between 0 and 1.
  func position(of value: Double) -> Double { (value - lower) / (upper - lower) }

  private var decimals: Int {
    guard ticks.count > 1 else { return 2 }
    return max(0, min(6, Int((-log10(ticks[1] - ticks[0]) + 0.3).rounded(.up))))
  }

  /// The step of 1, 2 or 5 times a power of ten next above, after Heckbert, "Nice Numbers for Graph
  /// Labels" (Graphics Gems, 1990).
  private static func roundStep(_ raw: Double) -> Double {
    let power = pow(10, log10(raw).rounded(.down))
    let factor = raw / power
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10)
  }

  private static func ticks(from lower: Double, to upper: Double, step: Double) -> [Double] {
    guard step > 0, upper > lower, (upper - lower) / step < 100 else { return [lower, upper] }
    let first = (lower / step).rounded(.up)
    let last = (upper / step + 1e-9).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }
}
