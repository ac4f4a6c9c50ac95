import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Which rows of a radio map another walk bears out: a path alone is no coverage.
///
/// A row counts when a row of another walk within 5 m is like it, and when no other walk came so
/// near, so that nothing speaks against it. Of the waypoints within 4 m of a path in the two malls
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

  init(_ map: RadioMap, _ places: PlaceIndex) {
    near = ContiguousArray(repeating: Walks(), count: map.rowCount)
    like = near
    let strengths = RowStrengths(map)
    var values = ContiguousArray<Float>(repeating: 0, count: map.transmitters.count)
    for row in 0..<map.rowCount {
      let walk = map.walks[row]
      var (near, like, compared) = (Walks(), Walks(), 0)
      var isSpread = false
      places.forEachRow(
        near: map.places[row], onLevel: map.levelIndices[row], radius: Self.reach
      ) { other, _ in
        guard map.walks[other] != walk, like.second == nil, compared < Self.mostCompared else {
          return
        }
        if !isSpread { strengths.forEach(of: row) { values[$0] = $1 } }
        isSpread = true
        compared += 1
        near.insert(map.walks[other])
        var product: Float = 0
        strengths.forEach(of: other) { product += values[$0] * $1 }
        if product >= Self.alike * strengths.norms[row] * strengths.norms[other] {
          like.insert(map.walks[other])
        }
      }
      if isSpread { strengths.forEach(of: row) { transmitter, _ in values[transmitter] = 0 } }
      self.near[row] = near
      self.like[row] = like
    }
  }

  /// Whether a row counts, a walk left out.
  func counts(_ row: Int, leavingOut walk: UInt32?) -> Bool {
    near[row].isEmpty(without: walk) || !like[row].isEmpty(without: walk)
  }
}

/// A map's rows as vectors.
private struct RowStrengths {
  private let map: RadioMap
  /// By dBm from -128 on.
  private let powed: ContiguousArray<Float>
  /// Shape: rows.
  let norms: ContiguousArray<Float>

  init(_ map: RadioMap) {
    self.map = map
    let powed = ContiguousArray(
      (-128...127).map { Float(pow(max(0, Double($0) + 100) / 100, RowWitnesses.exponent)) })
    norms = ContiguousArray(
      (0..<map.rowCount).map { row in
        let entries = Int(map.rowStarts[row])..<Int(map.rowStarts[row + 1])
        return entries.reduce(Float(0)) { sum, entry in
          let value = powed[Int(map.rssi[entry]) + 128]
          return sum + value * value
        }.squareRoot()
      })
    self.powed = powed
  }

  @inline(__always)
  func forEach(of row: Int, _ body: (_ transmitter: Int, _ strength: Float) -> Void) {
    for entry in Int(map.rowStarts[row])..<Int(map.rowStarts[row + 1]) {
      body(Int(map.transmitterIndices[entry]), powed[Int(map.rssi[entry]) + 128])
    }
  }
}
