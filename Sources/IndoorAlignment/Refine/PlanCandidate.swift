public import IndoorGeometry
public import IndoorJSON
public import IndoorModel

/// One of several placements between which a plan's lines leave it open.
public struct PlanCandidate: Hashable, Sendable {
  /// The level on whose walls it lies.
  public var level: LevelKey
  /// What the lift's button says of that level.
  public var label: String
  /// Where the page lies.
  public var pageToLocal: AffineTransform
  /// Whether it shows the plan as in a mirror.
  public var isMirrored: Bool
  /// Share of the plan's lines on walls, less what chance gives.
  public var lift: Double
  /// By what share of it the lift exceeds the best other candidate's, 0 to 1.
  public var margin: Double
  /// Share of the plan's lines within 0.5 m of a wall of their direction, 0 to 1.
  public var inliers: Double

  /// The candidate as JSON.
  public var json: JSONOutput {
    .object([
      ("level", .integer(Int64(level.ordinal))), ("building", .string(level.building)),
      ("pageToLocal", .numbers(pageToLocal.coefficients)), ("mirrored", .bool(isMirrored)),
      ("lift", .number(lift)), ("margin", .number(margin)), ("inliers", .number(inliers)),
      ("label", .string(label)),
    ])
  }
}

/// Other placements that lie on the walls nearly as well as the one that a search prefers.
public struct PlanRivals: Hashable, Sendable {
  /// Whether they were looked for, and all are told from it by something else.
  public internal(set) var areSettled = false
  /// What tells it from them.
  public internal(set) var decidedBy: Set<PlanEvidence> = []
  /// The preferred placement and those that aren't told from it, where there are some.
  public internal(set) var candidates: [PlanCandidate] = []
  /// The one of them that has more for it, but was ruled out, or mirrors the plan.
  var contradiction: PlanCandidate?
  /// How far the page would have to move, in metres, for another drawing on it to lie on the walls;
  /// `nil` where it has none, or where that wasn't looked for.
  var otherDrawing: Double?
}

/// What tells a plan's placement from others that lie on the walls nearly as well.
public enum PlanEvidence: String, Hashable, Sendable, CaseIterable {
  /// Anchors are met by it alone.
  case anchors
  /// Names in the page's text are those of the units that they come to lie in.
  case names
  /// The drawn walls have gaps where the venue has openings.
  case doors
  /// Treads are drawn where the venue has stairs.
  case stairs
  /// Lines lie on walls that aren't symmetric.
  case walls
}
