internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// Corridors and towers lie on their own walls in a mirror and turned by half, too: poses that fit
/// nearly as well are rivals, and each has to be told from the one that is taken.
extension PlanMatcher {
  /// Least share of the best lift that makes a pose a rival.
  private static let rivalShare = 0.55
  /// Candidates that a refusal names at most.
  private static let maximumCandidates = 4

  /// A pose in the contest.
  private struct Standing {
    var map: AffineTransform
    var isMirrored: Bool
    var lift: Double
    var inliers: Double
    var signs: PoseEvidence.Signs
  }

  /// A match, or the rival that beats it, with whether all its rivals are told from it and by what.
  ///
  /// - Parameters:
  ///   - poses: what the search found in the match's own hand.
  ///   - anchors: page points whose places are known.
  ///   - isNear: whether a rough placement has told half turns apart already.
  ///   - isSecond: whether the match has beaten one before, and is compared with rivals of its own.
  func settled(
    _ found: Match, among poses: [RankedPose], walls: WallMap, anchors: [Anchor], isNear: Bool,
    isSecond: Bool = false
  ) -> Match {
    guard found.isOnWalls
    else { return found }
    // Of a drawing that is far from exact only anchors say more than chance does.
    let isExact =
      anchors.count > 2
      || found.lift >= Match.leastSettledLift && found.wallShare >= Match.leastSettledWallShare
        && AlignmentChecks.scaleRatio(found.pageToLocal) <= 1 + Match.mostSettledStretch
    // A part of a level lies on other parts as well, and at other scales.
    let hintsCount = anchors.count > 2 || found.wallShare >= Match.leastSettledWallShare
    let frame = venue.frame
    let evidence = PoseEvidence(
      linework, walls: walls, scale: abs(found.pageToLocal.determinant).squareRoot(),
      names: sharedNames(of: found.level),
      marks: LevelMarks(of: found.level, in: venue),
      anchors: anchors.map { ($0.page, frame.local(from: $0.coordinate)) })
    let standings = contest(found, poses, walls, evidence, isNear: isNear)

    // The pose that the evidence prefers, of those that may be taken: of several the one that lies
    // best, since the next room along a corridor beats a wrong scale, too.
    var first = 0
    for _ in 0..<2 where isExact {
      let preferred = standings.indices.filter { i in
        let rival = standings[i]
        guard i != first, rival.isMirrored == standings[0].isMirrored,
          hints.allow(rival.map, of: page)
        else { return false }
        let (own, other) = leads(standings[first], rival, evidence)
        return own.isEmpty && !other.isEmpty
      }
      first = preferred.max { standings[$0].lift < standings[$1].lift } ?? first
    }
    var match = found
    if first != 0 {
      let start = pose(of: standings[first].map, in: walls)
      let one = [(pose: start, lift: standings[first].lift)]
      guard let better = best(of: one, walls: walls, level: found.level) else { return found }
      match = better
      match.mirrorLift = found.mirrorLift
      if !isSecond {
        return settled(
          match, among: poses, walls: walls, anchors: anchors, isNear: isNear, isSecond: true)
      }
    }
    let taken = standings[first]
    var open: [Standing] = []
    for (i, rival) in standings.enumerated() where i != first {
      let (own, other) = leads(taken, rival, evidence)
      let isFar =
        rival.lift
        <= (rival.isMirrored == taken.isMirrored ? 1 - Match.leastMargin : Match.mostMirror)
        * taken.lift
      if !other.isEmpty {
        if own.isEmpty {
          match.rivals.contradiction = candidate(rival, found.level, among: standings)
        }
        open.append(rival)
      } else if isExact, !own.isEmpty {
        match.rivals.decidedBy.formUnion(own)
      } else if !isFar, !hintsCount || hints.allow(rival.map, of: page) {
        open.append(rival)
      }
    }
    match.rivals.areSettled = open.isEmpty
    let best = standings.indices.filter { $0 != first }.map { standings[$0].lift }.max() ?? 0
    match.margin = match.lift > 0 ? max(0, min(1, 1 - best / match.lift)) : 0
    if !open.isEmpty {
      match.rivals.candidates = ([taken] + open.sorted { $0.lift > $1.lift })
        .prefix(Self.maximumCandidates)
        .map { candidate($0, found.level, among: [taken] + open) }
    }
    return match
  }

  /// What speaks for each of two poses.
  private func leads(
    _ a: Standing, _ b: Standing, _ evidence: PoseEvidence
  ) -> (Set<PlanEvidence>, Set<PlanEvidence>) {
    (evidence.lead(of: a.signs, over: b.signs), evidence.lead(of: b.signs, over: a.signs))
  }

  /// The match, first, and its rivals in both hands.
  private func contest(
    _ found: Match, _ poses: [RankedPose], _ walls: WallMap, _ evidence: PoseEvidence,
    isNear: Bool
  ) -> [Standing] {
    let fine = LineICP(walls: walls, linework: linework.thinned(to: Self.coarseCount))
    var standings: [Standing] = []
    func enter(_ map: AffineTransform) {
      let pose = pose(of: map, in: walls)
      guard standings.allSatisfy({ distance(self.pose(of: $0.map, in: walls), pose) >= 2 }) else {
        return
      }
      let quality = fine.quality(of: pose)
      guard quality.lift >= Self.rivalShare * found.lift else { return }
      let shift = shift(of: pose)
      let local = AffineTransform(
        a: pose.a, b: pose.b, c: pose.c, d: pose.d, tx: map.tx + shift.x, ty: map.ty + shift.y)
      standings.append(
        Standing(
          map: map, isMirrored: page.isMirrored(by: map), lift: quality.lift,
          inliers: quality.inliers,
          signs: evidence.signs(of: map, linesToLocal: local, pose)))
    }
    enter(found.pageToLocal)
    for pose in poses { enter(map(of: pose.pose, in: walls)) }
    for pose in shifts(of: pose(of: found.pageToLocal, in: walls), walls: walls) {
      enter(map(of: pose.pose, in: walls))
    }
    if !isNear {
      if hints != PlanHints() {
        for pose in search(walls, Self.partScales) { enter(map(of: pose.pose, in: walls)) }
      }
      for image in images(of: found.pageToLocal, walls, isMirrored: false) { enter(image) }
      // Of a round building the poses that were found may all be ruled out, and others not.
      if hints.upDegrees != nil {
        for image in turned(found.pageToLocal, walls) where hints.allow(image, of: page) {
          enter(image)
        }
      }
    }
    let other = mirrored
    let scale = abs(found.pageToLocal.determinant).squareRoot()
    for pose in other.search(walls, around: scale) { enter(other.map(of: pose.pose, in: walls)) }
    for image in images(of: found.pageToLocal, walls, isMirrored: true) { enter(image) }
    return standings
  }

  /// A placement turned and reflected about the middle of the walls, and brought onto them again.
  private func images(
    of map: AffineTransform, _ walls: WallMap, isMirrored: Bool
  ) -> [AffineTransform] {
    let axis = Angle.radians(Double(mainDirection(of: walls)))
    let middle = walls.middle(along: axis)
    let matcher = isMirrored ? mirrored : self
    let icp = LineICP(
      walls: walls, linework: matcher.linework.thinned(to: Self.coarseCount))
    let turns = isMirrored ? 0..<4 : 1..<4
    return turns.compactMap { quarter -> AffineTransform? in
      // Of mirrors the axes are an eighth apart.
      let image =
        isMirrored
        ? AffineTransform.rotation(-axis).followed(by: .scale(x: 1, y: -1))
          .followed(by: .rotation(axis + Double(quarter) * .pi / 2))
        : AffineTransform.rotation(Double(quarter) * .pi / 2)
      let moved = map.followed(by: .translation(x: -middle.x, y: -middle.y))
        .followed(by: image).followed(by: .translation(x: middle.x, y: middle.y))
      let start = matcher.pose(of: moved, in: walls)
      let scales: [Float] = [3, 2, 1.4, 1, 0.6, 0.4, 0.3]
      guard let pose = icp.similarity(from: start.similarity, scales: scales) else { return nil }
      return matcher.map(of: pose, in: walls)
    }
  }

  /// A placement turned a little at a time about the middle of the walls, as far as it is allowed,
  /// and brought onto them again.
  private func turned(_ map: AffineTransform, _ walls: WallMap) -> [AffineTransform] {
    let middle = walls.middle(along: 0)
    let icp = LineICP(walls: walls, linework: linework.thinned(to: Self.coarseCount))
    let radius = walls.samples.reduce(0.0) {
      max(
        $0,
        hypot(
          Double($1.x) + walls.minimum.x - middle.x,
          Double($1.y) + walls.minimum.y - middle.y))
    }
    // What the kernel of three metres brings back, from both sides.
    let step = max(1, min(5, Angle.degrees(3 / max(1, radius))))
    let steps = Int(2 * PlanHints.upTolerance / step)
    return (-steps...steps).compactMap { number -> AffineTransform? in
      let moved = map.followed(by: .translation(x: -middle.x, y: -middle.y))
        .followed(by: .rotation(Angle.radians(Double(number) * step)))
        .followed(by: .translation(x: middle.x, y: middle.y))
      guard number != 0, hints.allow(moved, of: page),
        let pose = icp.similarity(
          from: pose(of: moved, in: walls).similarity, scales: [3, 2, 1.4, 1, 0.6, 0.4, 0.3])
      else { return nil }
      return self.map(of: pose, in: walls)
    }
  }

  private func candidate(
    _ standing: Standing, _ level: LevelKey, among all: [Standing]
  ) -> PlanCandidate {
    let other = all.filter { $0.map != standing.map }.map(\.lift).max() ?? 0
    return PlanCandidate(
      level: level, label: venue.level(level)?.label ?? String(level.ordinal),
      pageToLocal: standing.map, isMirrored: standing.isMirrored,
      lift: standing.lift,
      margin: standing.lift > 0 ? max(0, min(1, 1 - other / standing.lift)) : 0,
      inliers: standing.inliers)
  }
}

extension WallMap {
  /// The middle of the walls' rectangle along a direction, in local metres.
  fileprivate func middle(along axis: Double) -> LocalPoint {
    let (c, s) = (cos(axis), sin(axis))
    let turned = samples.map { p in
      LocalPoint(x: c * Double(p.x) + s * Double(p.y), y: c * Double(p.y) - s * Double(p.x))
    }
    let centre = BoundingBox(turned)?.centre ?? LocalPoint(x: 0, y: 0)
    return LocalPoint(
      x: minimum.x + c * centre.x - s * centre.y, y: minimum.y + s * centre.x + c * centre.y)
  }
}

extension Pose {
  /// The same without what an affine map adds.
  fileprivate var similarity: Pose {
    let (re, im) = ((a + d) / 2, (b - c) / 2)
    return Pose(a: re, b: im, c: -im, d: re, tx: tx, ty: ty)
  }
}
