public import IndoorGeometry
public import IndoorModel

/// Places the plans of a building's levels together, so that lifts and stairs stand above each
/// other.
///
/// Each level may shift, turn and grow a little, as its anchors' sigmas allow; each lift or stairs
/// has one place that all levels share. One weighted least-squares adjustment finds both: a level
/// with poor anchors is held by the shafts that well-anchored levels have in common with it, and
/// gives way to them, not they to it.
///
///     let ties = [LevelTiePoint(level: LevelKey(ordinal: 0), tie: LevelTie(connector: "lift", page: …, sigmaMetres: 0.1)), …]
///     let alignment = try LevelAligner(frame: venue.frame).align(placements, ties: ties)
public struct LevelAligner: Sendable {
  /// The venue's local frame.
  public var frame: LocalFrame
  /// What anchors that declare no sigmas have.
  public var sigmas = AnchorSigmas()
  /// Standard deviation, in metres per axis, of a placement that isn't the anchors': by walls, or
  /// by the plan's source.
  public var placedSigma = 0.3
  /// Whether a lift or stairs that contradicts the rest is left out, and not only named.
  public var isRobust = false

  /// Makes an aligner in a venue's frame.
  public init(frame: LocalFrame) { self.frame = frame }

  /// Connectors beyond which no building goes; the work grows with their number's cube.
  static let maximumConnectors = 300
  static let maximumLevels = 200

  /// Places the levels.
  ///
  /// Ties of a connector that only one level has are left out. An earlier tying of a placement is
  /// undone first, so that the same ties give the same placements again.
  ///
  /// - Throws: a sentence where nothing ties two levels, or there are too many of either.
  public func align(
    _ placements: [PlanPlacement], ties: [LevelTiePoint]
  ) throws(AlignmentError) -> LevelAlignment {
    let levels = placements.sorted { $0.level < $1.level }.map { evidence(of: $0) }
    var used = ties.filter { tie in levels.contains { $0.placement.level == tie.level } }
    used = shared(used)
    guard !used.isEmpty else { throw .nothingTies(levels.map(\.placement.level)) }
    guard levels.count <= Self.maximumLevels,
      Set(used.map(\.tie.connector)).count <= Self.maximumConnectors
    else { throw .tooManyTies() }
    var system = LevelSystem(levels: levels, ties: used)
    guard var solution = system.solved() else { throw .untiedLevels() }
    var wrong = system.outliers(solution)
    var leftOut: [LevelTiePoint] = []
    while isRobust, let worst = wrong.first {
      // The worst goes first: it draws the others off.
      leftOut.append(used[worst.index])
      used.remove(at: worst.index)
      used = shared(used)
      guard !used.isEmpty else { throw .allLeftOut(leftOut) }
      system = LevelSystem(levels: levels, ties: used)
      guard let next = system.solved() else { throw .untiedLevels() }
      solution = next
      wrong = system.outliers(next)
    }
    return LevelAlignment(system, solution, wrong: wrong, leftOut: leftOut)
  }

  /// The ties of connectors that two levels or more have.
  private func shared(_ ties: [LevelTiePoint]) -> [LevelTiePoint] {
    let levels = Dictionary(grouping: ties, by: \.tie.connector).mapValues { Set($0.map(\.level)) }
    return ties.filter { levels[$0.tie.connector, default: []].count > 1 }
  }

  /// What holds a level where it lies: the anchors that it was fitted to, or its placement itself.
  private func evidence(of placement: PlanPlacement) -> LevelEvidence {
    let untied = placement.tying?.untied ?? placement.pageToLocal
    let scale = abs(untied.determinant).squareRoot()
    if let fit = placement.fit(making: untied, in: frame, sigmas) {
      return LevelEvidence(
        placement: placement, untied: untied,
        points: fit.anchors.filter { !$0.isLeftOut }.map { fitted in
          let anchor = fitted.anchor
          let (ground, page) = (
            anchor.sigmaMetres ?? sigmas.metres, (anchor.sigmaPage ?? sigmas.page) * scale
          )
          return LevelEvidence.Point(
            page: anchor.page, local: frame.local(from: anchor.coordinate),
            variance: max(1e-12, (ground * ground + page * page) * fit.varianceFactor))
        }, isByAnchors: true)
    }
    // Four corners at √2 σ make a placement whose corners are off by σ.
    return LevelEvidence(
      placement: placement, untied: untied,
      points: placement.page.corners.map {
        LevelEvidence.Point(
          page: $0, local: untied.apply($0), variance: 2 * placedSigma * placedSigma)
      }, isByAnchors: false)
  }
}

/// A tie and the level that it is of.
public struct LevelTiePoint: Hashable, Sendable {
  /// The level whose plan shows it.
  public var level: LevelKey
  /// What it shows.
  public var tie: LevelTie

  /// Makes one.
  public init(level: LevelKey, tie: LevelTie) {
    self.level = level
    self.tie = tie
  }
}

/// A level's placement and what holds it there.
struct LevelEvidence: Sendable {
  struct Point: Sendable {
    var page: PagePoint
    var local: LocalPoint
    /// Square metres, per axis.
    var variance: Double
  }

  var placement: PlanPlacement
  var untied: AffineTransform
  var points: [Point]
  var isByAnchors: Bool
}

extension AlignmentError {
  static func nothingTies(_ levels: [LevelKey]) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "levels \(levels.map { "\($0.ordinal)" }.joined(separator: ", ")): no lift or stairs is known on the plans of two of them; "
        + "name a point of one on each")
  }

  static func allLeftOut(_ ties: [LevelTiePoint]) -> AlignmentError {
    let names = ties.map { "\($0.tie.connector) on level \($0.level.ordinal)" }
    let shown = names.prefix(8).joined(separator: ", ")
    let more = names.count > 8 ? " and \(names.count - 8) more" : ""
    return AlignmentError(
      .noPlacement,
      "\(shown)\(more): left out because \(names.count == 1 ? "it contradicts" : "they contradict") the rest, and nothing else ties "
        + "two levels; check \(names.count == 1 ? "its point" : "their points") and the levels' anchors, or leave nothing out"
    )
  }

  static func untiedLevels() -> AlignmentError {
    AlignmentError(
      .noPlacement, "the levels' anchors and ties leave one of them free: place each by two anchors"
    )
  }

  static func tooManyTies() -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "there are over \(LevelAligner.maximumConnectors) lifts and stairs or \(LevelAligner.maximumLevels) levels: tie fewer at a time"
    )
  }
}
