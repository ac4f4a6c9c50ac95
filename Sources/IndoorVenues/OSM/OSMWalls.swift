import IndoorGeometry

/// Which way the walls run that doors are in: of a wall's vertices those alone are kept that a door
/// stands on.
struct OSMWalls {
  private let doors: Set<Coordinate>
  /// On each level, the vertex behind each.
  private var nexts: [Double: [Coordinate: Coordinate]] = [:]
  /// The same of walls that every level has, kept once for all of them.
  private var everywhere: [Coordinate: Coordinate] = [:]

  /// - Parameter doors: where the doors are.
  init(doors: Set<Coordinate> = []) { self.doors = doors }

  /// Lays a line that doors of these levels may be on; of two through one vertex the first stays.
  mutating func add(_ line: [Coordinate], levels: [Double]) {
    for (vertex, next) in neighbours(of: line) {
      for level in levels where nexts[level]?[vertex] == nil {
        nexts[level, default: [:]][vertex] = next
      }
    }
  }

  /// Lays a line that doors of any level may be on, where no other is.
  mutating func addEverywhere(_ line: [Coordinate]) {
    for (vertex, next) in neighbours(of: line) where everywhere[vertex] == nil {
      everywhere[vertex] = next
    }
  }

  /// The vertex that the wall runs to from a door.
  func next(to door: Coordinate, level: Double) -> Coordinate? {
    nexts[level]?[door] ?? everywhere[door]
  }

  /// The vertices that doors stand on and the one behind each; of the last the one before it.
  private func neighbours(of line: [Coordinate]) -> [(Coordinate, Coordinate)] {
    guard !doors.isEmpty else { return [] }
    // A way may name a node twice running, or two nodes at one place.
    let line = line.indices.filter { $0 == 0 || line[$0] != line[$0 - 1] }.map { line[$0] }
    var found = zip(line, line.dropFirst()).filter { doors.contains($0.0) }
    if let end = line.last, let before = line.dropLast().last, doors.contains(end) {
      found.append((end, before))
    }
    return found
  }
}
