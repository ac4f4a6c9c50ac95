import IndoorGeometry
import IndoorLibc
import IndoorModel

/// A level's floor in cells: where one can stand, and how far the next wall is.
struct WalkGrid {
  let raster: LevelRaster
  /// Metres to the next wall, at most `reach`; negative off the floor. Shape: rows × columns.
  private(set) var clearance: [Float]
  /// The unit under each cell, -1 where there is none. Shape: rows × columns.
  private(set) var unit: [Int32]
  /// What of the floor a walker can reach from where.
  private(set) var pieces = FloorPieces()

  /// How near to a wall, in metres, a walker's middle comes.
  static let shoulder: Float = 0.25
  private static let reach: Float = 1.2

  /// Cells of a level: a square kilometre at a metre.
  static let most = 1_000_000

  /// - Parameter cells: how many there may be.
  init(level: WalkedLevel, atMost cells: Int = most) {
    let box =
      level.box
      ?? BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 1, y: 1))
    // Doors need fine cells; a mall without doors is large instead.
    let area = box.width * box.height
    let cell = max(area < 20_000 ? 0.2 : 0.4, (area / Double(cells)).squareRoot())
    raster = LevelRaster(
      minimum: box.minimum, side: cell, columns: max(1, Int((box.width / cell).rounded(.up))),
      rows: max(1, Int((box.height / cell).rounded(.up))))
    clearance = [Float](repeating: -1, count: raster.count)
    unit = [Int32](repeating: -1, count: raster.count)
    markFloor(level)
    for wall in level.walls { markWall(wall) }
    pieces = FloorPieces(of: self, isCornerEnough: true)
  }

  /// Whether there is some room to stand on.
  var hasFloor: Bool { clearance.contains { $0 >= 0.6 } }

  func isFree(_ index: Int) -> Bool { clearance[index] >= Self.shoulder }
  func isFree(_ point: LocalPoint) -> Bool { raster.cell(of: point).map(isFree) ?? false }

  private mutating func markFloor(_ level: WalkedLevel) {
    // Of units that lie on each other the first counts, so it is the last to be marked.
    for (index, area) in level.units.enumerated().reversed() {
      for polygon in area.polygons {
        raster.forEachSpan(of: [polygon]) { span in
          for cell in span { unit[cell] = Int32(truncatingIfNeeded: index) }
        }
      }
    }
    let isWalkable = level.units.map {
      level.isWalkable(UnitCategory(rawValue: $0.category))
    }
    for index in clearance.indices where unit[index] >= 0 && isWalkable[Int(unit[index])] {
      clearance[index] = Self.reach
    }
    guard !level.hasOpenings else { return }
    for polygon in level.outline {
      raster.forEachSpan(of: [polygon]) { span in
        for cell in span where unit[cell] < 0 { clearance[cell] = Self.reach }
      }
    }
  }

  private mutating func markWall(_ wall: WalkedLevel.Wall) {
    let reach = Double(Self.reach)
    let (origin, cell) = (raster.minimum, raster.side)
    func range(_ a: Double, _ b: Double, _ start: Double, _ count: Int) -> ClosedRange<Int>? {
      let low = max(0, Int(((min(a, b) - reach - start) / cell).rounded(.down)))
      let high = min(count - 1, Int(((max(a, b) + reach - start) / cell).rounded(.up)))
      return low <= high ? low...high : nil
    }
    guard let ys = range(wall.start.y, wall.end.y, origin.y, raster.rows) else { return }
    let slope = (wall.end.x - wall.start.x) / (wall.end.y - wall.start.y)
    for y in ys {
      // The part of the wall that is within reach of the row; the whole of one along it.
      var ends = (wall.start.x, wall.end.x)
      let south = origin.y + Double(y) * cell - reach
      if slope.isFinite {
        func x(_ y: Double) -> Double {
          let (low, high) = (min(wall.start.y, wall.end.y), max(wall.start.y, wall.end.y))
          return wall.start.x + slope * (max(low, min(high, y)) - wall.start.y)
        }
        ends = (x(south), x(south + cell + 2 * reach))
      }
      guard let xs = range(ends.0, ends.1, origin.x, raster.columns) else { continue }
      for x in xs {
        let index = y * raster.columns + x
        guard clearance[index] >= 0 else { continue }
        let distance = Self.distance(raster.middle(of: index), wall.start, wall.end)
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
