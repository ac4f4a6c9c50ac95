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
  /// What is known of the plan beside what it shows.
  public var hints = PlanHints()
  /// Metres a unit of the page by the plan's own scale, which a placement is held against; `nil`
  /// where it has none.
  package var declaredMetresPerUnit: Double?
  var linework: Linework
  let page: PlanPage
  let venue: Venue
  /// That the page draws more than was read.
  package let leftOut: AlignmentWarning?
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
  /// How much longer one of an affine map's scales may be than the other: unasked, and where the
  /// plan lies on the walls by so much better. Lines that lie on few walls draw a map awry.
  private static let usualStretch = 0.1, mostStretch = 0.2
  private static let stretchedLift = 1.1

  /// Prepares a plan. Throws a sentence where its page has no lines to match.
  public init(_ plan: PlanFile, venue: Venue) throws(AlignmentError) {
    page = plan.page
    declaredMetresPerUnit = plan.declaredMetresPerUnit
    self.venue = venue
    let lines = try PageLines(of: plan)
    linework = plan.page.isShownMirrored ? lines.linework.mirrored : lines.linework
    picture = lines.picture
    leftOut = lines.linework.isCut ? .linesLeftOut(plan.name) : nil
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
    let found = matcher.nearby(rough, walls: walls)
    // Anchors of which one is wrong lie where they all contradict the walls.
    let least = (1 - Match.leastMargin) * (found.first?.lift ?? 0)
    let poses = matcher.merged(
      found, matcher.kept(rough, walls: walls).filter { $0.lift >= least })
    guard var match = matcher.best(of: poses, walls: walls, level: level) else { return nil }
    if !isMirrored { match.mirrorLift = mirrored.bestLift(around: match.pageToLocal, walls) }
    if match.isSure, !matcher.isElsewhere(match, walls) { return match }
    return matcher.settled(match, among: poses, walls: walls, anchors: anchors, isNear: true)
  }

  /// The placement on a level without any anchor, or `nil` where the level has no walls or none
  /// fits.
  public func find(on level: LevelKey) -> Match? {
    guard let walls = try? WallMap(segments: venue.wallSegments(of: level)),
      var match = find(on: level, walls)
    else { return nil }
    if match.isSure || !match.rivals.candidates.isEmpty {
      match.rivals.otherDrawing = otherDrawing(beside: match, walls)
    }
    return match
  }

  private func find(on level: LevelKey, _ walls: WallMap) -> Match? {
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
    // What was said rules poses out, but that they fit as well says how little it means.
    match.margin = min(match.margin, margin(among: poses, isAllowed))
    match.mirrorLift =
      match.isSure
      ? mirrored.bestLift(around: match.pageToLocal, walls)
      : mirrored.search(walls, Self.usualScales).first?.lift ?? 0
    if match.isSure, poses.first.map(isAllowed) == true, !isElsewhere(match, walls) { return match }
    return settled(match, among: poses, walls: walls, anchors: [], isNear: false)
  }

  /// By what share the first allowed pose's lift exceeds that of the best other one.
  private func margin(among poses: [RankedPose], _ isAllowed: (RankedPose) -> Bool) -> Double {
    guard let first = poses.firstIndex(where: isAllowed), poses[first].lift > 0 else { return 0 }
    let other = poses.indices.first { $0 != first }.map { poses[$0].lift } ?? 0
    return max(0, min(1, 1 - max(0, other) / poses[first].lift))
  }

  /// The placement on a level's walls next to where a map lays the page, without a look elsewhere.
  func moved(_ map: AffineTransform, to level: LevelKey) -> Match? {
    guard let walls = try? WallMap(segments: venue.wallSegments(of: level)) else { return nil }
    let isMirrored = map.determinant * linework.ySign < 0
    let matcher = isMirrored ? mirrored : self
    let start = matcher.pose(of: map, in: walls)
    return matcher.best(of: [(start, 1)], walls: walls, level: level)
  }

  /// The same plan seen in a mirror.
  var mirrored: PlanMatcher {
    var other = self
    other.linework = linework.mirrored
    return other
  }

  /// The first of the poses, laid on the walls by more points, with its margin over the second.
  func best(of poses: [RankedPose], walls: WallMap, level: LevelKey) -> Match? {
    guard let first = poses.first else { return nil }
    let other = poses.dropFirst().first?.lift ?? 0
    let fine = LineICP(walls: walls, linework: linework.thinned(to: Self.fineCount))
    let similarity = fine.similarity(from: first.pose, scales: [0.6, 0.4, 0.3, 0.3]) ?? first.pose
    var (pose, model) = (similarity, PlanModel.similarity)
    var isOverStretched = false
    if let affine = fine.affine(from: similarity),
      fine.cost(of: affine) < Self.affineShare * fine.cost(of: similarity)
    {
      let stretch = abs(AlignmentChecks.scaleRatio(map(of: affine, in: walls)) - 1)
      let isBetter =
        stretch < Self.usualStretch
        || fine.quality(of: affine).lift > Self.stretchedLift * fine.quality(of: similarity).lift
      if isBetter, stretch < Self.mostStretch { (pose, model) = (affine, .affine) }
      isOverStretched = isBetter && stretch >= Self.mostStretch
    }
    let quality = fine.quality(of: pose)
    let coverage = LineICP(walls: walls, linework: linework).coverage(of: pose)
    return Match(
      level: level, pageToLocal: map(of: pose, in: walls), model: model, lift: quality.lift,
      margin: first.lift > 0 ? max(0, min(1, 1 - max(0, other) / first.lift)) : 0,
      rmsMetres: quality.rms, stretchesAcross: coverage.across, wallShare: coverage.share,
      met: coverage.stretches, isOverStretched: isOverStretched)
  }

  /// Root mean square distance, in metres, between two poses over the page's corners.
  func distance(_ p: Pose, _ q: Pose) -> Double {
    let squares = page.corners.map { corner -> Double in
      let x = corner.x - linework.origin.x
      let y = corner.y * linework.ySign - linework.origin.y
      let dx = (p.a - q.a) * x + (p.c - q.c) * y + p.tx - q.tx
      let dy = (p.b - q.b) * x + (p.d - q.d) * y + p.ty - q.ty
      return dx * dx + dy * dy
    }
    return (squares.reduce(0, +) / 4).squareRoot()
  }

  func pose(of map: AffineTransform, in walls: WallMap) -> Pose {
    var pose = Pose(
      a: map.a, b: map.b, c: map.c * linework.ySign, d: map.d * linework.ySign,
      tx: map.tx - walls.minimum.x, ty: map.ty - walls.minimum.y)
    let shift = shift(of: pose)
    (pose.tx, pose.ty) = (pose.tx + shift.x, pose.ty + shift.y)
    return pose
  }

  /// Where a pose puts the linework's origin, from where it puts the page's.
  func shift(of pose: Pose) -> (x: Double, y: Double) {
    let origin = linework.origin
    return (pose.a * origin.x + pose.c * origin.y, pose.b * origin.x + pose.d * origin.y)
  }

  func map(of pose: Pose, in walls: WallMap) -> AffineTransform {
    let shift = shift(of: pose)
    return AffineTransform(
      a: pose.a, b: pose.b, c: pose.c * linework.ySign, d: pose.d * linework.ySign,
      tx: pose.tx + walls.minimum.x - shift.x, ty: pose.ty + walls.minimum.y - shift.y)
  }
}
