import IndoorGeometry
import IndoorModel

/// Which rows of a radio map another walk bears out: a path alone is no coverage.
///
/// A row counts when a row of another walk within 5 m is like it, and when no other walk came so
/// near, so that nothing speaks against it. A recording's first scans don't where the phone had
/// hardly begun to hear (`ColdStart`). Of the waypoints within 4 m of a path in the two malls
/// of the Indoor Location Competition, a fifth has no such row, and most of the error.
struct RowWitnesses {
  /// Metres within which another walk's row bears one out.
  static let reach = 5.0
  /// Cosine from which two rows are alike.
  static let alike: Float = 0.7
  /// What strengths are raised to, as in Torres-Sospedra et al. (2015),
  /// doi:10.1016/j.eswa.2015.08.013.
  static let exponent = 2.72
  /// Rows that one is compared with at most: more of them would only take time.
  private static let mostCompared = 60

  /// Two other walks at most, which is what leaving one out takes.
  private struct Walks {
    var first: UInt32?
    var second: UInt32?

    mutating func insert(_ walk: UInt32) {
      if first == nil { first = walk } else if first != walk, second == nil { second = walk }
    }

    func isEmpty(without walk: UInt32?) -> Bool {
      second == nil && (first == nil || first == walk)
    }
  }

  /// Shape: rows.
  private var near: ContiguousArray<Walks>
  private var like: ContiguousArray<Walks>
  private var isCold: ContiguousArray<Bool>

  init(_ map: RadioMap, _ places: PlaceIndex) {
    near = ContiguousArray(repeating: Walks(), count: map.rowCount)
    like = near
    isCold = Self.coldRows(map)
    let strengths = RowStrengths(map)
    var values = ContiguousArray<Float>(repeating: 0, count: map.transmitters.count)
    for row in 0..<map.rowCount {
      let walk = map.walks[row]
      var (near, like, compared) = (Walks(), Walks(), 0)
      var isSpread = false
      places.forEachRow(
        near: map.places[row], onLevel: map.levelIndices[row], radius: Self.reach, besides: walk
      ) { other in
        if !isSpread { strengths.forEach(of: row) { values[$0] = $1 } }
        isSpread = true
        compared += 1
        near.insert(map.walks[other])
        var product: Float = 0
        strengths.forEach(of: other) { product += values[$0] * $1 }
        if product >= Self.alike * strengths.norms[row] * strengths.norms[other] {
          like.insert(map.walks[other])
        }
        return like.second == nil && compared < Self.mostCompared
      }
      if isSpread { strengths.forEach(of: row) { transmitter, _ in values[transmitter] = 0 } }
      self.near[row] = near
      self.like[row] = like
    }
  }

  /// Whether a row counts, a walk left out.
  func counts(_ row: Int, leavingOut walk: UInt32?) -> Bool {
    !isCold[row] && (near[row].isEmpty(without: walk) || !like[row].isEmpty(without: walk))
  }

  /// Which rows are of scans that a recording began with too soon. Rows of one walk stand in order
  /// of time.
  private static func coldRows(_ map: RadioMap) -> ContiguousArray<Bool> {
    var isCold = ContiguousArray(repeating: false, count: map.rowCount)
    for rows in Dictionary(grouping: 0..<map.rowCount, by: { map.walks[$0] }).values {
      let counts = rows.map { Int(map.rowStarts[$0 + 1]) - Int(map.rowStarts[$0]) }
      for row in rows.prefix(ColdStart(counts)?.scans ?? 0) { isCold[row] = true }
    }
    return isCold
  }
}
