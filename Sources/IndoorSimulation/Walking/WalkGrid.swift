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
  /// Which diagonals of the block of four cells from each to the north-east a wall crosses, 1 for
  /// the one from the south-west and 2 for the other; empty where cells are so small that none gets
  /// between those that a wall closes. Shape: rows × columns.
  private var barred: [UInt8] = []
  /// What of the floor a walker can reach from where.
  private(set) var pieces = FloorPieces()

  /// How near to a wall, in metres, a walker's middle comes.
  static let shoulder: Float = 0.25
  private static let reach: Float = 1.2

  /// The cells that walls and doors of small levels need, and of large ones, in metres.
  private static let fine = 0.2, usual = 0.4

  /// Cells of a level: two thirds of a square kilometre of usual ones.
  static let most = 4_000_000

  /// - Parameter cells: how many there may be.
  init(level: WalkedLevel, atMost cells: Int = most) {
    let box =
      level.box
      ?? BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 1, y: 1))
    // Doors need fine cells; a mall without doors is large instead.
    let area = box.width * box.height
    let cell = max(area < 20_000 ? Self.fine : Self.usual, (area / Double(cells)).squareRoot())
    raster = LevelRaster(
      minimum: box.minimum, side: cell, columns: max(1, Int((box.width / cell).rounded(.up))),
      rows: max(1, Int((box.height / cell).rounded(.up))))
    clearance = [Float](repeating: -1, count: raster.count)
    unit = [Int32](repeating: -1, count: raster.count)
    if cell * 2.0.squareRoot() > 2 * Double(Self.shoulder), cell <= Self.usual {
      barred = [UInt8](repeating: 0, count: raster.count)
    }
    markFloor(level)
    for wall in level.walls { markWall(wall) }
    pieces = FloorPieces(of: self, isCornerEnough: true)
  }

  /// Whether there is some room to stand on.
  var hasFloor: Bool { clearance.contains { $0 >= 0.6 } }

  func isFree(_ index: Int) -> Bool { clearance[index] >= Self.shoulder }
  func isFree(_ point: LocalPoint) -> Bool { raster.cell(of: point).map(isFree) ?? false }

  /// Whether a wall lies between a cell and one that it meets at a corner.
  func isBarred(_ index: Int, _ dx: Int, _ dy: Int) -> Bool {
    guard !barred.isEmpty else { return false }
    let block = index + min(0, dx) + min(0, dy) * raster.columns
    return barred[block] & (dx == dy ? 1 : 2) != 0
  }

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
    let (origin, cell) = (raster.minimum, raster.side)
    // Cells that are wider than a walker's shoulders are closed where a wall passes them at all.
    let closed = cell > Self.usual ? cell / 2.0.squareRoot() : 0
    let reach = max(Double(Self.reach), closed)
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
        if !barred.isEmpty { bar(index, wall) }
        guard clearance[index] >= 0 else { continue }
        let distance = Self.distance(raster.middle(of: index), wall.start, wall.end)
        clearance[index] = distance <= closed ? 0 : min(clearance[index], Float(distance))
      }
    }
  }

  /// Notes which diagonals of a block of four cells a wall crosses.
  private mutating func bar(_ index: Int, _ wall: WalkedLevel.Wall) {
    let (middle, side) = (raster.middle(of: index), raster.side)
    let east = LocalPoint(x: middle.x + side, y: middle.y)
    let north = LocalPoint(x: middle.x, y: middle.y + side)
    let across = LocalPoint(x: east.x, y: north.y)
    if Self.cross(middle, across, wall.start, wall.end) { barred[index] |= 1 }
    if Self.cross(east, north, wall.start, wall.end) { barred[index] |= 2 }
  }

  /// Whether two lines have a point in common, those along each other aside.
  private static func cross(
    _ a: LocalPoint, _ b: LocalPoint, _ c: LocalPoint, _ d: LocalPoint
  ) -> Bool {
    func side(_ p: LocalPoint, _ a: LocalPoint, _ b: LocalPoint) -> Double {
      (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
    }
    return side(c, a, b) * side(d, a, b) <= 0 && side(a, c, d) * side(b, c, d) <= 0
  }

  /// Metres from a point to a line between two others.
  static func distance(_ p: LocalPoint, _ a: LocalPoint, _ b: LocalPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let t = square > 0 ? max(0, min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
  }
}
