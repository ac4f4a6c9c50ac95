import IndoorGeometry
package import IndoorModel

/// Rows of a radio map, to be found again in what walks give: a map counts its walks, and doesn't
/// say which they were, and since it was built some may have come or gone.
package struct MappedRows: Sendable {
  private let map: RadioMap
  private let numbers: [Transmitter: UInt32]
  /// By its place and what it heard the last such row, and before each row the one before it.
  private var last: [Key: Int] = [:]
  private var before: [Int: Int] = [:]

  private struct Key: Hashable, Sendable {
    let place: LocalPoint
    let content: Int
  }

  /// Rows that are the same in all which are looked at.
  private static let looks = 500

  /// - Parameter rows: which of the map's.
  package init(of map: RadioMap, rows: some Sequence<Int>) {
    self.map = map
    numbers = Dictionary(
      zip(map.transmitters, map.transmitters.indices.map { UInt32(truncatingIfNeeded: $0) }),
      uniquingKeysWith: { first, _ in first })
    for row in rows where map.places.indices.contains(row) {
      var hasher = Hasher()
      for entry in map.entries(of: row) {
        hasher.combine(map.transmitterIndices[entry])
        hasher.combine(map.rssi[entry])
      }
      let key = Key(place: map.places[row], content: hasher.finalize())
      before[row] = last.updateValue(row, forKey: key)
    }
  }

  /// The map's rows that a walk's are, and how many of the walk's are any: at the same place of the
  /// same level they heard the same, but for transmitters that the map does without.
  package func rows(of walk: WalkRows) -> (rows: [Int], found: Int) {
    let known = walk.map.transmitters.map { numbers[$0] }
    var (rows, found) = ([Int](), 0)
    for row in walk.map.places.indices {
      var hasher = Hasher()
      for entry in walk.map.entries(of: row) {
        guard let number = known[Int(walk.map.transmitterIndices[entry])] else { continue }
        hasher.combine(number)
        hasher.combine(walk.map.rssi[entry])
      }
      let key = Key(place: walk.map.places[row], content: hasher.finalize())
      let count = rows.count
      var candidate = last[key]
      for _ in 0..<Self.looks {
        guard let own = candidate else { break }
        if isSame(own, walk.map, row, known) { rows.append(own) }
        candidate = before[own]
      }
      if rows.count > count { found += 1 }
    }
    return (rows, found)
  }

  private func isSame(_ found: Int, _ walk: RadioMap, _ row: Int, _ known: [UInt32?]) -> Bool {
    guard
      map.levels[Int(map.levelIndices[found])] == walk.levels[Int(walk.levelIndices[row])]
    else { return false }
    var entries = map.entries(of: found)[...]
    for entry in walk.entries(of: row) {
      guard let number = known[Int(walk.transmitterIndices[entry])] else { continue }
      guard let own = entries.popFirst(), map.transmitterIndices[own] == number,
        map.rssi[own] == walk.rssi[entry]
      else { return false }
    }
    return entries.isEmpty
  }
}
