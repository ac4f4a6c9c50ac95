import IndoorModel
public import IndoorPositioning

/// What an evaluation's points come to.
public struct EvaluationSummary: Hashable, Sendable {
  /// How many scans there were.
  public let rows: Int
  /// How many of them got an answer.
  public let answered: Int
  /// Share of the answers on the right level of the right building: floor detection in ISO/IEC 18305:2016.
  public let floor: Double?
  /// Share of the answers in the right building.
  public let building: Double?
  /// Horizontal errors in metres, those on a wrong level too. Their 95th percentile is ISO/IEC 18305's CE95.
  public let errors: ErrorStatistics
  /// EvAAL's third quartile: of the errors with 15 m a wrong floor and 50 m for a wrong building.
  public let thirdQuartile: Double?
  /// Share of the answers within their stated radius; 0.68 is wanted.
  public let withinRadius: Double?

  /// Sums points up.
  public init(_ points: [RadioMapEvaluation.Point]) {
    rows = points.count
    let answers = points.filter { $0.answer != nil }
    answered = answers.count
    func share(_ count: Int) -> Double? {
      answers.isEmpty ? nil : Double(count) / Double(answers.count)
    }
    floor = share(answers.count { $0.answer == $0.level })
    building = share(answers.count { $0.answer?.building == $0.level.building })
    withinRadius = share(answers.count { $0.isWithinRadius == true })
    errors = ErrorStatistics(answers.compactMap(\.error))
    thirdQuartile = ErrorStatistics(answers.compactMap(\.penalisedError)).percentile(75)
  }
}

/// How sure figures are: percentile intervals of resampled groups.
///
/// Whole groups (walks, devices, …) are drawn, because the scans of one walk err together: drawing single scans would
/// state intervals several times too narrow. Efron and Tibshirani (1993), "An introduction to the bootstrap", ch. 13.
public struct BootstrapInterval: Hashable, Sendable {
  /// 2.5% and 97.5% of the resampled figures.
  public let low: Double, high: Double

  /// The interval of a mean, or `nil` where there are no two groups with a value.
  ///
  /// - Parameters:
  ///   - resamples: how many times to draw.
  ///   - seed: the same seed gives the same interval.
  ///   - value: what is averaged over the points; those without it don't count.
  public init?(
    ofMeanOver points: [RadioMapEvaluation.Point], resamples: Int = 400, seed: UInt64,
    value: (RadioMapEvaluation.Point) -> Double?
  ) {
    var sums: [UInt32: (sum: Double, count: Int)] = [:]
    for point in points {
      guard let value = value(point) else { continue }
      sums[point.group, default: (0, 0)].sum += value
      sums[point.group, default: (0, 0)].count += 1
    }
    let groups = sums.sorted { $0.key < $1.key }.map(\.value)
    guard groups.count > 1 else { return nil }
    var random = SplitMix64(state: seed)
    let means = (0..<resamples).map { _ in
      var (sum, count) = (0.0, 0)
      for _ in groups {
        let drawn = groups[Int(random.next() % UInt64(groups.count))]
        sum += drawn.sum
        count += drawn.count
      }
      return sum / Double(count)
    }
    let statistics = ErrorStatistics(means)
    guard let low = statistics.percentile(2.5), let high = statistics.percentile(97.5) else {
      return nil
    }
    self.low = low
    self.high = high
  }
}

/// Steele, Lea and Flood (2014), "Fast splittable pseudorandom number generators", doi:10.1145/2660193.2660195: the same
/// numbers on every machine and with every version of the standard library.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
