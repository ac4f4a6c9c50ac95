internal import IndoorGeometry
import IndoorLibc

/// A plan's lines by place: what is drawn somewhere, in page units with y up.
struct LineIndex {
  /// The lines' points, cell by cell.
  private let points: [Linework.Point]
  /// Where each cell's points begin, and where the last one's end.
  private let starts: [Int32]
  private let columns: Int
  private let rows: Int
  private let (x0, y0): (Float, Float)
  private let cell: Float

  /// Cells at most.
  private static let maximumCells = 2_000_000.0

  /// Enters lines into cells of a size, in page units, or of a larger one where the page has too
  /// many.
  init(_ linework: Linework, cell wanted: Double) {
    let all = linework.points.filter { $0.x.isFinite && $0.y.isFinite }
    let (left, bottom) = (all.map(\.x).min() ?? 0, all.map(\.y).min() ?? 0)
    let (width, height) = linework.extent
    let least = max((width * height / Self.maximumCells).squareRoot(), max(width, height) / 1e5)
    let size = Float(max(wanted, least, 1e-6))
    let across = Int(Float(width) / size) + 1
    let up = Int(Float(height) / size) + 1
    (x0, y0, cell, columns, rows) = (left, bottom, size, across, up)
    let cells = all.map { p in
      min(up - 1, Int((p.y - bottom) / size)) * across + min(across - 1, Int((p.x - left) / size))
    }
    var counts = [Int32](repeating: 0, count: across * up + 1)
    for cell in cells { counts[cell + 1] += 1 }
    for i in 1..<counts.count { counts[i] += counts[i - 1] }
    starts = counts
    var sorted = all
    var next = counts
    for (point, cell) in zip(all, cells) {
      sorted[Int(next[cell])] = point
      next[cell] += 1
    }
    points = sorted
  }

  /// Whether a point that `isWanted` lies in a box.
  func contains(
    _ box: BoundingBox<PagePoint>, where isWanted: (Linework.Point) -> Bool
  ) -> Bool {
    var found = false
    visit(box) { point in
      found = isWanted(point)
      return !found
    }
    return found
  }

  /// Hands on the points of the cells that a box touches, as long as `body` returns true.
  func visit(_ box: BoundingBox<PagePoint>, _ body: (Linework.Point) -> Bool) {
    func index(_ value: Double, _ start: Float, _ count: Int) -> Int {
      // Beyond the cells it is the last one, far beyond too.
      Int(max(-1, min(Double(count), ((value - Double(start)) / Double(cell)).rounded(.down))))
    }
    guard box.minimum.isFinite, box.maximum.isFinite else { return }
    let (left, right) = (
      max(0, index(box.minimum.x, x0, columns)), min(columns - 1, index(box.maximum.x, x0, columns))
    )
    let (low, high) = (
      max(0, index(box.minimum.y, y0, rows)), min(rows - 1, index(box.maximum.y, y0, rows))
    )
    guard left <= right, low <= high else { return }
    for row in low...high {
      let from = Int(starts[row * columns + left])
      for i in from..<Int(starts[row * columns + right + 1]) where !body(points[i]) { return }
    }
  }
}
