internal import IndoorGeometry
import IndoorLibc

/// Corridors of equal rooms: a drawing that is moved along them by a room, or by ten, lies on their
/// walls as before; so it does by a row of booths or bays that stand askew to the next. The fields'
/// cells are too wide to tell such places apart, and give the two best of a turn and a scale alone.
extension PlanMatcher {
  /// Metres between two shifts that are tried: what an inlier may be off.
  private static let shiftStep = Double(LineICP.inlierDistance)
  /// Least metres of a shift that makes another place.
  private static let leastShift = 2.0
  /// Shifts that are tried in each direction at most, and refined: those that lie best.
  private static let maximumShifts = 2000
  private static let refinedShifts = 8
  /// Shifts that are tried to each side where they run neither along nor across, by which equal
  /// rows lie to the next.
  private static let obliqueShifts = 40
  /// Points of the linework that those are tried with.
  private static let obliqueCount = 500
  /// Least share of a placement's points on walls that a shift has before it is refined: it may be
  /// off by half a step, and in a corner by more.
  private static let shiftedShare = 0.5

  /// Poses beside one, moved along the walls' main direction or across it, or a little of both,
  /// best first.
  func shifts(of pose: Pose, walls: WallMap) -> [RankedPose] {
    let icp = LineICP(walls: walls, linework: linework.thinned(to: Self.coarseCount))
    let least = Self.shiftedShare * icp.inliers(pose, 0, 0).share
    let axis = Angle.radians(Double(mainDirection(of: walls)))
    let reach = min(hypot(walls.width, walls.height), Double(Self.maximumShifts) * Self.shiftStep)
    let steps = Int(reach / Self.shiftStep)
    var found: [(pose: Pose, share: Double)] = []
    for direction in [axis, axis + .pi / 2] {
      let (dx, dy) = (cos(direction) * Self.shiftStep, sin(direction) * Self.shiftStep)
      let shares = (-steps...steps).map {
        icp.inliers(pose, Double($0) * dx, Double($0) * dy).share
      }
      for index in 1..<max(1, shares.count - 1) {
        let step = Double(index - steps)
        guard abs(step) * Self.shiftStep >= Self.leastShift, shares[index] >= least,
          shares[index] >= shares[index - 1], shares[index] > shares[index + 1]
        else { continue }
        var start = pose
        (start.tx, start.ty) = (pose.tx + step * dx, pose.ty + step * dy)
        found.append((start, shares[index]))
      }
    }
    let oblique = obliqueShifts(of: pose, walls, axis)
    let best = found.sorted { $0.share > $1.share }.prefix(Self.refinedShifts) + oblique
    let refined = best.compactMap {
      icp.similarity(from: $0.pose, scales: [1, 0.6, 0.4]).map {
        (pose: $0, lift: icp.quality(of: $0).lift)
      }
    }
    return merged(refined, []).filter { distance($0.pose, pose) >= Self.leastShift }
  }

  /// The best of the poses that are moved both along an axis and across it.
  private func obliqueShifts(
    of pose: Pose, _ walls: WallMap, _ axis: Double
  ) -> [(pose: Pose, share: Double)] {
    let icp = LineICP(walls: walls, linework: linework.thinned(to: Self.obliqueCount))
    let least = Self.shiftedShare * icp.inliers(pose, 0, 0).share
    let (most, side) = (Self.obliqueShifts, 2 * Self.obliqueShifts + 1)
    let (dx, dy) = (cos(axis) * Self.shiftStep, sin(axis) * Self.shiftStep)
    func way(_ along: Int, _ across: Int) -> (x: Double, y: Double) {
      (Double(along) * dx - Double(across) * dy, Double(along) * dy + Double(across) * dx)
    }
    let shares = (0..<side * side).map { index in
      let way = way(index % side - most, index / side - most)
      return icp.inliers(pose, way.x, way.y).share
    }
    var found: [(pose: Pose, share: Double)] = []
    for row in 1..<side - 1 {
      for column in 1..<side - 1 {
        let share = shares[row * side + column]
        let isBest = [-side - 1, -side, 1 - side, -1, 1, side - 1, side, side + 1].allSatisfy {
          shares[row * side + column + $0] <= share
        }
        let (along, across) = (column - most, row - most)
        guard isBest, share >= least, along != 0, across != 0,
          hypot(Double(along), Double(across)) * Self.shiftStep >= Self.leastShift
        else { continue }
        let way = way(along, across)
        var start = pose
        (start.tx, start.ty) = (pose.tx + way.x, pose.ty + way.y)
        found.append((start, share))
      }
    }
    return Array(found.sorted { $0.share > $1.share }.prefix(Self.refinedShifts))
  }

  /// Whether a match lies nearly as well elsewhere along the walls.
  func isElsewhere(_ match: Match, _ walls: WallMap) -> Bool {
    let pose = pose(of: match.pageToLocal, in: walls)
    guard let best = shifts(of: pose, walls: walls).first else { return false }
    return best.lift > (1 - Match.leastMargin) * match.lift
  }

  /// The walls' main direction in degrees of a half turn.
  func mainDirection(of walls: WallMap) -> Int {
    let counts = histogram(walls.samples)
    return counts.indices.max { counts[$0] < counts[$1] } ?? 0
  }
}
