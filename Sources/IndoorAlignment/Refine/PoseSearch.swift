internal import Foundation
internal import IndoorGeometry

/// Correlates the orientation fields (e^2iθ, e^4iθ) of linework and walls by FFT over turns and
/// scales, so that every shift is tried at once.
struct PoseSearch {
  /// A pose and how well the fields agree there, 0 to 1.
  struct Candidate {
    var pose: Pose
    var score: Float
  }

  /// Cells along a side of the fields.
  private static let size = 128
  private let fft = FFT2(size: PoseSearch.size)
  private let walls: WallMap
  private let linework: Linework
  /// Metres a cell.
  let cell: Double
  private let wallFields: Fields

  /// - Parameter reach: how far the linework may stand out over the walls, in metres.
  init(_ linework: Linework, walls: WallMap, reach: Double) {
    self.walls = walls
    self.linework = linework.thinned(to: 6000)
    cell = (max(walls.width, walls.height) + reach) / Double(Self.size)
    wallFields = Fields(size: Self.size)
    for s in walls.samples {
      wallFields.add(
        x: s.x / Float(cell), y: s.y / Float(cell), dx: s.dx, dy: s.dy, weight: s.weight)
    }
    wallFields.normalise()
    wallFields.blur()
    wallFields.transform(fft)
  }

  /// The best shift of each turn (radians) and scale (metres a unit), best first.
  func candidates(
    turns: [Double], scales: [Double],
    near: (pose: Pose, centre: (Double, Double), radius: Double)? = nil
  ) -> [Candidate] {
    let jobs = turns.flatMap { turn in scales.map { (turn, $0) } }
    let workers = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
    let parts = (0..<workers).map { w in
      jobs.enumerated().filter { $0.offset % workers == w }.map(\.element)
    }
    let found = Results(count: workers)
    DispatchQueue.concurrentPerform(iterations: workers) { w in
      let fields = Fields(size: Self.size)
      found.set(
        w, parts[w].flatMap { best(turn: $0.0, scale: $0.1, in: fields, near: near) })
    }
    return found.all.sorted { $0.score > $1.score }
  }

  private func best(
    turn: Double, scale: Double, in fields: Fields,
    near: (pose: Pose, centre: (Double, Double), radius: Double)?
  ) -> [Candidate] {
    let pose = Pose(turn: turn, scale: scale, tx: 0, ty: 0)
    let (c, s) = (Float(cos(turn)), Float(sin(turn)))
    let (re, im) = (Float(pose.a / cell), Float(pose.b / cell))
    fields.clear()
    for p in linework.points {
      fields.add(
        x: re * p.x - im * p.y, y: im * p.x + re * p.y, dx: c * p.dx - s * p.dy,
        dy: s * p.dx + c * p.dy, weight: p.weight * Float(scale))
    }
    fields.normalise()
    let energy = fields.energy
    guard energy > 0 else { return [] }
    fields.transform(fft)
    fields.correlate(with: wallFields, fft)
    var found: [Candidate] = []
    let n = Self.size
    // The two best shifts: the right one may be second under a repeating pattern.
    for peak in fields.peaks(
      2,
      where: { x, y in
        guard let near else { return true }
        let (tx, ty) = shift(x, y)
        let (px, py) = near.centre
        let dx =
          pose.a * px + pose.c * py + tx - (near.pose.a * px + near.pose.c * py + near.pose.tx)
        let dy =
          pose.b * px + pose.d * py + ty - (near.pose.b * px + near.pose.d * py + near.pose.ty)
        return wrapped(dx) * wrapped(dx) + wrapped(dy) * wrapped(dy) <= near.radius * near.radius
      })
    {
      var (tx, ty) = shift(peak.x, peak.y)
      let period = cell * Double(n)
      // Shifts are known up to a period: the one that brings the linework's middle next to the
      // walls' (or the start).
      let middle = linework.points.reduce(into: (0.0, 0.0)) {
        $0.0 += Double($1.x)
        $0.1 += Double($1.y)
      }
      let count = Double(max(1, linework.points.count))
      let (mx, my) = (middle.0 / count, middle.1 / count)
      let target =
        near.map {
          (
            $0.pose.a * mx + $0.pose.c * my + $0.pose.tx,
            $0.pose.b * mx + $0.pose.d * my + $0.pose.ty
          )
        } ?? (walls.width / 2, walls.height / 2)
      tx += ((target.0 - (pose.a * mx + pose.c * my + tx)) / period).rounded() * period
      ty += ((target.1 - (pose.b * mx + pose.d * my + ty)) / period).rounded() * period
      var placed = pose
      (placed.tx, placed.ty) = (tx, ty)
      found.append(Candidate(pose: placed, score: peak.value / energy))
    }
    return found
  }

  private func shift(_ x: Int, _ y: Int) -> (Double, Double) {
    (Double(x) * cell, Double(y) * cell)
  }

  private func wrapped(_ metres: Double) -> Double {
    let period = cell * Double(Self.size)
    return metres - (metres / period).rounded() * period
  }

  /// What the workers found; each writes its own place once.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var parts: [[Candidate]]
    init(count: Int) { parts = Array(repeating: [], count: count) }
    func set(_ index: Int, _ value: [Candidate]) { lock.withLock { parts[index] = value } }
    var all: [Candidate] { parts.flatMap { $0 } }
  }
}
