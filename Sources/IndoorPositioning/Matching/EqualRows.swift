import IndoorGeometry
import IndoorModel

/// The rows of a radio map that hear exactly the same, which are compared once: a phone that lies
/// still, and a table that repeats itself, have many.
struct EqualRows: Sendable {
  /// What stands where there is no further row.
  static let none = UInt32.max

  /// The next row, by its number, that hears the same as each; `none` after the last. Shape: rows.
  private let next: ContiguousArray<UInt32>
  /// Whether no row before it hears the same. Shape: rows.
  private let areFirst: ContiguousArray<Bool>

  init(_ map: RadioMap) {
    var next = ContiguousArray(repeating: Self.none, count: map.rowCount)
    var areFirst = ContiguousArray(repeating: true, count: map.rowCount)
    /// The last row of each kind, by what stands for what it hears.
    var lasts: [UInt64: UInt32] = [:]
    lasts.reserveCapacity(map.rowCount)
    for row in 0..<map.rowCount {
      let number = UInt32(truncatingIfNeeded: row)
      let last = lasts.updateValue(number, forKey: Self.digest(row, of: map))
      // Where two kinds have one digest, their rows stand apart: nothing else depends on it.
      guard let last, Self.hearsSame(Int(last), row, of: map) else { continue }
      next[Int(last)] = number
      areFirst[row] = false
    }
    self.next = next
    self.areFirst = areFirst
  }

  /// Whether a row is the first of its kind.
  func isFirst(_ row: UInt32) -> Bool { areFirst[Int(row)] }

  /// The next row of a row's kind, or `none`.
  @inline(__always)
  func next(after row: UInt32) -> UInt32 { next[Int(row)] }

  /// The next row of each row's kind that is of another group, or `none`. Shape: rows.
  func nextOfOthers(_ groups: ContiguousArray<UInt32>) -> ContiguousArray<UInt32> {
    var others = next
    for row in next.indices.reversed() where next[row] != Self.none {
      let after = Int(next[row])
      if groups[after] == groups[row] { others[row] = others[after] }
    }
    return others
  }

  /// Bytes that it takes.
  var byteCount: Int { next.count * 4 + areFirst.count }

  private static func hearsSame(_ a: Int, _ b: Int, of map: RadioMap) -> Bool {
    let (a, b) = (map.entries(of: a), map.entries(of: b))
    return map.rssi[a] == map.rssi[b] && map.transmitterIndices[a] == map.transmitterIndices[b]
  }

  private static func digest(_ row: Int, of map: RadioMap) -> UInt64 {
    var random = SplitMix64(seed: UInt64(map.entries(of: row).count))
    for entry in map.entries(of: row) {
      let heard =
        UInt64(map.transmitterIndices[entry]) << 8
        | UInt64(UInt8(bitPattern: Int8(truncatingIfNeeded: map.rssi[entry])))
      random = SplitMix64(seed: random.next() ^ heard)
    }
    return random.next()
  }
}
