/// What a list of errors comes to.
public struct ErrorStatistics: Hashable, Sendable {
  /// The errors, ascending, in their own unit; those that are not finite are left out.
  public let sorted: [Double]

  /// Makes the statistics of errors in any order.
  @inlinable  // So that each caller's kind of list has code of its own.
  public init(_ errors: some Sequence<Double>) {
    sorted = errors.filter(\.isFinite).sorted()
  }

  /// How many there are.
  public var count: Int { sorted.count }

  /// Their mean, `nil` where there are none.
  public var mean: Double? {
    sorted.isEmpty ? nil : sorted.reduce(0, +) / Double(sorted.count)
  }

  /// Half of them are at most this; `nil` where there are none.
  public var median: Double? { percentile(50) }

  /// The error that `percent` (0 to 100) of them stay under, between neighbours by straight line
  /// (type 7 of Hyndman and Fan 1996, doi:10.2307/2684934); `nil` where there are none.
  public func percentile(_ percent: Double) -> Double? {
    guard let last = sorted.last, percent.isFinite else { return nil }
    let rank = Double(sorted.count - 1) * min(max(percent, 0), 100) / 100
    let below = Int(rank)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (sorted[below + 1] - sorted[below]) * (rank - Double(below))
  }
}
