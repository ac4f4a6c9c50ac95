internal import IndoorGeometry
import IndoorLibc

/// Poses of a plan on a level's walls: proposed by the fields, refined by closest lines, best
/// first.
extension PlanMatcher {
  /// A refined pose and what a part of the linework says of it.
  typealias RankedPose = (pose: Pose, lift: Double)

  /// Degrees, share and metres that a rough placement may be off.
  private static let refineTurn = 14.0
  private static let refineScale = 0.08
  private static let refineShift = 26.0
  /// Steps of 3% from the scale at which the drawing is as large as the level.
  static let usualScales = -20...16
  static let siteScales = 17...48
  /// Of a drawing of a quarter to a half of the level.
  static let partScales = -46 ... -21

  /// Poses next to a rough placement, best first.
  func nearby(_ rough: AffineTransform, walls: WallMap) -> [RankedPose] {
    let start = pose(of: rough, in: walls)
    let search = PoseSearch(
      linework, walls: walls, reach: 2 * Self.refineShift)
    let turns = stride(from: -Self.refineTurn, through: Self.refineTurn, by: 2).map {
      start.turn + Angle.radians($0)
    }
    let scales = stride(from: -Self.refineScale, through: Self.refineScale, by: 0.02).map {
      start.scale * (1 + $0)
    }
    let candidates = search.candidates(
      turns: turns, scales: scales, near: (start, middle, Self.refineShift))
    return ranked(candidates, walls: walls)
  }

  /// A rough placement itself, where it lies on walls: in a corridor of equal rooms the next ones
  /// may be met better.
  func kept(_ rough: AffineTransform, walls: WallMap) -> [RankedPose] {
    let icp = LineICP(walls: walls, linework: linework.thinned(to: Self.coarseCount))
    return icp.similarity(from: pose(of: rough, in: walls), scales: [1, 0.6, 0.4]).map {
      [($0, icp.quality(of: $0).lift)]
    } ?? []
  }

  /// Poses at any place and turn, at steps of scale.
  func search(_ walls: WallMap, _ steps: ClosedRange<Int>) -> [RankedPose] {
    let extent = linework.extent
    let diagonal = hypot(extent.width, extent.height)
    guard diagonal > 0 else { return [] }
    let ratio = hypot(walls.width, walls.height) / diagonal
    return search(walls, steps.map { ratio * pow(1.03, Double($0)) })
  }

  private func search(_ walls: WallMap, _ scales: [Double]) -> [RankedPose] {
    let search = PoseSearch(linework, walls: walls, reach: 0.3 * max(walls.width, walls.height))
    return ranked(search.candidates(turns: turns(walls), scales: scales), walls: walls)
  }

  /// The best lift at any place and turn, at scales near a placement's.
  func bestLift(around placement: AffineTransform, _ walls: WallMap) -> Double {
    search(walls, around: abs(placement.determinant).squareRoot()).first?.lift ?? 0
  }

  /// Poses at any place and turn, at scales near one.
  func search(_ walls: WallMap, around scale: Double) -> [RankedPose] {
    search(walls, (-4...4).map { scale * pow(1.03, Double($0)) })
  }

  /// Turns that bring the plan's main directions onto the walls', by the histograms' correlation,
  /// over the full circle.
  private func turns(_ walls: WallMap) -> [Double] {
    let (plan, wall) = (histogram(linework.points), histogram(walls.samples))
    let correlation = (0..<180).map { shift in
      (0..<180).reduce(Float(0)) { $0 + plan[$1] * wall[($1 + shift) % 180] }
    }
    var rest = correlation
    var found: [Double] = []
    for _ in 0..<8 {
      guard let peak = rest.indices.max(by: { rest[$0] < rest[$1] }), rest[peak] > 0 else { break }
      found += [Double(peak), Double(peak) + 180].map { Angle.radians($0) }
      for k in -4...4 { rest[(peak + k + 180) % 180] = 0 }
    }
    return found
  }

  /// Length by direction in degrees of a half turn, smoothed over three.
  func histogram(_ points: [Linework.Point]) -> [Float] {
    var counts = [Float](repeating: 0, count: 180)
    for p in points {
      var degrees = atan2(p.dy, p.dx) * 180 / .pi
      if degrees < 0 { degrees += 180 }
      degrees = max(0, min(179.999, degrees))
      let low = Int(degrees)
      let share = degrees - Float(low)
      counts[low % 180] += p.weight * (1 - share)
      counts[(low + 1) % 180] += p.weight * share
    }
    let mean = counts.reduce(0, +) / 180
    return (0..<180).map {
      (counts[($0 + 179) % 180] + 2 * counts[$0] + counts[($0 + 1) % 180]) / 4 - mean
    }
  }

  /// The poses that the eight best candidates are refined to, best first.
  private func ranked(_ candidates: [PoseSearch.Candidate], walls: WallMap) -> [RankedPose] {
    let coarse = LineICP(walls: walls, linework: linework.thinned(to: Self.coarseCount))
    var refined: [RankedPose] = []
    var tried: [Pose] = []
    for candidate in candidates where tried.count < 8 {
      guard tried.allSatisfy({ distance($0, candidate.pose) > 4 }) else { continue }
      tried.append(candidate.pose)
      guard let pose = coarse.similarity(from: candidate.pose, scales: [4, 3, 2, 1.4, 1, 0.6, 0.4])
      else { continue }
      refined = merged(refined, [(pose, coarse.quality(of: pose).lift)])
    }
    return refined
  }

  /// Two lists of poses in one, best first; two that end at one place are one pose.
  func merged(_ poses: [RankedPose], _ more: [RankedPose]) -> [RankedPose] {
    var all: [RankedPose] = []
    for next in (poses + more).sorted(by: { $0.lift > $1.lift })
    where all.allSatisfy({ distance($0.pose, next.pose) >= 2 }) {
      all.append(next)
    }
    return all
  }

  private var middle: (Double, Double) {
    let count = Double(max(1, linework.points.count))
    return linework.points.reduce(into: (0.0, 0.0)) {
      $0.0 += Double($1.x) / count
      $0.1 += Double($1.y) / count
    }
  }
}
