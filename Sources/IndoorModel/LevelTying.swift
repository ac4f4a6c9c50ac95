public import IndoorGeometry

/// A point of a plan that shows a lift or stairs which stand above or below those of other levels.
public struct LevelTie: Hashable, Sendable {
  /// The lift or stairs; the same name on every level.
  public var connector: String
  /// Where the plan shows it.
  public var page: PagePoint
  /// Standard deviation, in metres per axis, of how far it stands from straight above the others,
  /// picking included.
  public var sigmaMetres: Double
  /// Whether it was found by the plan's own lines, and not given by a person.
  public var isFound: Bool

  /// Makes a tie.
  public init(connector: String, page: PagePoint, sigmaMetres: Double, isFound: Bool = false) {
    self.connector = connector
    self.page = page
    self.sigmaMetres = sigmaMetres
    self.isFound = isFound
  }
}

/// How a plan's placement was tied to those of the building's other levels.
public struct LevelTying: Hashable, Sendable {
  /// A tie and how well it holds.
  public struct Tied: Hashable, Sendable {
    /// The point.
    public var tie: LevelTie
    /// From the connector's mean place on all levels to where this level's plan showed it, in local
    /// metres.
    public var before: LocalPoint
    /// The same after the levels were tied.
    public var after: LocalPoint

    /// Makes one.
    public init(tie: LevelTie, before: LocalPoint, after: LocalPoint) {
      self.tie = tie
      self.before = before
      self.after = after
    }
  }

  /// Where the page lay before, by its anchors or the venue's walls alone.
  public var untied: AffineTransform
  /// The lifts and stairs, by name.
  public var ties: [Tied]

  /// Makes one.
  public init(untied: AffineTransform, ties: [Tied]) {
    self.untied = untied
    self.ties = ties
  }
}
