import IndoorGeometry

/// Shortest ways over a raster's walkable squares from one of them, sideways and across, through no
/// wall: Dijkstra (1959), doi:10.1007/BF01386390.
struct ShortestWays {
  private let raster: WalkableRaster
  private let ground: ClearGround
  private let start: Int
  private let limit: Double
  /// The part of the raster that the ways may reach: its first column and row, and its size.
  private let window: (column: Int, row: Int, columns: Int, rows: Int)
  /// Metres from the start, and the place in the window of the square before it. Shape: the window.
  private var distances: [Double]
  private var before: [Int32]
  private var heap: [(distance: Double, square: Int)] = []

  init(raster: WalkableRaster, ground: ClearGround, from start: Int, atMost limit: Double) {
    (self.raster, self.ground, self.start, self.limit) = (raster, ground, start, limit)
    let squares = raster.squares
    let reach = Int(min(limit / squares.side, 1e6).rounded(.up)) + 1
    let (column, row) = (start % squares.columns, start / squares.columns)
    let (west, south) = (max(0, column - reach), max(0, row - reach))
    window = (
      west, south, min(squares.columns, column + reach + 1) - west,
      min(squares.rows, row + reach + 1) - south
    )
    distances = [Double](repeating: .infinity, count: window.columns * window.rows)
    before = [Int32](repeating: -1, count: distances.count)
  }

  /// Finds the ways that are short enough, the shortest first, until no more are wanted.
  ///
  /// - Parameter isEnough: whether no longer ways are wanted than the one to a square, in metres.
  mutating func run(until isEnough: (_ square: Int, _ distance: Double) -> Bool) {
    guard let first = place(of: start) else { return }
    distances[first] = 0
    push((0, start))
    while let (distance, square) = pop() {
      guard let here = place(of: square), distance <= distances[here] else { continue }
      if isEnough(square, distance) { return }
      let (column, row) = (square % raster.squares.columns, square / raster.squares.columns)
      for dx in -1...1 {
        for dy in -1...1 where dx != 0 || dy != 0 {
          let (c, r) = (column + dx, row + dy)
          guard c >= 0, r >= 0, c < raster.squares.columns, r < raster.squares.rows else {
            continue
          }
          let next = r * raster.squares.columns + c
          guard raster.isWalkable(next) else { continue }
          // Across a corner only where both sides of it are free.
          if dx != 0, dy != 0,
            !raster.isWalkable(row * raster.squares.columns + c)
              || !raster.isWalkable(r * raster.squares.columns + column)
          {
            continue
          }
          let length = distance + raster.squares.side * (dx != 0 && dy != 0 ? 2.0.squareRoot() : 1)
          guard length <= limit, let there = place(of: next), length < distances[there],
            ground.isClear(from: square, to: next)
          else { continue }
          distances[there] = length
          before[there] = Int32(truncatingIfNeeded: here)
          push((length, next))
        }
      }
    }
  }

  /// Metres to a square, `nil` where it is too far or not to be reached.
  func distance(to square: Int) -> Double? {
    place(of: square).flatMap { distances[$0] < .infinity ? distances[$0] : nil }
  }

  /// The squares from the start to another.
  func way(to square: Int) -> [Int] {
    var way = [square]
    var place = place(of: square)
    while let at = place, before[at] >= 0 {
      let previous = Int(before[at])
      let (column, row) = (previous % window.columns, previous / window.columns)
      way.append((window.row + row) * raster.squares.columns + window.column + column)
      place = previous
    }
    return way.reversed()
  }

  /// Where a square is in the window.
  private func place(of square: Int) -> Int? {
    let column = square % raster.squares.columns - window.column
    let row = square / raster.squares.columns - window.row
    guard column >= 0, row >= 0, column < window.columns, row < window.rows else { return nil }
    return row * window.columns + column
  }

  private mutating func push(_ entry: (distance: Double, square: Int)) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func pop() -> (Double, Int)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1...2 * parent + 2
      where child < heap.count && heap[child] < heap[least] { least = child }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
