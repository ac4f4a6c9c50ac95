package import IndoorGeometry
import IndoorLibc

/// A stretch of a wall that a plan's lines lie along.
package struct WallStretch: Hashable, Sendable {
  /// Where it begins, in local metres.
  package var from: LocalPoint
  /// Where it ends, in local metres.
  package var to: LocalPoint
}

/// Which walls a plan's lines lie along: what is asked of a pose beside its lift, which one line
/// can have.
struct WallCoverage: Hashable, Sendable {
  /// Stretches of walls, two metres or longer, that lines lie along; where walls lie upon one
  /// another, one of them.
  var stretches: [WallStretch] = []
  /// Those of them that run at 20° or more to most others.
  var across = 0
  /// Metres of walls that lines lie along.
  var metres = 0.0
  /// The same as a share of the walls' length, 0 to 1.
  var share = 0.0

  /// Metres that make a stretch.
  static let stretch = 2.0
  /// Degrees from which on a direction is another.
  static let turn = 20
  /// Metres a cell of the grid that lines are entered in.
  fileprivate static let cell: Float = 0.5

  /// Counts from the stretches, their directions in degrees, 0 to 179, and the lengths.
  fileprivate init(stretches: [WallStretch], directions: [Int], met: Double, total: Double) {
    self.stretches = stretches
    metres = met
    share = total > 0 ? met / total : 0
    var counts = [Int](repeating: 0, count: 180)
    for direction in directions { counts[direction] += 1 }
    let alike = (0..<180).map { direction in
      (1 - Self.turn..<Self.turn).reduce(0) { $0 + counts[(direction + $1 + 180) % 180] }
    }
    across = directions.count - (alike.max() ?? 0)
  }
}

extension LineICP {
  /// Which walls the linework lies along under a pose, by the rule of inliers.
  func coverage(of pose: Pose) -> WallCoverage {
    let lines = entered(pose)
    // What a stretch was counted for isn't counted again for a wall upon it.
    var counted = DirectedCells(walls)
    var stretches: [WallStretch] = []
    var directions: [Int] = []
    var (met, total) = (0.0, 0.0)
    var run: [Linework.Point] = []
    func finishRun() {
      let fresh = run.filter { !counted.contains(near: $0) }
      if let first = fresh.first, let last = fresh.last,
        fresh.reduce(0, { $0 + Double($1.weight) }) >= WallCoverage.stretch
      {
        let degrees = atan2(Double(first.dy), Double(first.dx)) * 180 / .pi
        directions.append((Int(degrees.rounded()) + 360) % 180)
        stretches.append(WallStretch(from: end(of: first, -0.5), to: end(of: last, 0.5)))
      }
      for sample in fresh { counted.insert(x: sample.x, y: sample.y, dx: sample.dx, dy: sample.dy) }
      run.removeAll(keepingCapacity: true)
    }
    for sample in walls.samples {
      if let first = run.first, let last = run.last,
        !last.isFollowed(by: sample) || !first.isAlong(sample)
      {
        finishRun()
      }
      total += Double(sample.weight)
      if lines.contains(near: sample) {
        met += Double(sample.weight)
        run.append(sample)
      } else {
        finishRun()
      }
    }
    finishRun()
    return WallCoverage(stretches: stretches, directions: directions, met: met, total: total)
  }

  /// Share of the walls' length that the linework lies along, 0 to 1, of those walls alone that are
  /// in the box on the page around what lies on walls, but for its outermost hundredths: a sheet of
  /// half a level has all walls of that half.
  func shareBeneath(_ pose: Pose) -> Double {
    let m = Coefficients(pose, 0, 0)
    let onWalls = linework.points.filter { point in
      guard let r = residual(point, m) else { return false }
      return abs(r.value) < Self.inlierDistance && r.along < 0.75
    }
    func range(_ values: [Float]) -> ClosedRange<Double>? {
      let sorted = values.sorted()
      guard let last = sorted.indices.last else { return nil }
      return Double(sorted[last / 100])...Double(sorted[last - last / 100])
    }
    let determinant = pose.a * pose.d - pose.b * pose.c
    guard determinant != 0, determinant.isFinite, let xs = range(onWalls.map(\.x)),
      let ys = range(onWalls.map(\.y))
    else { return 0 }
    let lines = entered(pose)
    var (met, total) = (0.0, 0.0)
    for sample in walls.samples {
      let (x, y) = (Double(sample.x) - pose.tx, Double(sample.y) - pose.ty)
      guard xs.contains((pose.d * x - pose.c * y) / determinant),
        ys.contains((pose.a * y - pose.b * x) / determinant)
      else { continue }
      total += Double(sample.weight)
      if lines.contains(near: sample) { met += Double(sample.weight) }
    }
    return total > 0 ? met / total : 0
  }

  /// The place beside a sample of walls that many times its length, in local metres.
  private func end(of sample: Linework.Point, _ times: Float) -> LocalPoint {
    let reach = times * sample.weight
    return LocalPoint(
      x: walls.minimum.x + Double(sample.x + reach * sample.dx),
      y: walls.minimum.y + Double(sample.y + reach * sample.dy))
  }

  /// The cells that the lines on walls cross.
  private func entered(_ pose: Pose) -> DirectedCells {
    var cells = DirectedCells(walls)
    let m = Coefficients(pose, 0, 0)
    let scale = Float(pose.scale)
    for p in linework.points {
      guard let r = residual(p, m), abs(r.value) < Self.inlierDistance, r.along < 0.75 else {
        continue
      }
      let (x, y) = (m.a * p.x + m.c * p.y + m.tx, m.b * p.x + m.d * p.y + m.ty)
      let (dx, dy) = (m.a * p.dx + m.c * p.dy, m.b * p.dx + m.d * p.dy)
      let length = max(1e-9, (dx * dx + dy * dy).squareRoot())
      // A point stands for the line half its weight to either side.
      let reach = min(20, Int((p.weight * scale / 2 / WallCoverage.cell).rounded(.up)))
      for step in -reach...reach {
        let t = Float(step) * WallCoverage.cell / length
        cells.insert(x: x + t * dx, y: y + t * dy, dx: dx, dy: dy)
      }
    }
    return cells
  }
}

extension Linework.Point {
  /// Whether another sample of walls lies next to it; a ring's edges may be short.
  fileprivate func isFollowed(by other: Linework.Point) -> Bool {
    abs(other.x - x) < 1 && abs(other.y - y) < 1
  }

  /// Whether another runs its way, to less than what makes another direction.
  fileprivate func isAlong(_ other: Linework.Point) -> Bool {
    abs(dx * other.dx + dy * other.dy) > cos(Float(WallCoverage.turn) * .pi / 180)
  }
}

/// Cells of half a metre over the walls, for each direction's bin whether something is there.
private struct DirectedCells {
  /// Cells around the walls: lines on them may lie beyond by one, and every cell asked for has
  /// neighbours.
  private static let border = 2
  private let columns: Int
  private let rows: Int
  /// A bit for each of the bins.
  private var bits: [UInt16]

  init(_ walls: WallMap) {
    columns = Int(Float(walls.width) / WallCoverage.cell) + 1 + 2 * Self.border
    rows = Int(Float(walls.height) / WallCoverage.cell) + 1 + 2 * Self.border
    bits = [UInt16](repeating: 0, count: columns * rows)
  }

  mutating func insert(x: Float, y: Float, dx: Float, dy: Float) {
    let (column, row) = cell(x, y)
    guard column > 0, row > 0, column < columns - 1, row < rows - 1 else { return }
    bits[row * columns + column] |= 1 << UInt16(WallMap.bin(dx: dx, dy: dy))
  }

  /// Whether anything of its direction, or of the bin beside that, lies in its cell or the next
  /// ones.
  func contains(near sample: Linework.Point) -> Bool {
    let (column, row) = cell(sample.x, sample.y)
    guard column > 0, row > 0, column < columns - 1, row < rows - 1 else { return false }
    let bin = WallMap.bin(dx: sample.dx, dy: sample.dy)
    let mask = [bin, (bin + 1) % WallMap.bins, (bin + WallMap.bins - 1) % WallMap.bins]
      .reduce(UInt16(0)) { $0 | 1 << UInt16($1) }
    for y in row - 1...row + 1 {
      for x in column - 1...column + 1 where bits[y * columns + x] & mask != 0 { return true }
    }
    return false
  }

  private func cell(_ x: Float, _ y: Float) -> (column: Int, row: Int) {
    guard abs(x) < 1e6, abs(y) < 1e6 else { return (0, 0) }
    return (
      Int((x / WallCoverage.cell).rounded(.down)) + Self.border,
      Int((y / WallCoverage.cell).rounded(.down)) + Self.border
    )
  }
}
