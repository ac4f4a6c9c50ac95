import IndoorGeometry
import IndoorLibc
public import IndoorModel
import IndoorPositioning

/// How far off single scans will be where nobody has tried, learned from the survey itself.
///
/// Every walk is located by the map of all others. How far off its scans are goes with two things
/// that are known everywhere: how far the nearest reference point is, and how many there are
/// around. Over left-out walks
///
///     ln(1 + error) = a + b ln(1 + distance) + c ln(1 + neighbours)
///
/// by least squares, and the share of them that the wanted 68% of the errors stay under moves the
/// curve up. Nearer, and with more or fewer neighbours than any of them, errors are as at the
/// nearest that were seen; farther off they grow along the curve, by a metre for each at most and,
/// where the survey doesn't tell how, just so. For walks that are in neither map nor fit (each
/// quarter of site1's and of site2's of the Indoor Location Competition in turn) the ranks of
/// predicted and true error correlate by 0.66 and 0.74, and 68% and 67% of the errors are within
/// the prediction. What is learned of single places (how alike far places sound, how many
/// transmitters there are) helped on one mall at most.
public struct CoverageAccuracy: Hashable, Sendable {
  /// Metres within which reference points count as neighbours.
  public static let near = 8.0

  /// a, b and c above, with the wanted share in a.
  public let coefficients: [Double]
  /// What the curve was learned over.
  private let seen: Seen
  /// How many scans it was learned from.
  public let scans: Int
  /// Spearman's correlation of the errors that were predicted and that came, each half of the walks
  /// predicted by the other half's fit; `nil` where there are too few.
  public let rankCorrelation: Double?
  /// Share of those errors within their prediction; 0.68 is wanted.
  public let within: Double?

  /// The distances and neighbours of some samples.
  private struct Seen: Hashable, Sendable {
    let distances: ClosedRange<Double>
    let neighbours: ClosedRange<Int>

    init?(_ samples: [Sample]) {
      let (distances, neighbours) = (samples.map(\.distance), samples.map(\.neighbours))
      guard let near = distances.min(), let far = distances.max(), let few = neighbours.min(),
        let many = neighbours.max()
      else { return nil }
      (self.distances, self.neighbours) = (near...far, few...many)
    }
  }

  /// One scan of a left-out walk.
  struct Sample: Hashable, Sendable {
    var walk: UInt32
    var distance: Double
    var neighbours: Int
    var error: Double
  }

  /// Rows that it is learned from at most: how errors go with what is around doesn't change with
  /// more.
  private static let mostRows = 100_000
  /// Scans that are located at most; more make it no better.
  private static let most = 3000
  /// Scans under which nothing is learned.
  private static let least = 60

  /// Learns from a map, or `nil` where there are too few walks and scans.
  public init?(map: RadioMap) { self.init(map: map, places: PlaceIndex(map)) }

  init?(map: RadioMap, places: PlaceIndex) {
    let learned = map.firstWalks(rows: Self.mostRows)
    let samples = Self.samples(
      of: learned, learned.rowCount == map.rowCount ? places : PlaceIndex(learned))
    guard let fit = Self.fit(samples), let seen = Seen(samples) else { return nil }
    (coefficients, self.seen) = (fit, seen)
    scans = samples.count
    let halves = [0, 1].flatMap { half -> [(predicted: Double, error: Double)] in
      let others = samples.filter { $0.walk % 2 != half }
      guard let fit = Self.fit(others), let seen = Seen(others) else { return [] }
      return samples.filter { $0.walk % 2 == half }.map {
        (Self.radius(fit, seen, distance: $0.distance, neighbours: $0.neighbours), $0.error)
      }
    }
    rankCorrelation = RankCorrelation.spearman(halves.map(\.predicted), halves.map(\.error))
    within =
      halves.isEmpty
      ? nil : Double(halves.count { $0.error <= $0.predicted }) / Double(halves.count)
  }

  /// Radius, in metres, that is expected to hold 68% of the errors of single scans.
  ///
  /// - Parameters:
  ///   - distance: metres to the nearest reference point.
  ///   - neighbours: reference points within `near` metres.
  public func radius(distance: Double, neighbours: Int) -> Double {
    Self.radius(coefficients, seen, distance: distance, neighbours: neighbours)
  }

  private static func radius(
    _ fit: [Double], _ seen: Seen, distance: Double, neighbours: Int
  ) -> Double {
    let neighbours = max(seen.neighbours.lowerBound, min(seen.neighbours.upperBound, neighbours))
    func along(_ distance: Double) -> Double {
      let logarithm =
        fit[0] + fit[1] * log(1 + max(0, distance)) + fit[2] * log(1 + Double(max(0, neighbours)))
      return max(0, exp(min(20, logarithm)) - 1)
    }
    let farthest = seen.distances.upperBound
    guard distance > farthest else { return along(max(distance, seen.distances.lowerBound)) }
    let straight = along(farthest) + distance - farthest
    return fit[1] > 0 ? min(straight, along(distance)) : straight
  }

  private static func samples(of map: RadioMap, _ places: PlaceIndex) -> [Sample] {
    guard Set(map.walks).count > 1 else { return [] }
    var matcher = NearestRows(index: NearestRowsIndex(map: map), groups: map.walks)
    let count = min(most, map.rowCount)
    return (0..<count).compactMap { number in
      let row = number * map.rowCount / count
      let walk = map.walks[row]
      guard matcher.match(map.readings(of: row), leavingOut: walk) > 0,
        let estimate = NeighbourEstimate(matcher.neighbours, of: matcher.index)
      else { return nil }
      let density = places.density(
        around: map.places[row], onLevel: map.levels[Int(map.levelIndices[row])], leavingOut: walk)
      return Sample(
        walk: walk, distance: density.distance, neighbours: density.neighbours,
        error: estimate.place.distance(to: map.places[row]))
    }
  }

  /// Least squares by the normal equations of three unknowns, and the 68th percentile of what is
  /// left.
  private static func fit(_ samples: [Sample]) -> [Double]? {
    guard samples.count >= least else { return nil }
    let rows = samples.map { [1, log(1 + $0.distance), log(1 + Double($0.neighbours))] }
    let errors = samples.map { log(1 + $0.error) }
    // Farther must not be better, nor more be worse: a survey too even to tell keeps the features
    // that say something.
    let choices = [[0, 1, 2], [0, 1], [0, 2], [0]]
    for used in choices {
      guard let solution = solve(rows, errors, used),
        solution[1] >= 0, solution[2] <= 0
      else { continue }
      let residuals = zip(rows, errors).map { row, error in
        error - zip(row, solution).reduce(0) { $0 + $1.0 * $1.1 }
      }
      guard let offset = ErrorStatistics(residuals).percentile(68) else { return nil }
      return [solution[0] + offset, solution[1], solution[2]]
    }
    return nil
  }

  private static func solve(_ rows: [[Double]], _ errors: [Double], _ used: [Int]) -> [Double]? {
    let size = used.count
    var matrix = [[Double]](
      repeating: [Double](repeating: 0, count: size + 1), count: size)
    for (row, error) in zip(rows, errors) {
      for i in 0..<size {
        for j in 0..<size { matrix[i][j] += row[used[i]] * row[used[j]] }
        matrix[i][size] += row[used[i]] * error
      }
    }
    for pivot in 0..<size {
      // The matrix is positive definite unless a feature is constant.
      guard matrix[pivot][pivot] > 1e-9 * Double(rows.count) else { return nil }
      for row in 0..<size where row != pivot {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot...size { matrix[row][column] -= factor * matrix[pivot][column] }
      }
    }
    var solution = [0.0, 0, 0]
    for (index, feature) in used.enumerated() {
      solution[feature] = matrix[index][size] / matrix[index][index]
    }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }
}

/// Spearman (1904), "The proof and measurement of association between two things",
/// doi:10.2307/1412159: Pearson's correlation of the ranks, equal values sharing the mean of
/// theirs.
package enum RankCorrelation {
  /// The correlation, -1 to 1; `nil` for fewer than three pairs or where all of one side are equal.
  package static func spearman(_ a: [Double], _ b: [Double]) -> Double? {
    guard a.count == b.count, a.count >= 3 else { return nil }
    let (x, y) = (ranks(a), ranks(b))
    let mean = Double(a.count + 1) / 2
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for (x, y) in zip(x, y) {
      xy += (x - mean) * (y - mean)
      xx += (x - mean) * (x - mean)
      yy += (y - mean) * (y - mean)
    }
    return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : nil
  }

  private static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for position in start...end { ranks[order[position]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
