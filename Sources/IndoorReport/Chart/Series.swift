/// A point of a chart, in the axes' units. A `y` that is not finite breaks the line.
public struct ChartPoint: Hashable, Sendable {
  /// Along the horizontal axis.
  public var x: Double
  /// Along the vertical axis.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// One place along a band: from `low` to `high` at `x`, in the axes' units.
public struct BandPoint: Hashable, Sendable {
  /// Along the horizontal axis.
  public var x: Double
  /// The band's lower edge.
  public var low: Double
  /// The band's upper edge.
  public var high: Double

  /// Makes a place along a band.
  public init(x: Double, low: Double, high: Double) {
    self.x = x
    self.low = low
    self.high = high
  }
}

enum Series {
  /// The pieces of a series between its gaps.
  static func pieces(of points: [ChartPoint]) -> [ArraySlice<ChartPoint>] {
    points.split { !$0.x.isFinite || !$0.y.isFinite }
  }

  /// As much of a piece as shows on columns of a width in the axis' unit: the first, lowest,
  /// highest and last point of each. Columns of two points and fewer stay whole.
  static func thinned(_ points: ArraySlice<ChartPoint>, columnWidth width: Double) -> [ChartPoint] {
    guard let first = points.first, let last = points.last, last.x > first.x, width > 0 else {
      return Array(points)
    }
    let columns = (last.x - first.x) / width
    guard Double(points.count) > columns * 2, columns < 1e5 else { return Array(points) }
    var kept: [ChartPoint] = []
    var start = points.startIndex
    for column in 1...Int(columns) + 1 {
      let edge = column > Int(columns) ? .infinity : first.x + width * Double(column)
      var end = start
      while end < points.endIndex, points[end].x < edge { end += 1 }
      let cell = points[start..<end]
      start = end
      guard let lowest = cell.indices.min(by: { cell[$0].y < cell[$1].y }),
        let highest = cell.indices.max(by: { cell[$0].y < cell[$1].y })
      else { continue }
      for index in Set([cell.startIndex, lowest, highest, cell.endIndex - 1]).sorted() {
        kept.append(cell[index])
      }
    }
    return kept
  }
}
