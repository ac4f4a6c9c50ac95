/// Where the edges of rings cross the lines of a grid's middles, one line after the other from
/// south to north.
///
/// Each line looks at the edges that reach it alone, so that the work goes with the crossings and
/// not with edges times lines.
struct EdgeSweep {
  private struct Crosser {
    let edge: PolygonIndex.Edge
    let lines: Range<Int>
    /// The column that it crosses all its lines at, where it is known to be one.
    var column: Int?
  }

  private var edges: [Crosser] = []
  private var next = 0
  private var active: [Int] = []
  private var borders: [Int] = []
  private var isBorder: [Bool] = []

  /// Crossings of a line over which they are counted by column instead of sorted.
  private static let many = 64
  /// Lines over which it is found out if an edge crosses them at one column.
  private static let tall = 16

  /// - Parameter lines: the lines whose y is not below the first value and below the second.
  init(
    _ edges: some Sequence<PolygonIndex.Edge>, lines: (_ from: Double, _ to: Double) -> Range<Int>
  ) {
    for edge in edges where edge.y1 != edge.y2 {
      let lines = lines(min(edge.y1, edge.y2), max(edge.y1, edge.y2))
      if !lines.isEmpty { self.edges.append(Crosser(edge: edge, lines: lines)) }
    }
    self.edges.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// From the first line that an edge crosses to the last.
  var lines: Range<Int> {
    guard let first = edges.first?.lines.lowerBound,
      let end = edges.lazy.map(\.lines.upperBound).max()
    else { return 0..<0 }
    return first..<end
  }

  /// The columns of a line at which inside and outside change, ascending: inside of the rings by
  /// the even-odd rule are those from the first to before the second, from the third to before the
  /// fourth, and so on. A column's middle is inside as the crossing number test after Franklin's
  /// PNPOLY says of it.
  ///
  /// - Parameters:
  ///   - line: not before the line asked for last.
  ///   - first: the first column whose middle is not west of a place, at most `columns`.
  mutating func borders(
    line: Int, y: Double, columns: Int, first: (Double) -> Int
  ) -> [Int] {
    while next < edges.count, edges[next].lines.lowerBound <= line {
      if edges[next].lines.count > Self.tall {
        edges[next].column = column(of: edges[next].edge, first)
      }
      active.append(next)
      next += 1
    }
    borders.removeAll(keepingCapacity: true)
    var kept = 0
    for index in active {
      guard line < edges[index].lines.upperBound else { continue }
      active[kept] = index
      kept += 1
      if let column = edges[index].column {
        borders.append(column)
        continue
      }
      let edge = edges[index].edge
      borders.append(
        first((edge.x2 - edge.x1) * (y - edge.y1) / (edge.y2 - edge.y1) + edge.x1))
    }
    active.removeLast(active.count - kept)
    if borders.count > Self.many { countBorders(columns) } else { borders.sort() }
    return borders
  }

  /// The column at which an edge crosses all lines, `nil` where there may be several.
  private func column(of edge: PolygonIndex.Edge, _ first: (Double) -> Int) -> Int? {
    let (west, east) = (min(edge.x1, edge.x2), max(edge.x1, edge.x2))
    // Crossings are rounded.
    let hair = 1e-12 * max(abs(west), abs(east))
    let column = first(west - hair)
    return first(east + hair) == column ? column : nil
  }

  /// The same borders ascending, without those that cancel each other out.
  private mutating func countBorders(_ columns: Int) {
    if isBorder.isEmpty { isBorder = [Bool](repeating: false, count: columns + 1) }
    for column in borders { isBorder[column].toggle() }
    borders.removeAll(keepingCapacity: true)
    for column in isBorder.indices where isBorder[column] {
      borders.append(column)
      isBorder[column] = false
    }
  }
}
