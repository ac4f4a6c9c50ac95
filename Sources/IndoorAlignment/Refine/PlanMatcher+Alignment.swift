internal import Foundation
internal import IndoorGeometry
public import IndoorModel

extension PlanMatcher {
  /// Share by which another level's lift must exceed the asked one's to be mentioned.
  private static let otherLevelShare = 1.02
  /// Levels that are all tried: each takes a second or two.
  private static let maximumLevels = 60

  /// An alignment by anchors, brought onto the level's walls.
  ///
  /// - Throws: a sentence where the level has no walls, or the lines don't lie on them surely
  ///   enough.
  public func refine(
    _ rough: PlanAlignment, on level: LevelKey
  ) throws(AlignmentError) -> PlanAlignment {
    guard hints.allow(rough.pageToLocal, of: page) else {
      throw .hintsContradicted(level, isMirrored: rough.isMirrored && hints.isNotMirrored)
    }
    // What contradicts the others tells nothing apart.
    let anchors = rough.anchors.filter { !$0.isOutlier && !$0.isLeftOut }.map(\.anchor)
    guard let match = refine(rough.pageToLocal, on: level, anchors: anchors) else {
      throw nothing(on: level)
    }
    guard match.isSure else { throw unsure(match, hasAnchors: true) }
    var alignment = try aligned(match, anchors: rough.anchors)
    // What the anchors' own fit says of its shape no longer holds; what it says of the anchors
    // does.
    let reshaped: Set<AlignmentWarning.Code> = [
      .shortBaseline, .mirrored, .unequalScales, .scaleMismatch, .largeResiduals,
      .otherPageUnit,
    ]
    alignment.warnings = rough.warnings.filter { !reshaped.contains($0.code) } + alignment.warnings
    if let warning = farFromAnchors(alignment) { alignment.warnings.append(warning) }
    alignment.warnings += otherLevel(than: match)
    if let warning = namesElsewhere(match) { alignment.warnings.append(warning) }
    return alignment
  }

  /// Names from which on, and share of all that a placement shares with its level, it is told that
  /// they come into others' units.
  private static let mostAstray = (count: 3, share: 0.25)

  private func namesElsewhere(_ match: Match) -> AlignmentWarning? {
    let names = sharedNames(of: match.level)
    let astray = names.astray(by: match.pageToLocal)
    guard astray >= Self.mostAstray.count,
      Double(astray) >= Self.mostAstray.share * Double(names.count)
    else { return nil }
    return .namesElsewhere(astray, of: names.count)
  }

  /// Metres, and sigmas of each anchor, that walls may lay a plan off its anchors, as a root mean
  /// square, without a word.
  private static let farthestOff = (metres: 3.0, sigmas: 5.0)

  private func farFromAnchors(_ alignment: PlanAlignment) -> AlignmentWarning? {
    let anchors = alignment.anchors.filter { !$0.isOutlier && !$0.isLeftOut }
    guard !anchors.isEmpty else { return nil }
    func rms(_ value: (PlanAlignment.FittedAnchor) -> Double) -> Double {
      (anchors.reduce(0) { $0 + value($1) * value($1) } / Double(anchors.count)).squareRoot()
    }
    let off = rms { $0.residualMetres }
    let sigmas = rms {
      $0.residualMetres / max(AnchorSigmas().metres, $0.anchor.sigmaMetres ?? 0)
    }
    guard off > Self.farthestOff.metres, sigmas > Self.farthestOff.sigmas else { return nil }
    return .farFromAnchors(metres: off)
  }

  /// The placement without anchors, on a level or on the one that fits best.
  ///
  /// - Throws: a sentence where no level has walls, the lines don't lie on them surely enough, or
  ///   two levels fit alike.
  public func place(on level: LevelKey?) throws(AlignmentError) -> PlanAlignment {
    guard let level else {
      guard levels.count <= Self.maximumLevels else { throw .tooManyLevels(levels.count) }
      let matches = find()
      guard let best = matches.first else { throw nothing(on: nil) }
      guard best.isSure else { throw unsure(best) }
      if let second = matches.dropFirst().first, second.lift * 1.02 > best.lift {
        throw .levelsAlike(best.level, second.level)
      }
      try check(best)
      var alignment = try aligned(best, anchors: [])
      if let warning = namesElsewhere(best) { alignment.warnings.append(warning) }
      return alignment
    }
    guard let match = find(on: level) else { throw nothing(on: level) }
    guard match.isSure else { throw unsure(match) }
    var alignment = try aligned(match, anchors: [])
    alignment.warnings += otherLevel(than: match)
    if let warning = namesElsewhere(match) { alignment.warnings.append(warning) }
    return alignment
  }

  /// Least share of a level's names that its sheet has, unless it has so many that no other level
  /// has and that lie where they belong.
  private static let leastShown = (share: 0.5, own: 3)

  /// Whether a sheet is of the level that it fits best, or of one that isn't drawn. Names say so
  /// where there are some, and else the walls: storeys of one building have their stairs, facades
  /// and many rooms above each other.
  ///
  /// - Throws: a sentence where it may be of another level.
  private func check(_ best: Match) throws(AlignmentError) {
    let names = sharedNames(of: best.level, others: venue.units.filter { $0.level != best.level })
    if let shown = names.shareShown(by: best.pageToLocal, on: page) {
      guard
        shown >= Self.leastShown.share
          || names.home(by: best.pageToLocal).own >= Self.leastShown.own
      else {
        throw .levelUnsure(best.level, "has \(Int(100 * shown))% of its rooms' names")
      }
    } else if case let share = shareBeneath(best), share < Match.leastShareBeneath {
      throw .levelUnsure(best.level, "shows \(Int(100 * share))% of its walls where it lies")
    }
  }

  private func shareBeneath(_ match: Match) -> Double {
    guard let walls = try? WallMap(segments: venue.wallSegments(of: match.level)) else { return 0 }
    let isMirrored = match.pageToLocal.determinant * linework.ySign < 0
    let matcher = isMirrored ? mirrored : self
    return LineICP(walls: walls, linework: matcher.linework)
      .shareBeneath(matcher.pose(of: match.pageToLocal, in: walls))
  }

  /// Why no pose was found, on a level or on any.
  private func nothing(on level: LevelKey?) -> AlignmentError {
    var reason = AlignmentError.noWalls(level)
    for key in level.map({ [$0] }) ?? levels {
      do throws(WallMap.Fault) {
        _ = try WallMap.walls(among: venue.wallSegments(of: key))
        if let leftOut { return AlignmentError(.unsureFit, leftOut.message) }
        return .noFit(level)
      } catch {
        switch error {
        case .noWalls: continue
        case .tooWide(let metres): reason = .wallsTooWide(key, metres: metres)
        case .tooMany(let count, let metres): reason = .tooManyWalls(key, count, metres: metres)
        }
      }
    }
    return reason
  }

  /// The levels of a building stand above each other, so that only the place found is tried on the
  /// others.
  private func otherLevel(than match: Match) -> [AlignmentWarning] {
    guard let best = bestOther(than: match), best.lift > Self.otherLevelShare * match.lift
    else { return [] }
    return [.otherLevelFits(best, than: match, remedy: "check whether it shows that one")]
  }

  private func bestOther(than match: Match) -> Match? {
    others(than: match.level).compactMap { moved(match.pageToLocal, to: $0) }
      .max { $0.lift < $1.lift }
  }

  /// The names that the page and a level share.
  ///
  /// - Parameter others: units whose names aren't the level's own.
  func sharedNames(of level: LevelKey, others: [IndoorModel.Unit] = []) -> SharedNames {
    SharedNames(
      words, units: venue.units.filter { $0.level == level }, others: others, frame: venue.frame)
  }

  /// The other levels of a building, the nearest first.
  func others(than level: LevelKey) -> some Sequence<LevelKey> {
    let building = levels.filter { $0 != level && $0.building == level.building }
    return building.sorted { abs($0.ordinal - level.ordinal) < abs($1.ordinal - level.ordinal) }
      .prefix(Self.maximumLevels)
  }

  static func text(_ value: Double) -> String { String(format: "%.2f", value) }
}

extension AlignmentWarning {
  static func namesElsewhere(_ astray: Int, of count: Int) -> AlignmentWarning {
    AlignmentWarning(
      .namesElsewhere,
      "of the \(count) room names that the page and the level share \(astray) lie in rooms of other names:"
        + " check whether the page shows this level of this building, and the venue's names")
  }
}

extension AlignmentError {
  private static func title(_ level: LevelKey?) -> String {
    level.map { "level \($0.ordinal)" } ?? "venue"
  }

  static func noWalls(_ level: LevelKey?) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "\(title(level)): there are no walls to lay the plan on, import the level's units or place the plan by anchors"
    )
  }

  static func wallsTooWide(_ level: LevelKey, metres: Double) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "\(title(level)): its outline and units lie up to \(Int(metres)) m apart, more than any building: check the venue's coordinates, or place the plan by anchors"
    )
  }

  static func tooManyWalls(_ level: LevelKey, _ count: Int, metres: Double) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "\(title(level)): its outline and units have \(count) edges of \(Int(metres / 1000)) km together, too many to lay a plan on: place it by anchors"
    )
  }

  static func noFit(_ level: LevelKey?) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "\(title(level)): nowhere do the plan's lines lie on \(level == nil ? "any level's" : "the level's") walls, check that the page shows \(level == nil ? "one of the levels" : "this level") from above, or place it by anchors"
    )
  }

  static func tooManyLevels(_ count: Int) -> AlignmentError {
    AlignmentError(
      .unsureFit, "venue: it has \(count) levels, too many to try each, say which")
  }

  static func levelUnsure(_ level: LevelKey, _ what: String) -> AlignmentError {
    AlignmentError(
      .unsureFit,
      "level \(level.ordinal): the plan fits it best, but \(what), as a plan of another level may that isn't drawn: "
        + "where it shows this one, name the level")
  }

  static func levelsAlike(_ first: LevelKey, _ second: LevelKey) -> AlignmentError {
    guard first.ordinal != second.ordinal else {
      return AlignmentError(
        .unsureFit,
        "level \(first.ordinal) of the buildings \"\(first.building)\" and \"\(second.building)\": the plan fits both alike, name one of the buildings"
      )
    }
    return AlignmentError(
      .unsureFit,
      "levels \(first.ordinal) and \(second.ordinal): the plan fits both alike, say which"
    )
  }
}
