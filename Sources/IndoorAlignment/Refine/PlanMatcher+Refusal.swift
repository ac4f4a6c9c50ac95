internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

extension PlanMatcher {
  /// Why a match isn't taken: what is missing of a sure one, or what fits as well and what would
  /// tell them apart.
  func unsure(_ match: Match, hasAnchors: Bool = false) -> AlignmentError {
    let (doubt, remedy) = match.reasons(
      anchor: match.rivals.candidates.isEmpty ? nil : tellingPoint(match.rivals.candidates),
      hasAnchors: hasAnchors, hints)
    return AlignmentError(
      .unsureFit,
      "level \(match.level.ordinal): the plan's place is not sure, \(doubt): \(remedy)",
      candidates: match.rivals.candidates)
  }

  /// The corner of what is drawn that the candidates put furthest from one another.
  private func tellingPoint(_ candidates: [PlanCandidate]) -> PagePoint? {
    guard let first = candidates.first,
      let box = BoundingBox(
        linework.points.map {
          PagePoint(
            x: linework.origin.x + Double($0.x),
            y: (linework.origin.y + Double($0.y)) * linework.ySign)
        })
    else { return nil }
    let corners = [
      box.minimum, PagePoint(x: box.maximum.x, y: box.minimum.y), box.maximum,
      PagePoint(x: box.minimum.x, y: box.maximum.y),
    ]
    func least(_ corner: PagePoint) -> Double {
      let place: LocalPoint = first.pageToLocal.apply(corner)
      return candidates.dropFirst().map {
        $0.pageToLocal.apply(corner, as: LocalPoint.self).distance(to: place)
      }.min() ?? 0
    }
    return corners.max { least($0) < least($1) }
  }
}

extension AlignmentError {
  static func hintsContradicted(_ level: LevelKey, isMirrored: Bool) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "level \(level.ordinal): the anchors place the plan "
        + (isMirrored
          ? "in a mirror, and it is said not to be mirrored: check the anchors"
          : "with its top another way than is said: check the anchors, and which way its top lies"))
  }
}

extension PlanMatcher.Match {
  /// How a candidate lies against the one before all.
  private enum Relation {
    case mirrored
    case turned
    case turnedLittle
    case moved
  }

  private func relation(_ other: PlanCandidate, to first: PlanCandidate) -> Relation {
    if other.isMirrored != first.isMirrored { return .mirrored }
    let (p, q) = (first.pageToLocal, other.pageToLocal)
    let turn = Angle.wrapped(atan2(q.b, q.a) - atan2(p.b, p.a))
    // What `PlanHints.upDegrees` tells apart, with what a person's guess is off.
    let degrees = abs(Angle.degrees(turn))
    return degrees > 60 ? .turned : degrees > 3 ? .turnedLittle : .moved
  }

  /// What is missing of a sure placement, and what to do about it.
  fileprivate func reasons(
    anchor: PagePoint?, hasAnchors: Bool, _ hints: PlanHints
  ) -> (String, String) {
    let isTurnSaid = hints.upDegrees != nil
    guard let first = rivals.candidates.first, rivals.candidates.count > 1,
      rivals.otherDrawing == nil
    else {
      // What fits may lie the other way round than was said.
      let turn = isTurnSaid ? "check which way its top lies, and " : ""
      return (doubt, "\(turn)\(remedy), or place it by anchors")
    }
    let relations = rivals.candidates.dropFirst().map { relation($0, to: first) }
    let point = anchor.map { String(format: "%.0f,%.0f", $0.x, $0.y) }
    let anchors =
      switch (hasAnchors, point) {
      case (true, let point?): "give one more anchor, near \(point) of the page"
      case (true, nil): "give one more anchor"
      case (false, let point?): "place it by anchors, one of them near \(point) of the page"
      case (false, nil): "place it by anchors"
      }
    if let contradiction = rivals.contradiction {
      return relation(contradiction, to: first) == .mirrored
        ? (
          "its lines lie better on the walls in a mirror (lift \(Self.text(contradiction.lift)) against \(Self.text(first.lift)))",
          "check the level and whether the plan is mirrored, or place it by three anchors that aren't in line"
        )
        : (
          "more speaks for another place, which was ruled out (lift \(Self.text(contradiction.lift)) against \(Self.text(first.lift)))",
          isTurnSaid ? "check which way its top lies, or \(anchors)" : anchors
        )
    }
    var ways: [String] = []
    var remedies: [String] = []
    if relations.contains(.mirrored) {
      ways.append("in a mirror")
      if !hints.isNotMirrored { remedies.append("say that it isn't mirrored") }
    }
    if relations.contains(.turned) {
      ways.append("turned")
      if !isTurnSaid { remedies.append("tell which way its top lies") }
    }
    if relations.contains(.turnedLittle) { ways.append("turned by some degrees") }
    if relations.contains(.moved) { ways.append("moved by some metres") }
    let best = rivals.candidates.dropFirst().map(\.lift).max() ?? 0
    let told =
      relations.contains(.moved) || relations.contains(.turnedLittle) || remedies.isEmpty
        || wallShare < Self.leastSettledWallShare
      ? anchors : remedies.joined(separator: " and ") + ", or \(anchors)"
    return (
      "its lines lie on the walls as well \(ways.joined(separator: " and ")) (lift \(Self.text(best)) against \(Self.text(first.lift)))",
      told
    )
  }

  /// What is missing of a sure placement, with its figure: a page of a few lines first, since it
  /// says nothing else.
  private var doubt: String {
    if let metres = rivals.otherDrawing {
      return
        "the page has several drawings: another lies on the walls, too, where the page is moved by \(Int(metres.rounded())) m"
    }
    if isOverStretched {
      return "its lines lie on the walls only where it is stretched in one direction by over 20%"
    }
    if stretches < Self.leastStretches {
      return
        "its lines lie along \(stretches) stretches of wall of 2 m or more, and \(Self.leastStretches) are needed"
    }
    if stretchesAcross < Self.leastAcross {
      return
        "its lines lie along walls of one direction: of \(stretches) stretches \(stretchesAcross) run at 20° or more to the others, and \(Self.leastAcross) are needed"
    }
    if isMirrored, mirrorLift >= Self.leastLift {
      return
        "its lines lie \(mirrorLift > lift ? "better on the walls" : "on the walls as well") in a mirror (lift \(Self.text(mirrorLift)) against \(Self.text(lift)))"
    }
    if lift < Self.leastLift {
      return
        "its lines lie on walls hardly more often than when shifted by some metres (lift \(Self.text(lift, below: Self.leastLift)), and \(Self.text(Self.leastLift)) is needed)"
    }
    if wallShare < Self.leastWallShare {
      return
        "its lines lie along \(percent(wallShare, below: Self.leastWallShare)) of the level's walls, and \(percent(Self.leastWallShare)) are needed"
    }
    return
      "it fits elsewhere nearly as well (margin \(Self.text(margin, below: Self.leastMargin)), and \(Self.text(Self.leastMargin)) is needed)"
  }

  /// What to do about it.
  private var remedy: String {
    if rivals.otherDrawing != nil { return "give a page of this level's drawing alone" }
    if isOverStretched { return "give the page as it was drawn" }
    return hasWalls && wallShare >= Self.leastWallShare
      ? "check the level and whether the plan is mirrored"
      : "give a page that shows more of the level's rooms, or the right level"
  }

  private func percent(_ share: Double, below least: Double = .infinity) -> String {
    Self.rounded(share * 100, below: least * 100, decimals: 0) + "%"
  }

  private static func text(_ value: Double, below least: Double = .infinity) -> String {
    rounded(value, below: least, decimals: 2)
  }

  /// A number that is too small, with as many decimals as it takes to read less than what is
  /// needed.
  static func rounded(_ value: Double, below least: Double, decimals: Int) -> String {
    for decimals in decimals..<decimals + 8 {
      let text = String(format: "%.\(decimals)f", value)
      if let shown = Double(text), value >= least || shown < least { return text }
    }
    return "\(value)"
  }
}
