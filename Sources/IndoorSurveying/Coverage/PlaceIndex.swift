import IndoorGeometry
import IndoorModel

/// A radio map's rows by place, for those near a place. Where nothing else is said, those alone
/// that another walk bears out or that nobody contradicts.
struct PlaceIndex {
  private let map: RadioMap
  private var witnesses: RowWitnesses?
  private let levels: [LevelKey: UInt16]
  private var cells = RowCells()
  /// Squares of `blockSide` cells that hold a row: most ground of a large venue is far from any.
  private var blocks: Set<Key> = []

  /// For each row the first one behind it that is another walk's.
  private let nextWalks: ContiguousArray<UInt32>

  private static let blockSide: Int32 = 10

  private typealias Key = RowCells.Key

  init(_ map: RadioMap) {
    self.map = map
    levels = Dictionary(
      map.levels.enumerated().map { ($1, UInt16(truncatingIfNeeded: $0)) },
      uniquingKeysWith: { first, _ in first })
    var nextWalks = ContiguousArray<UInt32>(repeating: 0, count: map.rowCount)
    for row in (0..<map.rowCount).reversed() {
      let isLast = row + 1 == map.rowCount || map.walks[row + 1] != map.walks[row]
      nextWalks[row] = isLast ? UInt32(truncatingIfNeeded: row + 1) : nextWalks[row + 1]
    }
    self.nextWalks = nextWalks
    for row in 0..<map.rowCount {
      let cell = GroundCell(level: LevelKey(ordinal: 0), place: map.places[row])
      let key = Key(level: map.levelIndices[row], column: cell.column, row: cell.row)
      cells.append(UInt32(truncatingIfNeeded: row), to: key)
      blocks.insert(
        Key(level: key.level, column: Self.block(key.column), row: Self.block(key.row)))
    }
    cells.finish()
    witnesses = RowWitnesses(map, self)
  }

  /// Whether a row counts, a walk left out.
  private func counts(_ row: UInt32, leavingOut walk: UInt32?) -> Bool {
    walk != map.walks[Int(row)] && witnesses?.counts(Int(row), leavingOut: walk) ?? true
  }

  /// The block that a column or row of cells is in.
  private static func block(_ cell: Int32) -> Int32 {
    (cell >= 0 ? cell : cell - blockSide + 1) / blockSide
  }

  /// Whether there may be a row within so many cells of one.
  private func mayHaveRows(near cell: GroundCell, onLevel level: UInt16, reach: Int32) -> Bool {
    (Self.block(cell.column - reach)...Self.block(cell.column + reach)).contains { column in
      (Self.block(cell.row - reach)...Self.block(cell.row + reach)).contains { row in
        blocks.contains(Key(level: level, column: column, row: row))
      }
    }
  }

  /// Hands over all rows within `radius` metres of a place on a level, by the level's number in the
  /// map.
  func forEachRow(
    near place: LocalPoint, onLevel level: UInt16, radius: Double,
    _ body: (_ row: Int, _ distance: Double) -> Void
  ) {
    let reach = Self.reach(radius)
    let middle = GroundCell(level: LevelKey(ordinal: 0), place: place)
    for column in (middle.column - reach)...(middle.column + reach) {
      for row in (middle.row - reach)...(middle.row + reach) {
        for number in cells[Key(level: level, column: column, row: row)] {
          let distance = map.places[Int(number)].distance(to: place)
          if distance <= radius { body(Int(number), distance) }
        }
      }
    }
  }

  /// Hands over rows of other walks within `radius` metres of a place, in the order of
  /// `forEachRow`, until there is enough: a walk's own rows may be most of what is near.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - level: the level's number in the map.
  ///   - radius: how near they are.
  ///   - walk: the walk whose rows are left out.
  ///   - body: takes a row's number; returns whether it wants more.
  func forEachRow(
    near place: LocalPoint, onLevel level: UInt16, radius: Double, besides walk: UInt32,
    _ body: (_ row: Int) -> Bool
  ) {
    let reach = Self.reach(radius)
    let middle = GroundCell(level: LevelKey(ordinal: 0), place: place)
    for column in (middle.column - reach)...(middle.column + reach) {
      for row in (middle.row - reach)...(middle.row + reach) {
        let numbers = cells[Key(level: level, column: column, row: row)]
        var index = numbers.startIndex
        while index < numbers.endIndex {
          let number = Int(numbers[index])
          if map.walks[number] == walk {
            index = Self.first(notBefore: nextWalks[number], in: numbers, from: index + 1)
            continue
          }
          index += 1
          if map.places[number].distance(to: place) <= radius, !body(number) { return }
        }
      }
    }
  }

  /// Where the first of growing numbers stands that is no less than one.
  private static func first(notBefore least: UInt32, in numbers: [UInt32], from start: Int) -> Int {
    var (low, high) = (start, numbers.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if numbers[middle] < least { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Cells to each side that a radius in metres reaches into.
  private static func reach(_ radius: Double) -> Int32 {
    Int32(max(0, min(50, (radius / GroundCell.side).rounded(.up))))
  }

  /// How many rows that count are within `CoverageGrid.reach` metres of a place.
  func support(of place: LocalPoint, onLevel level: LevelKey) -> Int {
    guard let number = levels[level] else { return 0 }
    var support = 0
    forEachRow(near: place, onLevel: number, radius: CoverageGrid.reach) { row, _ in
      if counts(UInt32(truncatingIfNeeded: row), leavingOut: nil) { support += 1 }
    }
    return support
  }

  /// Metres to the nearest row that counts, at most `CoverageGrid.farthest`, and how many of them
  /// are near.
  func density(
    around place: LocalPoint, onLevel level: LevelKey, leavingOut walk: UInt32? = nil
  ) -> (distance: Double, neighbours: Int) {
    let cell = GroundCell(level: LevelKey(ordinal: 0), place: place)
    guard let number = levels[level],
      mayHaveRows(near: cell, onLevel: number, reach: Self.reach(CoverageGrid.farthest))
    else { return (CoverageGrid.farthest, 0) }
    var nearest = CoverageGrid.farthest
    var neighbours = 0
    forEachRow(near: place, onLevel: number, radius: CoverageAccuracy.near) { row, distance in
      guard counts(UInt32(truncatingIfNeeded: row), leavingOut: walk) else { return }
      nearest = min(nearest, distance)
      neighbours += 1
    }
    if neighbours == 0 {
      nearest = distance(
        from: place, onLevel: level, leavingOut: walk, limit: CoverageGrid.farthest)
    }
    return (nearest, neighbours)
  }

  /// Metres to the nearest row on a level that counts, not of a walk that is left out; `limit`
  /// where none is nearer.
  func distance(
    from place: LocalPoint, onLevel level: LevelKey, leavingOut walk: UInt32? = nil, limit: Double
  ) -> Double {
    guard let index = levels[level] else { return limit }
    let middle = GroundCell(level: LevelKey(ordinal: 0), place: place)
    var nearest = limit
    // Cell by cell outwards: what is in a ring is at least the rings between away.
    for ring in 0...Self.reach(limit) where Double(ring - 1) * GroundCell.side <= nearest {
      for column in -ring...ring {
        let step = abs(column) == ring ? 1 : max(1, 2 * ring)
        for row in stride(from: -ring, through: ring, by: Int(step)) {
          let key = Key(level: index, column: middle.column + column, row: middle.row + row)
          for number in cells[key] where counts(number, leavingOut: walk) {
            nearest = min(nearest, map.places[Int(number)].distance(to: place))
          }
        }
      }
    }
    return nearest
  }
}
