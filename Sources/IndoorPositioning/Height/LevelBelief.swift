import IndoorGeometry
import IndoorLibc

/// How likely it is, by the scans of the last minutes, that a device is so many levels above or
/// below where it is taken to be.
///
/// While a barometer tells of every climb, each scan speaks of one and the same error, so that
/// their evidence adds up: one that is like another level's rows doesn't outweigh a minute of
/// others.
struct LevelBelief: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Exponent of a scan's likelihood of a level, one over its temperature: scans hear much the
    /// same.
    var exponent = 0.4
    /// Share of a scan that says nothing of the level, 0 to 1.
    var outlierFloor = 0.03
    /// Cosine similarity of a scan and the row most like it up to which it says nothing of the
    /// level, and from which on it says all it can: where nobody surveyed, the row most like it may
    /// be another level's.
    var minimumSimilarity = 0.5
    var fullSimilarity = 0.9
    /// Time after which a scan counts for 1/e, in seconds: barometers drift.
    var memory = 60.0
    /// The smallest likelihood that a level keeps beside the likeliest one.
    var minimum = 1e-4
  }

  /// Levels up and down that are told apart.
  private static let reach = 15

  let parameters: Parameters
  /// Natural logarithms of the likelihoods, the largest 0. The first 2 · reach + 1 count, the
  /// middle one where the device is taken to be.
  private var logarithms = SIMD32<Float>()

  init(parameters: Parameters) { self.parameters = parameters }

  /// Forgets everything.
  mutating func restart() { logarithms = SIMD32() }

  /// Takes up a scan.
  ///
  /// - Parameters:
  ///   - level: the one that the device is taken to be on.
  ///   - elapsed: seconds since the scan before.
  mutating func update(
    _ likelihood: ScanLikelihood, level: Int32, levels: LevelStack, elapsed: Double
  ) {
    let kept = Float(exp(-max(0, elapsed) / parameters.memory))
    let floor = Float(parameters.outlierFloor)
    let similarity =
      (Double(likelihood.similarity) - parameters.minimumSimilarity)
      / (parameters.fullSimilarity - parameters.minimumSimilarity)
    let exponent = Float(parameters.exponent * min(1, max(0, similarity)))
    let shares = likelihood.levelShares
    var largest = -Float.infinity
    for index in 0...2 * Self.reach {
      let other = levels.level(from: level, up: index - Self.reach)
      let share = other.map { shares[Int($0)] } ?? 0
      logarithms[index] = logarithms[index] * kept + exponent * logf(share + floor)
      largest = max(largest, logarithms[index])
    }
    logarithms -= largest
  }

  /// The device is taken to be so many levels higher, or lower where that is negative, than before,
  /// without having climbed.
  mutating func shift(by levels: Int) {
    guard levels != 0 else { return }
    let before = logarithms
    for index in 0...2 * Self.reach {
      let (from, overflow) = index.addingReportingOverflow(levels)
      logarithms[index] = !overflow && (0...2 * Self.reach).contains(from) ? before[from] : 0
    }
  }

  /// Likelihood of being so many levels higher than taken to be, or lower where negative, in that
  /// of where it is taken to be; at most 1.
  func likelihood(levels: Int) -> Float {
    guard abs(levels) <= Self.reach else { return Float(parameters.minimum) }
    let difference = logarithms[Self.reach + levels] - logarithms[Self.reach]
    return max(Float(parameters.minimum), expf(min(0, difference)))
  }
}
