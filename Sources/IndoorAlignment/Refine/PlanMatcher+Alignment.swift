internal import Foundation
public import IndoorModel

extension PlanMatcher {
  /// Share by which another level's lift must exceed the asked one's to be mentioned.
  private static let otherLevelShare = 1.02

  /// An alignment by anchors, brought onto the level's walls.
  ///
  /// - Throws: a sentence where the level has no walls, or the lines don't lie on them surely enough.
  public func refine(
    _ rough: PlanAlignment, on level: LevelKey
  ) throws(AlignmentError) -> PlanAlignment {
    guard let match = refine(rough.pageToLocal, on: level) else { throw .noWalls(level) }
    guard match.isSure else { throw .unsureFit(match) }
    var alignment = try aligned(match, anchors: rough.anchors.map(\.anchor))
    // What the anchors' own fit says of its shape no longer holds; what it says of the anchors does.
    let reshaped: Set<AlignmentWarning.Code> = [
      .shortBaseline, .mirrored, .unequalScales, .scaleMismatch, .largeResiduals,
    ]
    alignment.warnings = rough.warnings.filter { !reshaped.contains($0.code) } + alignment.warnings
    alignment.warnings += otherLevel(than: match)
    return alignment
  }

  /// The placement without anchors, on a level or on the one that fits best.
  ///
  /// - Throws: a sentence where no level has walls, the lines don't lie on them surely enough, or two levels fit alike.
  public func place(on level: LevelKey?) throws(AlignmentError) -> PlanAlignment {
    guard let level else {
      let matches = find()
      guard let best = matches.first else { throw .noWalls(nil) }
      guard best.isSure else { throw .unsureFit(best) }
      if let second = matches.dropFirst().first, second.lift * 1.02 > best.lift {
        throw .levelsAlike(best.level, second.level)
      }
      return try aligned(best, anchors: [])
    }
    guard let match = find(on: level) else { throw .noWalls(level) }
    guard match.isSure else { throw .unsureFit(match) }
    var alignment = try aligned(match, anchors: [])
    alignment.warnings += otherLevel(than: match)
    return alignment
  }

  /// The levels of a building stand above each other, so that only the place found is tried on the others.
  private func otherLevel(than match: Match) -> [AlignmentWarning] {
    let others = levels.filter { $0 != match.level && $0.building == match.level.building }
    let best = others.compactMap { moved(match, to: $0) }.max { $0.lift < $1.lift }
    guard let best, best.lift > Self.otherLevelShare * match.lift else { return [] }
    return [
      AlignmentWarning(
        .otherLevelFits,
        "the plan lies better on the walls of level \(best.level.ordinal) (lift \(Self.text(best.lift))) than on those of level \(match.level.ordinal) (\(Self.text(match.lift))): check whether it shows that one"
      )
    ]
  }

  static func text(_ value: Double) -> String { String(format: "%.2f", value) }
}

extension AlignmentError {
  static func noWalls(_ level: LevelKey?) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "\(level.map { "level \($0.ordinal)" } ?? "venue"): there are no walls to lay the plan on, import the level's units or place the plan by anchors"
    )
  }

  static func unsureFit(_ match: PlanMatcher.Match) -> AlignmentError {
    let why =
      match.isMirrored && match.mirrorLift >= PlanMatcher.Match.leastLift
      ? "its lines lie on the walls as well in a mirror (lift \(PlanMatcher.text(match.mirrorLift)) against \(PlanMatcher.text(match.lift)))"
      : match.lift < PlanMatcher.Match.leastLift
        ? "too few of its lines lie on walls (lift \(PlanMatcher.text(match.lift)), least \(PlanMatcher.text(PlanMatcher.Match.leastLift)))"
        : "it fits elsewhere nearly as well (margin \(PlanMatcher.text(match.margin)), least \(PlanMatcher.text(PlanMatcher.Match.leastMargin)))"
    return AlignmentError(
      .unsureFit,
      "level \(match.level.ordinal): the plan's place is not sure, \(why): check the level and whether the plan is mirrored, or place it by anchors"
    )
  }

  static func levelsAlike(_ first: LevelKey, _ second: LevelKey) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "levels \(first.ordinal) and \(second.ordinal): the plan fits both alike, say which with --level"
    )
  }
}
