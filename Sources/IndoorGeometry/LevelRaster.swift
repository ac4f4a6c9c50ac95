/// Square cells over levels of one extent, numbered from west to east, row after row from south to
/// north, level after level.
public struct LevelRaster: Hashable, Sendable {
  /// South-west corner of the first cell, in local metres.
  public let minimum: LocalPoint
  /// Side of a cell, in metres.
  public let side: Double
  /// Cells from west to east.
  public let columns: Int
  /// Cells from south to north.
  public let rows: Int
  /// Levels.
  public let levels: Int

  /// Makes a raster of its numbers.
  public init(minimum: LocalPoint, side: Double, columns: Int, rows: Int, levels: Int = 1) {
    self.minimum = minimum
    self.side = side
    self.columns = columns
    self.rows = rows
    self.levels = levels
  }

  /// Makes a raster that covers a box on each level.
  ///
  /// - Parameters:
  ///   - box: What is covered, in local metres.
  ///   - levels: How many levels it is made for.
  ///   - side: Side of a cell, in metres; cells are larger where there would be more than `most`.
  ///   - most: Cells, over all levels, that are not exceeded by much. Long and narrow boxes ask for
  ///     no more.
  public init(
    covering box: BoundingBox<LocalPoint>, side: Double, levels: Int = 1, most: Double = 4e6
  ) {
    let share = Double(max(1, levels)) / most
    let side = max(
      side, (box.width * box.height * share).squareRoot(), (box.width + box.height) * share)
    self.init(
      minimum: box.minimum, side: side, columns: Int(box.width / side) + 1,
      rows: Int(box.height / side) + 1, levels: levels)
  }

  /// A raster without cells.
  public static let empty = LevelRaster(
    minimum: LocalPoint(x: 0, y: 0), side: 1, columns: 0, rows: 0, levels: 0)

  /// How many cells there are, over all levels.
  public var count: Int { levels * rows * columns }

  /// The cells of a level.
  public func cells(ofLevel level: Int) -> Range<Int> {
    level * rows * columns..<(level + 1) * rows * columns
  }

  /// The cell of a place, or `nil` where there is none.
  public func cell(of place: LocalPoint, level: Int = 0) -> Int? {
    let (u, v) = ((place.x - minimum.x) / side, (place.y - minimum.y) / side)
    guard u >= 0, v >= 0, u < Double(columns), v < Double(rows), level >= 0, level < levels else {
      return nil
    }
    return (level * rows + Int(v)) * columns + Int(u)
  }

  /// The middle of a cell, in local metres.
  public func middle(of cell: Int) -> LocalPoint {
    LocalPoint(
      x: middle(cell % columns, minimum.x), y: middle(cell / columns % rows, minimum.y))
  }

  /// Calls the body with the cells of a level that are at most so many rows and columns from a
  /// place's, whether that is in the raster or not, and with the metres from the place to their
  /// middles.
  public func forEachCell(
    near place: LocalPoint, level: Int = 0, reach: Int,
    _ body: (_ cell: Int, _ metres: Double) -> Void
  ) {
    let (x, y) = (place.x - minimum.x, place.y - minimum.y)
    guard abs(x / side) < 1e9, abs(y / side) < 1e9 else { return }
    let (column, row) = (Int((x / side).rounded(.down)), Int((y / side).rounded(.down)))
    for r in stride(from: max(0, row - reach), through: min(rows - 1, row + reach), by: 1) {
      let first = (level * rows + r) * columns
      let dy = (Double(r) + 0.5) * side - y
      for c in stride(
        from: max(0, column - reach), through: min(columns - 1, column + reach), by: 1)
      {
        let dx = (Double(c) + 0.5) * side - x
        body(first + c, (dx * dx + dy * dy).squareRoot())
      }
    }
  }

  /// Calls the body with the cells of a level whose middles lie inside of all rings by the even-odd
  /// rule, as the crossing number test after Franklin's PNPOLY says of each, a stretch of a row at
  /// a time. In rings with a vertex that isn't finite there is nothing.
  public func forEachSpan(
    of polygons: [Polygon<LocalPoint>], level: Int = 0, _ body: (_ cells: Range<Int>) -> Void
  ) {
    var edges: [PolygonIndex.Edge] = []
    for ring in polygons.lazy.flatMap(\.rings) {
      guard ring.allSatisfy(\.isFinite) else { return }
      PolygonIndex.Edge.append(ring, to: &edges)
    }
    var sweep = EdgeSweep(edges) { first($0, minimum.y, rows)..<first($1, minimum.y, rows) }
    for row in sweep.lines {
      let borders = sweep.borders(line: row, y: middle(row, minimum.y), columns: columns) {
        first($0, minimum.x, columns)
      }
      let start = (level * rows + row) * columns
      // Rings close: they cross a row an even number of times, and every second stretch is inside.
      for pair in stride(from: 0, to: borders.count - 1, by: 2)
      where borders[pair] < borders[pair + 1] {
        body(start + borders[pair]..<start + borders[pair + 1])
      }
    }
  }

  private func middle(_ index: Int, _ minimum: Double) -> Double {
    minimum + (Double(index) + 0.5) * side
  }

  /// The first index whose middle is not below a value.
  private func first(_ value: Double, _ minimum: Double, _ count: Int) -> Int {
    let guess = (value - minimum) / side - 0.5
    var index = Int(max(0, min(Double(count), guess.rounded(.up))))
    // The division rounds, and may be a cell off.
    while index > 0, middle(index - 1, minimum) >= value { index -= 1 }
    while index < count, middle(index, minimum) < value { index += 1 }
    return index
  }
}
