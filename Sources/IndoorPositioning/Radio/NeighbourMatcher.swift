import IndoorGeometry
public import IndoorModel

/// Finds the rows of a radio map that are most like a scan: all of them compared, exactly, without allocating.
public struct NeighbourMatcher: Sendable {
  /// A row and how unlike the scan it is.
  public struct Neighbour: Hashable, Sendable {
    /// The row in the map.
    public var row: Int
    /// Distance by the matching's measure, 0 for the same.
    public var distance: Double

    /// Makes a neighbour.
    public init(row: Int, distance: Double) {
      self.row = row
      self.distance = distance
    }
  }

  /// The index of the map.
  public let index: NeighbourIndex
  /// The most alike rows of the last scan, nearest first, equal ones by row.
  public private(set) var neighbours: ContiguousArray<Neighbour> = []

  /// Which group each row is of, so that whole walks can be left out. Shape: rows, or none.
  private let groups: ContiguousArray<UInt32>
  private var scores: ContiguousArray<Float>
  private var query: ContiguousArray<(transmitter: UInt32, value: Float)> = []
  private var known: ContiguousArray<Float>
  /// How many to keep.
  private let count: Int

  /// Makes a matcher.
  ///
  /// - Parameters:
  ///   - groups: for each row a number; rows of the group that a query names are left out.
  ///   - count: how many neighbours to find; the matching's number where it is `nil`.
  public init(index: NeighbourIndex, groups: [UInt32] = [], count: Int? = nil) {
    self.index = index
    self.groups = groups.count == index.rowCount ? ContiguousArray(groups) : []
    self.count = max(1, count ?? index.matching.neighbours)
    scores = ContiguousArray(repeating: 0, count: index.rowCount)
    known = ContiguousArray(repeating: 0, count: max(1, index.postingStarts.count))
    query.reserveCapacity(512)
    neighbours.reserveCapacity(self.count + 1)
  }

  /// Finds the neighbours of a scan and says how many of its transmitters the map knows; with 0 there are none.
  ///
  /// - Parameters:
  ///   - freshness: seconds after which a reading's weight has fallen to 1/e.
  ///   - group: rows of this group are left out.
  public mutating func match(
    _ readings: [Reading], freshness: Double = 6, leavingOut group: UInt32? = nil
  ) -> Int {
    neighbours.removeAll(keepingCapacity: true)
    query.removeAll(keepingCapacity: true)
    for reading in readings {
      guard let transmitter = index.identities[reading.transmitter] else { continue }
      var value = index.values[Int(reading.rssi) + 128]
      if reading.age > 0 { value *= Float(exp(-Double(reading.age) / (1000 * freshness))) }
      // Of a transmitter twice, the strongest counts.
      guard value > known[Int(transmitter)] else { continue }
      if known[Int(transmitter)] > 0 {
        query.removeAll { $0.transmitter == transmitter }
      }
      known[Int(transmitter)] = value
      query.append((transmitter, value))
    }
    for entry in query { known[Int(entry.transmitter)] = 0 }
    guard !query.isEmpty else { return 0 }
    accumulate()
    select(leavingOut: group)
    return query.count
  }

  /// Σ a·b, or Σ min(a, b), of the scan and each row.
  private mutating func accumulate() {
    let isProduct = index.matching.distance == .euclid || index.matching.distance == .cosine
    let (index, query) = (index, query)
    scores.withUnsafeMutableBufferPointer { scores in
      scores.update(repeating: 0)
      index.postingRows.withUnsafeBufferPointer { rows in
        index.postingStrengths.withUnsafeBufferPointer { strengths in
          index.values.withUnsafeBufferPointer { values in
            for (transmitter, value) in query {
              let start = Int(index.postingStarts[Int(transmitter)])
              let end = Int(index.postingStarts[Int(transmitter) + 1])
              if isProduct {
                for entry in start..<end {
                  scores[Int(rows[entry])] += value * values[Int(strengths[entry]) &+ 128]
                }
              } else {
                for entry in start..<end {
                  scores[Int(rows[entry])] += min(value, values[Int(strengths[entry]) &+ 128])
                }
              }
            }
          }
        }
      }
    }
  }

  /// Distances from the sums, and the smallest of them.
  private mutating func select(leavingOut group: UInt32?) {
    let sum = query.reduce(Float(0)) { $0 + $1.value }
    let squares = query.reduce(Float(0)) { $0 + $1.value * $1.value }
    let distance = index.matching.distance
    var worst = Float.infinity
    for row in 0..<index.rowCount {
      let shared = scores[row]
      // A row that shares nothing is no neighbour, however little it has itself.
      guard shared > 0 else { continue }
      let value: Float =
        switch distance {
        case .euclid: max(0, squares + index.rowSquares[row] - 2 * shared).squareRoot()
        case .manhattan: max(0, sum + index.rowSums[row] - 2 * shared)
        case .cosine: max(0, 1 - shared / (squares * index.rowSquares[row]).squareRoot())
        case .sørensen: max(0, 1 - 2 * shared / (sum + index.rowSums[row]))
        }
      guard value < worst || neighbours.count < count else { continue }
      if let group, !groups.isEmpty, groups[row] == group { continue }
      var at = neighbours.count
      while at > 0, neighbours[at - 1].distance > Double(value) { at -= 1 }
      neighbours.insert(Neighbour(row: row, distance: Double(value)), at: at)
      if neighbours.count > count { neighbours.removeLast() }
      if neighbours.count == count, let last = neighbours.last { worst = Float(last.distance) }
    }
  }
}
