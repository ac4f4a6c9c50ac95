import IndoorGeometry
import IndoorModel

/// Where one can walk on each level, cell by cell: shops, walls and what lies outside of the outline are not, and stairs,
/// lifts and escalators lead to other levels.
struct WalkableGrid: Sendable {
  /// What a cell is.
  enum Cell: UInt8, Sendable {
    /// One can walk there, as far as is known.
    case free
    /// A shop, a wall, or outside.
    case blocked
    /// Stairs, an escalator or a lift.
    case passage
  }

  /// Side of a cell, in metres.
  private var cell: Float = 1
  private var minimum = LocalPoint(x: 0, y: 0)
  private var columns = 0
  private var rows = 0
  private var cells: ContiguousArray<UInt8> = []
  /// Whether there is a passage. Shape: levels.
  private var passages: ContiguousArray<Bool> = []

  /// Whether nothing is known that could hinder a walker.
  var isEmpty: Bool { cells.isEmpty }

  /// A grid that hinders nobody.
  init() {}

  /// Rasters a venue's units.
  ///
  /// What is no way by its category is blocked, unless a surveyor walked there.
  ///
  /// - Parameter surveyed: places that were surveyed on each of `levels`. Shape: levels.
  init(
    venue: Venue, levels: [LevelKey], units: [LevelUnits], surveyed: [[LocalPoint]]
  ) {
    let frame = venue.frame
    let outlines = levels.map { level in
      (venue.level(level)?.outline ?? []).map { frame.local(from: $0) }
    }
    let kinds = zip(units, surveyed).map { units, places in
      var visits = Array(repeating: 0, count: units.units.count)
      for place in places {
        if let unit = units.index.smallestArea(containing: place) { visits[unit] += 1 }
      }
      return zip(units.units, visits).map { unit, visits in
        let kind = Self.kind(of: unit.category)
        return kind == .blocked && visits >= 3 ? .free : kind
      }
    }
    let polygons = (outlines + units.map { $0.areas.flatMap { $0 } }).joined()
    guard let box = BoundingBox(around: polygons), box.width * box.height > 0 else { return }
    // Four million cells a level are enough for a square kilometre at half a metre; long and narrow asks for no more.
    let side = max(0.5, (box.width * box.height / 4e6).squareRoot(), (box.width + box.height) / 4e6)
    cell = Float(side)
    minimum = box.minimum
    columns = Int(box.width / side) + 1
    rows = Int(box.height / side) + 1
    cells = ContiguousArray(
      repeating: Cell.free.rawValue, count: columns * rows * levels.count)
    let raster = CellRaster(minimum: minimum, side: side, columns: columns, rows: rows)
    for level in levels.indices {
      if !outlines[level].isEmpty {
        let here = level * rows * columns..<(level + 1) * rows * columns
        for cell in here { cells[cell] = Cell.blocked.rawValue }
        fill(level, .free, raster, outlines[level])
      }
      // The smallest unit of a place is the last to say what it is.
      for unit in units[level].index.bySize.reversed() {
        fill(level, kinds[level][unit], raster, units[level].areas[unit])
      }
    }
    passages = ContiguousArray(kinds.map { $0.contains(.passage) })
  }

  private mutating func fill(
    _ level: Int, _ kind: Cell, _ raster: CellRaster, _ polygons: [Polygon<LocalPoint>]
  ) {
    let first = level * rows * columns
    let columns = columns
    cells.withUnsafeMutableBufferPointer { cells in
      raster.forEachSpan(of: polygons) { row, span in
        for column in span { cells[first + row * columns + column] = kind.rawValue }
      }
    }
  }

  /// What places are; outside of the grid nothing is known, and they are free.
  @inline(__always)
  func kinds(x: SIMD4<Float>, y: SIMD4<Float>, levels: SIMD4<Int32>) -> SIMD4<Int32> {
    let u = (x - Float(minimum.x)) / cell
    let v = (y - Float(minimum.y)) / cell
    let isInside = (u .>= 0) .& (v .>= 0) .& (u .< Float(columns)) .& (v .< Float(rows))
    let (column, row) = (u.wholeParts, v.wholeParts)
    func kind(_ lane: Int) -> Int32 {
      guard isInside[lane] else { return Int32(Cell.free.rawValue) }
      let row = Int(levels[lane]) * rows + Int(row[lane])
      return Int32(cells[row * columns + Int(column[lane])])
    }
    return SIMD4(kind(0), kind(1), kind(2), kind(3))
  }

  /// What a place is.
  func kind(x: Float, y: Float, level: Int) -> UInt8 {
    let u = (x - Float(minimum.x)) / cell
    let v = (y - Float(minimum.y)) / cell
    guard u >= 0, v >= 0, u < Float(columns), v < Float(rows) else { return Cell.free.rawValue }
    return cells[(level * rows + Int(v)) * columns + Int(u)]
  }

  /// Whether a level has stairs, escalators or lifts.
  func hasPassages(level: Int) -> Bool { passages.isEmpty ? false : passages[level] }

  /// Whether stairs, an escalator or a lift are at a place or a few metres away.
  func isNearPassage(x: Float, y: Float, level: Int) -> Bool {
    let passage = Cell.passage.rawValue
    if kind(x: x, y: y, level: level) == passage { return true }
    for reach: Float in [1.5, 3] {
      for (dx, dy): (Float, Float) in [
        (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7),
      ] where kind(x: x + reach * dx, y: y + reach * dy, level: level) == passage { return true }
    }
    return false
  }

  /// By IMDF's categories of units.
  private static func kind(of category: String?) -> Cell {
    switch category {
    case "stairs", "elevator", "escalator", "ramp", "steps", "movingwalkway": .passage
    case "walkway", "lobby", "lounge", "foodservice", "platform", "waitingroom", "terrace", "road",
      "parking":
      .free
    default: .blocked
    }
  }
}
