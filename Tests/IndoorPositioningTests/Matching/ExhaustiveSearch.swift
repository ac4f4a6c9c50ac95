import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// Every row compared with the scan over every transmitter, as the measures are written, in single
/// precision and in order of transmitter; what bounds and blocks must come to.
struct ExhaustiveSearch {
  private var rows: [[Float]]
  private var isAbsent: (Int) -> Bool = { _ in false }
  private let matching: Matching
  private let values: [Float]

  init(_ map: RadioMap) {
    matching = map.matching
    let weakest = Double(map.rssi.min() ?? -100) - 1
    let representation = map.matching.representation
    let values: [Float] = (-128...127).map { dBm in
      let share = min(1, max(0, (Double(dBm) - weakest) / -weakest))
      switch representation {
      case .powed(let exponent): return Float(pow(share, exponent))
      case .exponential(let scale):
        return share > 0 ? Float(exp((min(Double(dBm), 0)) / scale)) : 0
      }
    }
    rows = (0..<map.rowCount).map { row in
      var vector = [Float](repeating: 0, count: map.transmitters.count)
      for entry in map.entries(of: row) {
        vector[Int(map.transmitterIndices[entry])] = values[Int(map.rssi[entry]) + 128]
      }
      return vector
    }
    self.values = values
  }

  /// The search in a map that never heard some transmitters.
  func leavingOut(_ isAbsent: @escaping (Int) -> Bool) -> ExhaustiveSearch {
    var search = self
    search.isAbsent = isAbsent
    search.rows = rows.map { row in
      row.enumerated().map { isAbsent($0.offset) ? 0 : $0.element }
    }
    return search
  }

  /// The first rows by distance, equal ones by row, of those that share something with the scan;
  /// where radio offsets have a penalty, each row's least distance over offsets of whole steps of 3
  /// dB, up to 9.
  func nearest(
    _ count: Int, to scan: [(transmitter: Int, rssi: Int8)], where counts: (Int) -> Bool
  ) -> [Int] {
    let offsets = matching.offsetPenalty > 0 ? Array(stride(from: -9, through: 9, by: 3)) : [0]
    var least: [Int: Float] = [:]
    for offset in offsets {
      let penalty = Float(matching.offsetPenalty * Double(offset * offset))
      let shifted = scan.map { ($0.transmitter, $0.rssi - Int8(offset)) }
      for (row, distance) in distances(to: shifted) where counts(row) {
        least[row] = min(least[row] ?? .infinity, distance + penalty)
      }
    }
    return least.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(count).map(\.key)
  }

  /// The distance of each row that shares something with the scan.
  private func distances(to scan: [(transmitter: Int, rssi: Int8)]) -> [(Int, Float)] {
    var query = [Float](repeating: 0, count: rows.first?.count ?? 0)
    for entry in scan where !isAbsent(entry.transmitter) {
      query[entry.transmitter] = values[Int(entry.rssi) + 128]
    }
    let isProduct = matching.distance == .euclid || matching.distance == .cosine
    func size(_ vector: [Float]) -> Float {
      vector.reduce(Float(0)) { $0 + (isProduct ? $1 * $1 : $1) }
    }
    let querySize = size(query)
    var found: [(Int, Float)] = []
    for (number, row) in rows.enumerated() {
      var shared: Float = 0
      for (a, b) in zip(query, row) { shared += isProduct ? a * b : min(a, b) }
      guard shared > 0 else { continue }
      let rowSize = size(row)
      let distance: Float =
        switch matching.distance {
        case .euclid, .manhattan: max(0, querySize + rowSize - 2 * shared)
        case .cosine: max(0, 1 - shared / (querySize.squareRoot() * rowSize.squareRoot()))
        case .sørensen: max(0, 1 - 2 * shared / (querySize + rowSize))
        }
      found.append((number, distance))
    }
    return found
  }
}
