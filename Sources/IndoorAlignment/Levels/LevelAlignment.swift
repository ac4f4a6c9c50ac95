internal import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A building's levels placed together, and how well their lifts and stairs stand above each other.
public struct LevelAlignment: Sendable {
  /// A level before and after.
  public struct PlacedLevel: Hashable, Sendable {
    /// The placement with what ties it, as the venue file keeps it.
    public var placement: PlanPlacement
    /// Whether its anchors hold it, or where it was placed without.
    public var isByAnchors: Bool
    /// How far the page's centre moved, in metres.
    public var shiftMetres: Double
    /// How far the page was turned, in degrees, counter-clockwise positive.
    public var turnDegrees: Double
    /// Predicted error at the page's worst corner by the level's own anchors, in metres.
    public var predictedBefore: Double
    /// The same with the ties.
    public var predictedAfter: Double
  }

  /// The levels, from the lowest up.
  public var levels: [PlacedLevel]
  /// Root mean square over the ties of how far they stand from their connector's mean place, in
  /// metres, before.
  public var rmsBefore: Double
  /// The same after.
  public var rmsAfter: Double
  /// The ties that were left out as contradicting the rest.
  public var leftOut: [LevelTiePoint]
  /// What its user should look at.
  public var warnings: [AlignmentWarning]

  /// Metres beyond which a connector that the adjustment leaves off is named.
  static let offMetres = 1.0

  init(
    _ system: LevelSystem, _ solution: NormalEquations.Solution,
    wrong: [(index: Int, square: Double)], leftOut: [LevelTiePoint]
  ) {
    let maps = system.levels.indices.map { system.placed($0, solution) }
    let tied = Self.tied(system, maps)
    let alone = system.alone()
    levels = system.levels.enumerated().map { i, level in
      var placement = level.placement
      let centre = placement.page.box.centre
      let before: LocalPoint = level.untied.apply(centre)
      placement.pageToLocal = maps[i]
      placement.tying = LevelTying(
        untied: level.untied,
        ties: zip(system.ties, tied).filter { $0.0.level == placement.level }.map(\.1))
      func worst(_ solution: NormalEquations.Solution?) -> Double {
        guard let solution else { return .nan }
        return placement.page.corners.map { system.predictedError($0, on: i, solution) }.max() ?? 0
      }
      return PlacedLevel(
        placement: placement, isByAnchors: level.isByAnchors,
        shiftMetres: maps[i].apply(centre, as: LocalPoint.self).distance(to: before),
        turnDegrees: Angle.degrees(
          Angle.wrapped(
            atan2(maps[i].b, maps[i].a) - atan2(level.untied.b, level.untied.a))),
        predictedBefore: worst(alone), predictedAfter: worst(solution))
    }
    func rms(_ offset: (LevelTying.Tied) -> LocalPoint) -> Double {
      let squares = tied.map { offset($0).x * offset($0).x + offset($0).y * offset($0).y }
      return (squares.reduce(0, +) / Double(max(1, squares.count))).squareRoot()
    }
    rmsBefore = rms(\.before)
    rmsAfter = rms(\.after)
    self.leftOut = leftOut
    warnings = Self.warnings(system, tied, wrong: wrong, leftOut: leftOut)
  }

  /// Each tie's offset from the mean of its connector's, before and after.
  private static func tied(
    _ system: LevelSystem, _ maps: [AffineTransform]
  ) -> [LevelTying.Tied] {
    func offsets(_ place: (LevelTiePoint) -> LocalPoint) -> [LocalPoint] {
      let places = system.ties.map(place)
      let groups = Dictionary(grouping: system.ties.indices) { system.ties[$0].tie.connector }
      var all = places
      for members in groups.values {
        let n = Double(members.count)
        let x = members.reduce(0) { $0 + places[$1].x } / n
        let y = members.reduce(0) { $0 + places[$1].y } / n
        for i in members { all[i] = LocalPoint(x: places[i].x - x, y: places[i].y - y) }
      }
      return all
    }
    let index = Dictionary(
      uniqueKeysWithValues: system.levels.enumerated().map { ($1.placement.level, $0) })
    let before = offsets { system.untied($0.tie.page, on: index[$0.level] ?? 0) }
    let after = offsets { maps[index[$0.level] ?? 0].apply($0.tie.page) }
    return system.ties.indices.map {
      LevelTying.Tied(tie: system.ties[$0].tie, before: before[$0], after: after[$0])
    }
  }

  private static func warnings(
    _ system: LevelSystem, _ tied: [LevelTying.Tied], wrong: [(index: Int, square: Double)],
    leftOut: [LevelTiePoint]
  ) -> [AlignmentWarning] {
    var warnings = leftOut.map {
      AlignmentWarning.connectorOff(
        $0.tie.connector, on: $0.level, "contradicts the other levels and was left out")
    }
    var named: Set<String> = []
    for (index, _) in wrong {
      let tie = system.ties[index]
      // With two levels both are as far off, and which is wrong nobody can say.
      guard named.insert(tie.tie.connector).inserted else { continue }
      let metres = hypot(tied[index].after.x, tied[index].after.y)
      warnings.append(
        .connectorOff(
          tie.tie.connector, on: tie.level,
          "is \(AlignmentWarning.number(metres)) m off, more than the standard deviations explain: check its page points and the levels' anchors, or leave it out"
        ))
    }
    for (i, tie) in system.ties.enumerated() where !named.contains(tie.tie.connector) {
      let metres = hypot(tied[i].after.x, tied[i].after.y)
      guard metres > offMetres, named.insert(tie.tie.connector).inserted else { continue }
      warnings.append(
        .connectorOff(
          tie.tie.connector, on: tie.level,
          "still stands \(AlignmentWarning.number(metres)) m beside its mean place: add anchors far apart to one of its levels"
        ))
    }
    return warnings
  }
}

extension AlignmentWarning.Code {
  /// A lift or stairs doesn't stand above itself.
  public static let connectorOff = AlignmentWarning.Code(rawValue: "connector-off")
}

extension AlignmentWarning {
  static func connectorOff(_ name: String, on level: LevelKey, _ what: String) -> AlignmentWarning {
    AlignmentWarning(.connectorOff, "\(name) on level \(level.ordinal) \(what)")
  }
}
