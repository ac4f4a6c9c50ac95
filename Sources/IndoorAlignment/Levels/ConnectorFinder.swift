internal import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// Finds where a level's plan shows the venue's lifts and stairs.
public struct ConnectorFinder: Sendable {
  private let venue: Venue
  private let connectors: [VenueConnector]

  /// Makes a finder of a venue's connectors.
  public init(_ connectors: [VenueConnector], venue: Venue) {
    self.connectors = connectors
    self.venue = venue
  }

  /// The page points of the connectors on a placed plan; `nil` where its lines don't lie on the
  /// level's walls surely.
  ///
  /// The plan's own lines are laid on the level's walls next to its placement, and the connectors'
  /// middles taken back to the page. Only these page points are used: where the level lies stays
  /// its anchors' business.
  public func ties(
    of plan: PlanFile, placement: PlanPlacement
  ) throws(AlignmentError) -> [LevelTiePoint]? {
    let parts = connectors.flatMap { connector in
      connector.parts.filter { $0.level == placement.level }.map { (connector, $0) }
    }
    guard !parts.isEmpty else { return [] }
    let map = placement.tying?.untied ?? placement.pageToLocal
    guard let match = try PlanMatcher(plan, venue: venue).refine(map, on: placement.level),
      match.isSure, let back = match.pageToLocal.inverse
    else { return nil }
    return parts.map { connector, part in
      LevelTiePoint(
        level: placement.level,
        tie: LevelTie(
          connector: connector.name, page: back.apply(part.centre),
          sigmaMetres: hypot(connector.sigma(of: part), match.rmsMetres), isFound: true))
    }
  }
}
