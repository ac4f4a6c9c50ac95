import IndoorGeometry

/// How far each place is from the nearest row of the radio map on its level, on a grid.
struct SurveyedGround: Sendable {
  /// What is farther is as far, in metres.
  static let farthest: Float = 12

  private static let reach = 6

  private let cell: Float
  private let minimum: LocalPoint
  private let columns: Int
  private let rows: Int
  private let levelCount: Int
  /// Twentieths of a metre from a cell's middle. Shape: levels, rows, columns.
  private var distances: ContiguousArray<UInt8>

  /// Measures around each row.
  init(index: RadioIndex) {
    let farthest = Double(Self.farthest)
    let box =
      BoundingBox(index.places)
      ?? BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 0, y: 0))
    let levels = Double(max(1, index.levels.count))
    // Four million cells, as many as the scans' likelihood may have; long and narrow asks for no more.
    let (width, height) = (box.width + 2 * farthest, box.height + 2 * farthest)
    let side = max(
      farthest / Double(Self.reach), (width * height * levels / 4e6).squareRoot(),
      (width + height) * levels / 4e6)
    cell = Float(side)
    minimum = LocalPoint(x: box.minimum.x - farthest, y: box.minimum.y - farthest)
    columns = Int(width / side) + 1
    rows = Int(height / side) + 1
    levelCount = index.levels.count
    distances = ContiguousArray(
      repeating: UInt8(20 * Self.farthest), count: columns * rows * levelCount)
    for (place, level) in zip(index.places, index.levelIndices) {
      measure(from: place, level: Int(level), side: side)
    }
  }

  private mutating func measure(from place: LocalPoint, level: Int, side: Double) {
    let (x, y) = (place.x - minimum.x, place.y - minimum.y)
    let (column, row) = (Int(x / side), Int(y / side))
    for j in max(0, row - Self.reach)...min(rows - 1, row + Self.reach) {
      for i in max(0, column - Self.reach)...min(columns - 1, column + Self.reach) {
        let (dx, dy) = ((Double(i) + 0.5) * side - x, (Double(j) + 0.5) * side - y)
        let metres = min(Double(Self.farthest), (dx * dx + dy * dy).squareRoot())
        let at = (level * rows + j) * columns + i
        distances[at] = min(distances[at], UInt8(20 * metres))
      }
    }
  }

  /// Metres to the nearest row, to a cell's half.
  @inline(__always)
  func distance(x: Float, y: Float, level: Int) -> Float {
    let u = (x - Float(minimum.x)) / cell
    let v = (y - Float(minimum.y)) / cell
    guard u >= 0, v >= 0, u < Float(columns), v < Float(rows), level < levelCount else {
      return Self.farthest
    }
    return Float(distances[(level * rows + Int(v)) * columns + Int(u)]) * 0.05
  }
}
