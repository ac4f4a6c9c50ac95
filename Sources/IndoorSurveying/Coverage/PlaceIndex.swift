import IndoorGeometry
import IndoorModel

/// A radio map's rows by place, for those near a place.
struct PlaceIndex {
  private let map: RadioMap
  private let levels: [LevelKey: UInt16]
  private var cells: [Key: [UInt32]] = [:]

  private struct Key: Hashable {
    var level: UInt16
    var column: Int32
    var row: Int32
  }

  init(_ map: RadioMap) {
    self.map = map
    levels = Dictionary(
      map.levels.enumerated().map { ($1, UInt16(truncatingIfNeeded: $0)) },
      uniquingKeysWith: { first, _ in first })
    for row in 0..<map.rowCount {
      let cell = GroundCell(level: LevelKey(ordinal: 0), place: map.places[row])
      let key = Key(level: map.levelIndices[row], column: cell.column, row: cell.row)
      cells[key, default: []].append(UInt32(truncatingIfNeeded: row))
    }
  }

  /// Hands over the rows within `radius` metres of a place on a level, by the level's number in the
  /// map.
  func forEachRow(
    near place: LocalPoint, onLevel level: UInt16, radius: Double,
    _ body: (_ row: Int, _ distance: Double) -> Void
  ) {
    let reach = Int32(max(0, min(50, (radius / GroundCell.side).rounded(.up))))
    let middle = GroundCell(level: LevelKey(ordinal: 0), place: place)
    for column in (middle.column - reach)...(middle.column + reach) {
      for row in (middle.row - reach)...(middle.row + reach) {
        for number in cells[Key(level: level, column: column, row: row)] ?? [] {
          let distance = map.places[Int(number)].distance(to: place)
          if distance <= radius { body(Int(number), distance) }
        }
      }
    }
  }

  /// Metres to the nearest row, at most `CoverageGrid.farthest`, and how many rows are near.
  func density(
    around place: LocalPoint, onLevel level: LevelKey, leavingOut walk: UInt32? = nil
  ) -> (distance: Double, neighbours: Int) {
    guard let number = levels[level] else { return (CoverageGrid.farthest, 0) }
    var nearest = CoverageGrid.farthest
    var neighbours = 0
    forEachRow(near: place, onLevel: number, radius: CoverageAccuracy.near) { row, distance in
      guard walk != map.walks[row] else { return }
      nearest = min(nearest, distance)
      neighbours += 1
    }
    if neighbours == 0 {
      nearest = distance(
        from: place, onLevel: level, leavingOut: walk, limit: CoverageGrid.farthest)
    }
    return (nearest, neighbours)
  }

  /// Metres to the nearest row on a level, not of a walk that is left out; `limit` where none is
  /// nearer.
  func distance(
    from place: LocalPoint, onLevel level: LevelKey, leavingOut walk: UInt32? = nil, limit: Double
  ) -> Double {
    guard let number = levels[level] else { return limit }
    var nearest = limit
    forEachRow(near: place, onLevel: number, radius: limit) { row, distance in
      if walk != map.walks[row] { nearest = min(nearest, distance) }
    }
    return nearest
  }
}
