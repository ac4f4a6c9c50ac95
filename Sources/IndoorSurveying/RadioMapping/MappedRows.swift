import IndoorGeometry
package import IndoorModel

/// Rows of a radio map, to be found again in what walks give: a map counts its walks, and doesn't
/// say which they were, and since it was built some may have come or gone.
package struct MappedRows {
  private let map: RadioMap
  private let numbers: [Transmitter: UInt32]
  /// By its place the last row there, and before each row the one before it at the same place.
  private var last: [LocalPoint: Int] = [:]
  private var before: [Int: Int] = [:]

  /// Rows at one place that are looked at: of a table's reference point there are some dozens.
  private static let looks = 500
  /// Rows under which a walk may have some of a map's by chance.
  private static let fewest = 2

  /// - Parameter rows: which of the map's.
  package init(of map: RadioMap, rows: some Sequence<Int>) {
    self.map = map
    numbers = Dictionary(
      zip(map.transmitters, map.transmitters.indices.map { UInt32(truncatingIfNeeded: $0) }),
      uniquingKeysWith: { first, _ in first })
    for row in rows where map.places.indices.contains(row) {
      before[row] = last.updateValue(row, forKey: map.places[row])
    }
  }

  /// The map's rows that a walk's are, and how many of the walk's are any: at the same place of the
  /// same level they heard the same, but for transmitters that the map does without.
  package func rows(of walk: WalkRows) -> (rows: [Int], found: Int) {
    let known = walk.map.transmitters.map { numbers[$0] }
    var (rows, found) = ([Int](), 0)
    for row in walk.map.places.indices {
      let count = rows.count
      var candidate = last[walk.map.places[row]]
      for _ in 0..<Self.looks {
        guard let own = candidate else { break }
        if isSame(own, walk.map, row, known) { rows.append(own) }
        candidate = before[own]
      }
      if rows.count > count { found += 1 }
    }
    return (rows, found)
  }

  /// Whether so many of a walk's rows being the map's means that the map is made of it.
  package static func areOwn(_ found: Int, of rows: Int) -> Bool {
    found >= fewest && 2 * found >= rows
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
