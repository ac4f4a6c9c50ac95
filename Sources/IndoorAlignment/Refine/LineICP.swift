internal import IndoorGeometry
import IndoorLibc

/// Iterated closest lines, robust: each point of the linework is drawn to the nearest wall of its
/// own direction.
///
/// Point to line after Chen and Medioni (1992), doi:10.1016/0262-8856(92)90066-C; weights by Geman
/// and McClure, whose scale shrinks from the start's error to the drawing's.
struct LineICP {
  let walls: WallMap
  let linework: Linework

  /// Metres within which a point counts as on a wall.
  static let inlierDistance: Float = 0.5

  /// What a pose is worth.
  struct Quality {
    /// Share of the linework on walls.
    var inliers: Double
    /// The same with the linework shifted by 6 to 14 m: what chance gives.
    var chance: Double
    /// Inliers over chance.
    var lift: Double { inliers - chance }
    /// Root mean square distance, in metres, of the points on walls.
    var rms: Double
  }

  /// Refines a similarity; `from` and `to` are the scale of the weights in metres.
  func similarity(from start: Pose, scales: [Float]) -> Pose? {
    var pose = start
    for scale in scales {
      for _ in 0..<3 {
        guard let next = step(pose, weightScale: scale, isAffine: false) else { return nil }
        pose = next
      }
      // A collapsing or growing pose has lost its plan.
      guard abs(pose.scale / start.scale - 1) < 0.15 else { return nil }
    }
    return pose
  }

  /// Refines an affine map from a similarity that is right to a fraction of a metre.
  func affine(from start: Pose) -> Pose? {
    var pose = start
    for scale in [1.0, 0.6, 0.4, 0.3, 0.3] as [Float] {
      guard let next = step(pose, weightScale: scale, isAffine: true) else { return nil }
      pose = next
    }
    return pose
  }

  func quality(of pose: Pose) -> Quality {
    let (share, rms) = inliers(pose, 0, 0)
    var chance = 0.0
    for k in 0..<12 {
      let angle = Double(k) * .pi / 6
      let radius = [6.0, 8, 10, 12, 14][k % 5]
      chance += inliers(pose, radius * cos(angle), radius * sin(angle)).share / 12
    }
    return Quality(inliers: share, chance: chance, rms: rms)
  }

  /// Mean of the points' robust squared distances, 0 (all on walls) to 1, without regard to a
  /// threshold.
  func cost(of pose: Pose) -> Double {
    let m = Coefficients(pose, 0, 0)
    let scale = Self.inlierDistance * Self.inlierDistance / 4
    var (total, sum): (Float, Float) = (0, 0)
    for p in linework.points {
      total += p.weight
      guard let r = residual(p, m), r.along < 0.75 else {
        sum += p.weight
        continue
      }
      sum += p.weight * r.value * r.value / (scale + r.value * r.value)
    }
    return total > 0 ? Double(sum / total) : 1
  }

  /// Share of the linework on walls where a pose is moved by some metres, and their distance.
  func inliers(_ pose: Pose, _ ox: Double, _ oy: Double) -> (share: Double, rms: Double) {
    let m = Coefficients(pose, ox, oy)
    var (total, on, squares): (Float, Float, Float) = (0, 0, 0)
    for p in linework.points {
      total += p.weight
      guard let r = residual(p, m) else { continue }
      if abs(r.value) < Self.inlierDistance, r.along < 0.75 {
        on += p.weight
        squares += p.weight * r.value * r.value
      }
    }
    guard total > 0 else { return (0, .infinity) }
    return (Double(on / total), on > 0 ? Double(squares / on).squareRoot() : .infinity)
  }

  struct Coefficients {
    let a, b, c, d, tx, ty: Float
    init(_ p: Pose, _ ox: Double, _ oy: Double) {
      (a, b, c, d) = (Float(p.a), Float(p.b), Float(p.c), Float(p.d))
      (tx, ty) = (Float(p.tx + ox), Float(p.ty + oy))
    }
  }

  @inline(__always)
  func residual(
    _ p: Linework.Point, _ m: Coefficients
  ) -> (value: Float, along: Float, wall: WallMap.Wall)? {
    let x = m.a * p.x + m.c * p.y + m.tx
    let y = m.b * p.x + m.d * p.y + m.ty
    let bin = WallMap.bin(dx: m.a * p.dx + m.c * p.dy, dy: m.b * p.dx + m.d * p.dy)
    guard let (sample, wall) = walls.wall(x: x, y: y, bin: bin) else { return nil }
    let along = abs((x - sample.x) * wall.ny - (y - sample.y) * wall.nx)
    return (wall.nx * x + wall.ny * y - wall.c, along, wall)
  }

  /// One weighted least-squares step: the four or six coefficients that bring the points onto their
  /// walls.
  private func step(_ pose: Pose, weightScale: Float, isAffine: Bool) -> Pose? {
    let m = Coefficients(pose, 0, 0)
    let count = isAffine ? 6 : 4
    var normal = [Double](repeating: 0, count: count * count)
    var right = [Double](repeating: 0, count: count)
    // Coordinates about the linework's middle and in its extent keep the equations well
    // conditioned.
    let (cx, cy, unit) = middle
    var row = [Double](repeating: 0, count: count)
    for p in linework.points {
      guard let r = residual(p, m) else { continue }
      let distance =
        (r.value * r.value + max(0, r.along - 0.5) * max(0, r.along - 0.5))
        / (weightScale * weightScale)
      let root = 1 / (1 + distance)
      let w = Double(p.weight * root * root)
      let (u, v) = ((Double(p.x) - cx) / unit, (Double(p.y) - cy) / unit)
      let (nx, ny) = (Double(r.wall.nx), Double(r.wall.ny))
      if isAffine {
        (row[0], row[1], row[2], row[3], row[4], row[5]) = (nx * u, ny * u, nx * v, ny * v, nx, ny)
      } else {
        (row[0], row[1], row[2], row[3]) = (nx * u + ny * v, ny * u - nx * v, nx, ny)
      }
      for i in 0..<count {
        let wi = w * row[i]
        right[i] -= wi * Double(r.value)
        for j in i..<count { normal[i * count + j] += wi * row[j] }
      }
    }
    guard let x = Self.solve(&normal, right, count) else { return nil }
    var next = pose
    if isAffine {
      next.a += x[0] / unit
      next.b += x[1] / unit
      next.c += x[2] / unit
      next.d += x[3] / unit
    } else {
      next.a += x[0] / unit
      next.b += x[1] / unit
      next.c -= x[1] / unit
      next.d += x[0] / unit
    }
    let (sx, sy) = isAffine ? (x[4], x[5]) : (x[2], x[3])
    next.tx += sx - (next.a - pose.a) * cx - (next.c - pose.c) * cy
    next.ty += sy - (next.b - pose.b) * cx - (next.d - pose.d) * cy
    return [next.a, next.b, next.tx, next.ty].allSatisfy(\.isFinite) ? next : nil
  }

  private var middle: (x: Double, y: Double, unit: Double) {
    let count = Double(max(1, linework.points.count))
    var (x, y) = (0.0, 0.0)
    for p in linework.points {
      x += Double(p.x) / count
      y += Double(p.y) / count
    }
    let extent = linework.extent
    return (x, y, max(1e-6, max(extent.width, extent.height) / 2))
  }

  /// Cholesky on the upper triangle, with a whiff of damping; `nil` where a direction is free.
  private static func solve(_ m: inout [Double], _ b: [Double], _ n: Int) -> [Double]? {
    var x = b
    for i in 0..<n { m[i * n + i] *= 1 + 1e-9 }
    for i in 0..<n {
      for j in i..<n {
        var sum = m[i * n + j]
        for k in 0..<i { sum -= m[k * n + i] * m[k * n + j] }
        if i == j {
          guard sum > 1e-9 else { return nil }
          m[i * n + i] = sum.squareRoot()
        } else {
          m[i * n + j] = sum / m[i * n + i]
        }
      }
    }
    for i in 0..<n {
      for k in 0..<i { x[i] -= m[k * n + i] * x[k] }
      x[i] /= m[i * n + i]
    }
    for i in stride(from: n - 1, through: 0, by: -1) {
      for k in (i + 1)..<max(n, i + 1) { x[i] -= m[i * n + k] * x[k] }
      x[i] /= m[i * n + i]
    }
    return x
  }
}
