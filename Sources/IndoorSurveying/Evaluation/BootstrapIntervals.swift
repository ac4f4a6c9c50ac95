import IndoorGeometry
import IndoorModel

/// Bounds of a figure.
public struct Interval: Hashable, Sendable {
  /// Its ends.
  public let low: Double, high: Double
}

/// How sure figures are: percentile intervals of resampled groups, 2.5% and 97.5% of the resampled
/// figures.
///
/// Whole groups (walks, devices, …) are drawn, because the scans of one walk err together: drawing
/// single scans would state intervals several times too narrow. Efron and Tibshirani (1993), "An
/// introduction to the bootstrap", ch. 13.
public struct BootstrapIntervals: Hashable, Sendable {
  /// Of the mean error, in metres.
  public let mean: Interval
  /// Of the median error, in metres.
  public let median: Interval
  /// Of the errors' 95th percentile, in metres.
  public let p95: Interval
  /// Of the share of answers on the right level, 0 to 1.
  public let floor: Interval

  /// The intervals of points' figures, or `nil` where there are no two groups with an answer.
  ///
  /// - Parameters:
  ///   - points: what was located, each with the group it is drawn with.
  ///   - resamples: how many times to draw.
  ///   - seed: the same seed gives the same intervals.
  public init?(_ points: [RadioMapEvaluation.Point], resamples: Int = 400, seed: UInt64) {
    let answered = Dictionary(grouping: points.filter { $0.error != nil }, by: \.group)
    let groups = answered.sorted { $0.key < $1.key }.map { group in
      (
        errors: group.value.compactMap(\.error),
        onLevel: group.value.count { $0.answer == $0.level }
      )
    }
    guard groups.count > 1 else { return nil }
    // In order once: each resample takes them in that order, and has nothing to sort.
    let ascending = groups.indices.flatMap { group in
      groups[group].errors.map { (error: $0, group: group) }
    }.sorted { $0.error < $1.error }
    var random = SplitMix64(seed: seed)
    var (means, medians, tails, floors) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<resamples {
      var times = [Int](repeating: 0, count: groups.count)
      var (count, onLevel) = (0, 0)
      for _ in groups {
        let drawn = Int(random.next() % UInt64(groups.count))
        times[drawn] += 1
        count += groups[drawn].errors.count
        onLevel += groups[drawn].onLevel
      }
      var errors: [Double] = []
      errors.reserveCapacity(count)
      for (error, group) in ascending {
        for _ in 0..<times[group] { errors.append(error) }
      }
      let statistics = ErrorStatistics(errors)
      guard let mean = statistics.mean, let median = statistics.median,
        let tail = statistics.percentile(95)
      else { continue }
      means.append(mean)
      medians.append(median)
      tails.append(tail)
      floors.append(Double(onLevel) / Double(count))
    }
    guard let mean = Self.interval(means), let median = Self.interval(medians),
      let p95 = Self.interval(tails), let floor = Self.interval(floors)
    else { return nil }
    self.mean = mean
    self.median = median
    self.p95 = p95
    self.floor = floor
  }

  private static func interval(_ figures: [Double]) -> Interval? {
    let statistics = ErrorStatistics(figures)
    guard let low = statistics.percentile(2.5), let high = statistics.percentile(97.5) else {
      return nil
    }
    return Interval(low: low, high: high)
  }
}
