extension PolygonIndex {
  /// The cells over all areas: their places, and which of them an area touches.
  struct Grid {
    private var box: BoundingBox<LocalPoint>?
    private var columns: Int
    private var rows: Int
    /// Cells a metre, in both axes.
    private var density: Double

    /// About eight cells an edge, fewer where that would make too many entries.
    init(around boxes: [BoundingBox<LocalPoint>], edges: [Edge]) {
      self.box = nil
      (columns, rows, density) = (1, 1, 0)
      guard let box = BoundingBox(boxes.lazy.flatMap { [$0.minimum, $0.maximum] }) else { return }
      // A long thin venue has at least a hundredth of its length as height, so that cells don't
      // degenerate.
      let area = max(box.width, box.height / 100) * max(box.height, box.width / 100)
      guard area.isFinite, area.isNormal else { return }
      var cells = Double(min(max(8 * edges.count, 1024), 1 << 20))
      while cells > 4, Self.work(boxes, edges, density: (cells / area).squareRoot()) > 4e6 {
        cells /= 2
      }
      density = (cells / area).squareRoot()
      self.box = box
      columns = Int(box.width * density) + 1
      rows = Int(box.height * density) + 1
    }

    /// The cells in all areas' boxes and the rows that all edges pass, at most.
    private static func work(
      _ boxes: [BoundingBox<LocalPoint>], _ edges: [Edge], density: Double
    ) -> Double {
      boxes.reduce(0) { $0 + ($1.width * density + 2) * ($1.height * density + 2) }
        + edges.reduce(0) { $0 + abs($1.y2 - $1.y1) * density + 1 }
    }

    var cells: Int { columns * rows }

    /// The point's cell, or `nil` outside of all areas.
    @inline(__always)
    func cell(of point: LocalPoint) -> Int? {
      guard let box, box.contains(point) else { return nil }
      return row(point.y, box) * columns + column(point.x, box)
    }

    @inline(__always)
    private func column(_ x: Double, _ box: BoundingBox<LocalPoint>) -> Int {
      min(columns - 1, max(0, Int((x - box.minimum.x) * density)))
    }

    @inline(__always)
    private func row(_ y: Double, _ box: BoundingBox<LocalPoint>) -> Int {
      min(rows - 1, max(0, Int((y - box.minimum.y) * density)))
    }

    /// The cells that an area touches, and whether it covers them whole.
    func forEachCell(
      of edges: ArraySlice<Edge>, in area: BoundingBox<LocalPoint>,
      _ body: (_ cell: Int, _ covers: Bool) -> Void
    ) {
      guard let box else { return }
      let (left, right) = (column(area.minimum.x, box), column(area.maximum.x, box))
      let (bottom, top) = (row(area.minimum.y, box), row(area.maximum.y, box))
      let width = right - left + 1
      var isEdge = [Bool](repeating: false, count: width * (top - bottom + 1))
      for edge in edges {
        for row in row(min(edge.y1, edge.y2), box)...row(max(edge.y1, edge.y2), box) {
          let span = columns(of: edge, inRow: row, box)
          // A hair beyond the area may be the next cell.
          for column in span.clamped(to: left...right) {
            isEdge[(row - bottom) * width + column - left] = true
          }
        }
      }
      var sweep = edges.count > Self.many ? rowSweep(edges, box) : nil
      for row in bottom...top {
        let borders = sweep?.borders(line: row, y: middle(row, 0, box).y, columns: columns) {
          self.columns(westOf: $0, box)
        }
        var crossed = 0
        // Between edge cells all cells of a row lie on one side.
        var covers: Bool?
        for column in left...right {
          let cell = row * columns + column
          if isEdge[(row - bottom) * width + column - left] {
            covers = nil
            body(cell, false)
            continue
          }
          let isInside: Bool
          if let covers {
            isInside = covers
          } else if let borders {
            while crossed < borders.count, borders[crossed] <= column { crossed += 1 }
            isInside = crossed % 2 == 1
          } else {
            isInside = Edge.encloses(edges, middle(row, column, box))
          }
          covers = isInside
          if isInside { body(cell, true) }
        }
      }
    }

    /// Edges of an area over which its rows are swept; under it each stretch of cells is tested by
    /// itself.
    private static let many = 32

    private func rowSweep(
      _ edges: ArraySlice<Edge>, _ box: BoundingBox<LocalPoint>
    ) -> EdgeSweep {
      func first(_ y: Double) -> Int {
        var line = row(y, box)
        while line > 0, middle(line - 1, 0, box).y >= y { line -= 1 }
        while line < rows, middle(line, 0, box).y < y { line += 1 }
        return line
      }
      return EdgeSweep(edges) { first($0)..<first($1) }
    }

    /// How many columns have their middle west of a place.
    private func columns(westOf x: Double, _ box: BoundingBox<LocalPoint>) -> Int {
      var count = column(x, box)
      while count > 0, middle(0, count - 1, box).x >= x { count -= 1 }
      while count < columns, middle(0, count, box).x < x { count += 1 }
      return count
    }

    /// The columns that an edge passes in a row, a hair wider than they are.
    private func columns(
      of edge: Edge, inRow row: Int, _ box: BoundingBox<LocalPoint>
    ) -> ClosedRange<Int> {
      let hair = 1e-6 / density
      var (left, right) = (min(edge.x1, edge.x2), max(edge.x1, edge.x2))
      if edge.y1 != edge.y2 {
        let slope = (edge.x2 - edge.x1) / (edge.y2 - edge.y1)
        let a = edge.x1 + slope * (box.minimum.y + Double(row) / density - hair - edge.y1)
        let b = edge.x1 + slope * (box.minimum.y + Double(row + 1) / density + hair - edge.y1)
        // Of the whole line's piece in the row, what the edge has; a piece of rounding errors is
        // its nearer end.
        let piece = (min(max(min(a, b), left), right), max(min(max(a, b), right), left))
        (left, right) = (min(piece.0, piece.1), max(piece.0, piece.1))
      }
      return column(left - hair, box)...column(right + hair, box)
    }

    private func middle(_ row: Int, _ column: Int, _ box: BoundingBox<LocalPoint>) -> LocalPoint {
      LocalPoint(
        x: box.minimum.x + (Double(column) + 0.5) / density,
        y: box.minimum.y + (Double(row) + 0.5) / density)
    }
  }
}
