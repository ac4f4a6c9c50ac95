import IndoorGeometry

/// What of a level can be walked in a straight line: walls are thinner than a raster's squares, so
/// that two walkable ones beside each other may have a wall between them.
struct ClearGround {
  /// Metres that are told apart: a wall is 0.2 m thick (`GroundArea.Parameters.wall`).
  private static let side = 0.125

  private let squares: LevelRaster
  private let isWalkable: ContiguousArray<Bool>

  init(_ raster: WalkableRaster) {
    let coarse = raster.squares
    let box = BoundingBox(
      minimum: coarse.minimum,
      maximum: LocalPoint(
        x: coarse.minimum.x + Double(coarse.columns) * coarse.side,
        y: coarse.minimum.y + Double(coarse.rows) * coarse.side))
    let squares = LevelRaster(covering: box, side: Self.side)
    var isWalkable = ContiguousArray(repeating: false, count: squares.count)
    squares.forEachSpan(of: raster.parts) { span in
      for square in span { isWalkable[square] = true }
    }
    (self.squares, self.isWalkable) = (squares, isWalkable)
  }

  /// Whether no wall is between two places that one can stand at.
  func isClear(_ a: LocalPoint, _ b: LocalPoint) -> Bool {
    let steps = Int((a.distance(to: b) / squares.side * 2).rounded(.up))
    for step in stride(from: 1, to: steps, by: 1) {
      let share = Double(step) / Double(steps)
      let place = LocalPoint(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
      guard let square = squares.cell(of: place), isWalkable[square] else { return false }
    }
    return true
  }
}
