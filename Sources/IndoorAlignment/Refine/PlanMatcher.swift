public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// Lays a plan's own lines on a venue's walls: from a rough placement, or from none at all.
///
/// Orientation fields, correlated by FFT over turns and scales, propose poses; the eight best are
/// refined by robust closest lines, then by an affine stage. How far to trust one is told by its
/// lift and its margin, never by the refinement's own covariance, which is small at every wrong
/// place too.
public struct PlanMatcher: Sendable {
  /// How well a plan lies on a level's walls.
  public struct Match: Hashable, Sendable {
    /// The level whose walls it was.
    public var level: LevelKey
    /// Where the page lies.
    public var pageToLocal: AffineTransform
    /// What the page was let do.
    public var model: PlanModel
    /// Share of the plan's lines within 0.5 m of a wall of their direction, less the share when
    /// shifted by 6 to 14 m.
    public var lift: Double
    /// By what share of it the lift exceeds that of the best pose elsewhere, 0 to 1.
    public var margin: Double
    /// Root mean square distance of those lines from their walls, in metres.
    public var rmsMetres: Double
    /// The best lift of the plan seen in a mirror; more than `lift` where the plan is mirrored.
    public var mirrorLift = 0.0
    /// Stretches of walls, two metres or longer, that the plan's lines lie along.
    public var stretches: Int
    /// Those of them that run at 20° or more to most others.
    public var stretchesAcross: Int
    /// Share of the length of the level's walls that the plan's lines lie along, 0 to 1.
    public var wallShare: Double
    /// What else lies on the walls nearly as well.
    public internal(set) var rivals = PlanRivals()

    /// Least lift of a pose that is taken without a person's look: midway between the least of the
    /// right poses and the largest of the wrong ones that `make benchmark-fit` finds on one mall's
    /// five floors. It reports on all.
    public static let leastLift = 0.18
    /// Least margin of such a pose, chosen alike.
    public static let leastMargin = 0.36
    /// Most that the mirror image's lift may be of the pose's own. Buildings are often nearly
    /// symmetric, and then a mirrored plan fits many walls.
    public static let mostMirror = 0.9
    /// Least stretches of such a pose, of them across, and share of the walls: a page of one line
    /// has a lift and a margin, but says nothing of where it belongs. `make benchmark-fit`'s right
    /// poses have far more.
    public static let leastStretches = 20
    /// Least stretches across.
    public static let leastAcross = 4
    /// Least share of the walls.
    public static let leastWallShare = 0.15
    /// Least lift, and share of the walls, of a pose that is told from its rivals without anchors:
    /// what tells them apart is little, and counts only where the drawing is nearly exact.
    public static let leastSettledLift = 0.35
    /// Least share of the walls.
    public static let leastSettledWallShare = 0.5

    /// Whether lift, margin and what they rest on are enough, and the mirror image fits worse; or
    /// else what fits as well is ruled out.
    public var isSure: Bool {
      lift >= Self.leastLift && hasWalls && wallShare >= Self.leastWallShare
        && (rivals.areSettled || margin >= Self.leastMargin && !isMirrored)
    }

    /// Whether the plan's lines lie along enough walls, in two directions.
    var hasWalls: Bool {
      stretches >= Self.leastStretches && stretchesAcross >= Self.leastAcross
    }

    /// Whether the plan lies as well on the walls in a mirror.
    public var isMirrored: Bool { mirrorLift > Self.mostMirror * lift }
  }

  /// What is known of the plan beside what it shows.
  public var hints = PlanHints()
  private(set) var linework: Linework
  let page: PlanPage
  let venue: Venue
  /// What the page says, where the venue has names to compare it with.
  let words: PlanWords
  /// The page's picture, where it was drawn to find lines on it: `PlanPreview` would draw the same.
  public let picture: [UInt8]?

  /// Points that a pose is first refined with, and finally.
  static let coarseCount = 2000
  private static let fineCount = 8000
  /// Share of the similarity's cost that an affine map has to stay under: what two more freedoms
  /// gain by chance.
  private static let affineShare = 0.98
  /// Degrees, share and metres that a rough placement may be off.
  private static let refineTurn = 14.0
  private static let refineScale = 0.08
  private static let refineShift = 26.0

  /// Prepares a plan. Throws a sentence where its page has no lines to match.
  public init(_ plan: PlanFile, venue: Venue) throws(AlignmentError) {
    page = plan.page
    self.venue = venue
    let lines = try PageLines(of: plan)
    linework = lines.linework
    picture = lines.picture
    words = venue.units.contains { $0.name != nil } ? try PlanWords(of: plan) : PlanWords()
  }

  /// The placement next to a rough one, or `nil` where the level has no walls or none fits.
  ///
  /// A rough placement that mirrors the plan is refined in the mirror.
  public func refine(_ rough: AffineTransform, on level: LevelKey) -> Match? {
    refine(rough, on: level, anchors: [])
  }

  /// The same, where anchors help to tell one pose from another.
  func refine(_ rough: AffineTransform, on level: LevelKey, anchors: [Anchor]) -> Match? {
    guard let walls = try? WallMap(segments: venue.wallSegments(of: level)) else { return nil }
    let isMirrored = rough.determinant * linework.ySign < 0
    let matcher = isMirrored ? mirrored : self
    let poses = matcher.nearby(rough, walls: walls)
    guard var match = matcher.best(of: poses, walls: walls, level: level) else { return nil }
    if !isMirrored { match.mirrorLift = mirrored.bestLift(around: match.pageToLocal, walls) }
    if match.isSure { return match }
    return matcher.settled(match, among: poses, walls: walls, anchors: anchors, isNear: true)
  }

  /// Poses next to a rough placement, best first.
  private func nearby(_ rough: AffineTransform, walls: WallMap) -> [RankedPose] {
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

  /// The placement on a level without any anchor, or `nil` where the level has no walls or none
  /// fits.
  public func find(on level: LevelKey) -> Match? {
    guard let walls = try? WallMap(segments: venue.wallSegments(of: level)) else { return nil }
    func isAllowed(_ pose: RankedPose) -> Bool {
      hints.allow(map(of: pose.pose, in: walls), of: page)
    }
    var poses = search(walls, Self.usualScales)
    var match = best(of: poses.filter(isAllowed), walls: walls, level: level)
    if match?.isSure != true {
      // A site plan or a sheet's frame is wider than the building.
      poses = merged(poses, search(walls, Self.siteScales))
      match = best(of: poses.filter(isAllowed), walls: walls, level: level)
    }
    guard var match else { return nil }
    match.mirrorLift =
      match.isSure
      ? mirrored.bestLift(around: match.pageToLocal, walls)
      : mirrored.search(walls, Self.usualScales).first?.lift ?? 0
    if match.isSure, poses.first.map(isAllowed) == true { return match }
    return settled(match, among: poses, walls: walls, anchors: [], isNear: false)
  }

  /// The placement on another level's walls next to where it lies on one's, without a look
  /// elsewhere.
  func moved(_ match: Match, to level: LevelKey) -> Match? {
    guard let walls = try? WallMap(segments: venue.wallSegments(of: level)) else { return nil }
    let isMirrored = match.pageToLocal.determinant * linework.ySign < 0
    let matcher = isMirrored ? mirrored : self
    let start = matcher.pose(of: match.pageToLocal, in: walls)
    return matcher.best(of: [(start, 1)], walls: walls, level: level)
  }

  /// Steps of 3% from the scale at which the drawing is as large as the level.
  private static let usualScales = -20...16
  private static let siteScales = 17...48

  private func search(_ walls: WallMap, _ steps: ClosedRange<Int>) -> [RankedPose] {
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
  private func bestLift(around placement: AffineTransform, _ walls: WallMap) -> Double {
    search(walls, around: abs(placement.determinant).squareRoot()).first?.lift ?? 0
  }

  /// Poses at any place and turn, at scales near one.
  func search(_ walls: WallMap, around scale: Double) -> [RankedPose] {
    search(walls, (-4...4).map { scale * pow(1.03, Double($0)) })
  }

  /// The same plan seen in a mirror.
  var mirrored: PlanMatcher {
    var other = self
    other.linework = linework.mirrored
    return other
  }

  /// The levels' matches without any hint, best first.
  public func find() -> [Match] {
    venue.levels.compactMap { find(on: $0.key) }.sorted { $0.lift > $1.lift }
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

  /// A refined pose and what a part of the linework says of it.
  typealias RankedPose = (pose: Pose, lift: Double)

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
  private func merged(_ poses: [RankedPose], _ more: [RankedPose]) -> [RankedPose] {
    var all: [RankedPose] = []
    for next in (poses + more).sorted(by: { $0.lift > $1.lift })
    where all.allSatisfy({ distance($0.pose, next.pose) >= 2 }) {
      all.append(next)
    }
    return all
  }

  func best(of poses: [RankedPose], walls: WallMap, level: LevelKey) -> Match? {
    guard let first = poses.first else { return nil }
    let other = poses.dropFirst().first?.lift ?? 0
    let fine = LineICP(walls: walls, linework: linework.thinned(to: Self.fineCount))
    let similarity = fine.similarity(from: first.pose, scales: [0.6, 0.4, 0.3, 0.3]) ?? first.pose
    var (pose, model) = (similarity, PlanModel.similarity)
    if let affine = fine.affine(from: similarity),
      abs(AlignmentChecks.scaleRatio(map(of: affine, in: walls)) - 1) < 0.1,
      fine.cost(of: affine) < Self.affineShare * fine.cost(of: similarity)
    {
      (pose, model) = (affine, .affine)
    }
    let quality = fine.quality(of: pose)
    let coverage = LineICP(walls: walls, linework: linework).coverage(of: pose)
    return Match(
      level: level, pageToLocal: map(of: pose, in: walls), model: model, lift: quality.lift,
      margin: first.lift > 0 ? max(0, min(1, 1 - max(0, other) / first.lift)) : 0,
      rmsMetres: quality.rms, stretches: coverage.stretches, stretchesAcross: coverage.across,
      wallShare: coverage.share)
  }

  private var middle: (Double, Double) {
    let count = Double(max(1, linework.points.count))
    return linework.points.reduce(into: (0.0, 0.0)) {
      $0.0 += Double($1.x) / count
      $0.1 += Double($1.y) / count
    }
  }

  /// Root mean square distance, in metres, between two poses over the page's corners.
  func distance(_ p: Pose, _ q: Pose) -> Double {
    let squares = page.corners.map { corner -> Double in
      let (x, y) = (corner.x, corner.y * linework.ySign)
      let dx = (p.a - q.a) * x + (p.c - q.c) * y + p.tx - q.tx
      let dy = (p.b - q.b) * x + (p.d - q.d) * y + p.ty - q.ty
      return dx * dx + dy * dy
    }
    return (squares.reduce(0, +) / 4).squareRoot()
  }

  func pose(of map: AffineTransform, in walls: WallMap) -> Pose {
    Pose(
      a: map.a, b: map.b, c: map.c * linework.ySign, d: map.d * linework.ySign,
      tx: map.tx - walls.minimum.x, ty: map.ty - walls.minimum.y)
  }

  func map(of pose: Pose, in walls: WallMap) -> AffineTransform {
    AffineTransform(
      a: pose.a, b: pose.b, c: pose.c * linework.ySign, d: pose.d * linework.ySign,
      tx: pose.tx + walls.minimum.x, ty: pose.ty + walls.minimum.y)
  }
}
