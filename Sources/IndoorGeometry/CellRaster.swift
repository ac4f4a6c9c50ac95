/// Square cells in rows, and which of them lie in an area.
package struct CellRaster: Sendable {
  /// South-west corner of the first cell, in local metres.
  package var minimum: LocalPoint
  /// Side of a cell, in metres.
  package var side: Double
  /// Cells from west to east.
  package var columns: Int
  /// Cells from south to north.
  package var rows: Int

  /// Makes a raster.
  package init(minimum: LocalPoint, side: Double, columns: Int, rows: Int) {
    self.minimum = minimum
    self.side = side
    self.columns = columns
    self.rows = rows
  }

  /// Calls the body with the cells of each row whose middles lie inside of all rings by the
  /// even-odd rule, as the crossing number test after Franklin's PNPOLY says of each. In rings with
  /// a vertex that isn't finite there is nothing.
  package func forEachSpan(
    of polygons: [Polygon<LocalPoint>], _ body: (_ row: Int, _ columns: Range<Int>) -> Void
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
      // Rings close: they cross a row an even number of times, and every second stretch is inside.
      for pair in stride(from: 0, to: borders.count - 1, by: 2)
      where borders[pair] < borders[pair + 1] {
        body(row, borders[pair]..<borders[pair + 1])
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
