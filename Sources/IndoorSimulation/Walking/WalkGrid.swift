import IndoorGeometry
import IndoorLibc

/// A storey's floor in cells: where one can stand, and how far the next wall is.
struct WalkGrid {
  let origin: LocalPoint
  let cell: Double
  let columns: Int
  let rows: Int
  /// Metres to the next wall, at most `reach`; negative off the floor. Shape: rows × columns.
  private(set) var clearance: [Float]
  /// The unit under each cell, -1 where there is none. Shape: rows × columns.
  private(set) var unit: [Int16]

  /// How near to a wall, in metres, a walker's middle comes.
  static let shoulder: Float = 0.25
  private static let reach: Float = 1.2

  init(storey: Storey) {
    let points =
      storey.outline.flatMap(\.exterior)
      + storey.units.flatMap {
        [$0.box.minimum, $0.box.maximum]
      }
    let box =
      BoundingBox(points)
      ?? BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 1, y: 1))
    // Doors need fine cells; a mall without doors is large instead.
    let cell =
      box.width * box.height < 20_000 ? 0.2 : max(0.4, (box.width * box.height / 1e6).squareRoot())
    self.cell = cell
    origin = box.minimum
    columns = max(1, Int((box.width / cell).rounded(.up)))
    rows = max(1, Int((box.height / cell).rounded(.up)))
    clearance = [Float](repeating: -1, count: rows * columns)
    unit = [Int16](repeating: -1, count: rows * columns)
    markFloor(storey)
    for wall in storey.walls { markWall(wall) }
  }

  /// The middle of a cell.
  func point(_ index: Int) -> LocalPoint {
    LocalPoint(
      x: origin.x + (Double(index % columns) + 0.5) * cell,
      y: origin.y + (Double(index / columns) + 0.5) * cell)
  }

  /// The cell that a point is in, or `nil` beyond the grid.
  func index(_ point: LocalPoint) -> Int? {
    let x = ((point.x - origin.x) / cell).rounded(.down)
    let y = ((point.y - origin.y) / cell).rounded(.down)
    guard x >= 0, y >= 0, x < Double(columns), y < Double(rows) else { return nil }
    return Int(y) * columns + Int(x)
  }

  func isFree(_ index: Int) -> Bool { clearance[index] >= Self.shoulder }
  func isFree(_ point: LocalPoint) -> Bool { index(point).map(isFree) ?? false }

  private mutating func markFloor(_ storey: Storey) {
    for index in clearance.indices {
      let p = point(index)
      let under = storey.units.firstIndex { $0.contains(p) }
      if let under {
        unit[index] = Int16(clamping: under)
        if storey.isWalkable(storey.units[under].category) { clearance[index] = Self.reach }
      } else if !storey.hasOpenings, storey.outline.contains(where: { $0.contains(p) }) {
        clearance[index] = Self.reach
      }
    }
  }

  private mutating func markWall(_ wall: Storey.Wall) {
    let reach = Double(Self.reach)
    func range(_ a: Double, _ b: Double, _ start: Double, _ count: Int) -> ClosedRange<Int>? {
      let low = max(0, Int(((min(a, b) - reach - start) / cell).rounded(.down)))
      let high = min(count - 1, Int(((max(a, b) + reach - start) / cell).rounded(.up)))
      return low <= high ? low...high : nil
    }
    guard let xs = range(wall.start.x, wall.end.x, origin.x, columns),
      let ys = range(wall.start.y, wall.end.y, origin.y, rows)
    else { return }
    for y in ys {
      for x in xs {
        let index = y * columns + x
        guard clearance[index] >= 0 else { continue }
        let distance = Self.distance(point(index), wall.start, wall.end)
        clearance[index] = min(clearance[index], Float(distance))
      }
    }
  }

  /// Metres from a point to a line between two others.
  static func distance(_ p: LocalPoint, _ a: LocalPoint, _ b: LocalPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let t = square > 0 ? max(0, min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
  }
}
