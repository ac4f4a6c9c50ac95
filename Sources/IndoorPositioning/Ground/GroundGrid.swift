import IndoorGeometry
import IndoorModel

/// Where one can walk on each level, cell by cell: shops, walls and what lies outside of the
/// outline are not, and stairs, lifts and escalators lead to other levels.
package struct GroundGrid: Sendable {
  /// What a cell is.
  package enum Cell: UInt8, Sendable {
    /// One can walk there, as far as is known.
    case free
    /// A shop, a wall, or outside.
    case blocked
    /// Stairs, an escalator or a lift.
    case passage
  }

  private var raster = LevelRaster.empty
  /// Shape: the raster's.
  private var cells: ContiguousArray<UInt8> = []
  /// Whether there is a passage. Shape: levels.
  private var passages: ContiguousArray<Bool> = []

  /// Whether nothing is known that could hinder a walker.
  var isEmpty: Bool { cells.isEmpty }

  /// A grid that hinders nobody.
  init() {}

  /// Rasters a venue's units.
  ///
  /// Rooms and what is solid by its category are blocked, unless a surveyor walked there.
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
        let kind = Cell(unit.kind)
        return kind == .blocked && visits >= Self.minimumVisits ? .free : kind
      }
    }
    let polygons = (outlines + units.map { $0.areas.flatMap { $0 } }).joined()
    guard let box = BoundingBox(around: polygons), box.width * box.height > 0 else { return }
    // Four million cells a level are enough for a square kilometre at half a metre; on a campus of
    // a hundred levels and more they are larger.
    raster = LevelRaster(
      covering: box, side: 0.5, levels: levels.count, most: min(4e6 * Double(levels.count), 4e8))
    cells = ContiguousArray(repeating: Cell.free.rawValue, count: raster.count)
    for level in levels.indices {
      if !outlines[level].isEmpty {
        for cell in raster.cells(ofLevel: level) { cells[cell] = Cell.blocked.rawValue }
        fill(level, .free, outlines[level])
      }
      // The smallest unit of a place is the last to say what it is.
      for unit in units[level].index.bySize.reversed() {
        fill(level, kinds[level][unit], units[level].areas[unit])
      }
    }
    passages = ContiguousArray(kinds.map { $0.contains(.passage) })
  }

  private mutating func fill(_ level: Int, _ kind: Cell, _ polygons: [Polygon<LocalPoint>]) {
    let raster = raster
    cells.withUnsafeMutableBufferPointer { cells in
      raster.forEachSpan(of: polygons, level: level) { span in
        for cell in span { cells[cell] = kind.rawValue }
      }
    }
  }

  /// What places are; outside of the grid nothing is known, and they are free.
  @inline(__always)
  func kinds(x: SIMD4<Float>, y: SIMD4<Float>, levels: SIMD4<Int32>) -> SIMD4<Int32> {
    let (a, b, c, d) = raster.lookUp(
      x: x, y: y, levels: levels, outside: Int32(Cell.free.rawValue)
    ) { _, cell in Int32(cells[cell]) }
    return SIMD4(a, b, c, d)
  }

  /// What a place is.
  func kind(x: Float, y: Float, level: Int) -> UInt8 {
    raster.cell(x: x, y: y, level: level).map { cells[$0] } ?? Cell.free.rawValue
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

  /// Surveyed places from which on a unit is one that people walk in, whatever its category.
  private static let minimumVisits = 3
}

extension GroundGrid.Cell {
  /// What a unit of a category is: rooms are shops, which walkers pass by.
  fileprivate init(_ category: UnitCategory) {
    self = category.leadsToLevels ? .passage : category.isWalkway ? .free : .blocked
  }
}
