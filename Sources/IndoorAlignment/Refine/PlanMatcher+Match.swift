public import IndoorGeometry
public import IndoorModel

extension PlanMatcher {
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
    public var stretches: Int { met.count }
    /// Those of them that run at 20° or more to most others.
    public var stretchesAcross: Int
    /// Share of the length of the level's walls that the plan's lines lie along, 0 to 1.
    public var wallShare: Double
    /// The stretches themselves, to be drawn.
    package var met: [WallStretch]
    /// Whether it would lie on the walls far better if it were stretched in one direction more than
    /// any plan is.
    package var isOverStretched = false
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

    /// Most that such a pose is stretched in one direction, as paper and scanners do: another house
    /// of a type, of other rooms, lies on the walls by more.
    static let mostSettledStretch = 0.05
    /// Least share of the walls beneath a drawing that it shows of a level that nobody has named:
    /// storeys of one building have their stairs, facades and many rooms above each other. Midway
    /// between the least of one mall's own floor images, 0.95, and the most that these meet of the
    /// level that fits best where their own isn't drawn, 0.84. Of the other mall's nine floors it
    /// is 0.97 and 0.88.
    static let leastShareBeneath = 0.895

    /// Whether lift, margin and what they rest on are enough, and the mirror image fits worse; or
    /// else what fits as well is ruled out.
    public var isSure: Bool {
      !isOverStretched && rivals.otherDrawing == nil && isOnWalls
        && (rivals.areSettled || margin >= Self.leastMargin && !isMirrored)
    }

    /// Whether the plan lies on the walls of the level well enough, wherever else it may.
    var isOnWalls: Bool {
      lift >= Self.leastLift && hasWalls && wallShare >= Self.leastWallShare
    }

    /// Whether the plan's lines lie along enough walls, in two directions.
    var hasWalls: Bool {
      stretches >= Self.leastStretches && stretchesAcross >= Self.leastAcross
    }

    /// Whether the plan lies as well on the walls in a mirror.
    public var isMirrored: Bool { mirrorLift > Self.mostMirror * lift }
  }
}
