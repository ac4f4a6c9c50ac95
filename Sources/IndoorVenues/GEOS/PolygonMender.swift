import IndoorGeometry

/// Checks polygons and mends them, within bounds on the work for all of them together.
///
/// A drawing has a few crossings by mistake. What crosses itself thousands of times is no outline
/// of anything, and mending it would take minutes and hundreds of megabytes.
struct PolygonMender {
  /// What is the matter with a polygon.
  enum Verdict {
    case valid
    /// Invalid, and what becomes of it.
    case mended(PolygonProblem, [Polygon<Coordinate>])
    /// Beyond the bounds: the reason is a clause.
    case refused(String)
  }

  /// Crossings and touches that are mended in one polygon.
  static let crossingsOfOne = 10_000
  /// Crossings that are mended between the parts of one feature.
  static let crossingsOfParts = 50_000
  /// Edges over which it is looked whether a polygon's are too dense to be compared.
  private static let few = 256

  /// Pairs of edges whose boxes meet that are still compared. GEOS takes some 40 ns for each.
  private var pairs = 50_000_000
  /// Crossings that are still mended. GEOS takes some 30 µs for each.
  private var crossings = 150_000

  /// What is wrong with a polygon, and what it is to be instead.
  mutating func verdict(on polygon: Polygon<Coordinate>) -> Verdict {
    let tangle = LazyTangle(polygon)
    if let reason = takeOn(tangle) { return .refused(reason) }
    guard let problem = polygon.problem else { return .valid }
    if let reason = mend(tangle, Self.crossingsOfOne, touching: true) { return .refused(reason) }
    return .mended(problem, polygon.repaired)
  }

  /// What is wrong with a polygon, or `nil` for a valid one.
  mutating func problem(of polygon: Polygon<Coordinate>) -> PolygonProblem? {
    if let reason = takeOn(LazyTangle(polygon)) {
      return PolygonProblem(reason: reason, coordinate: polygon.exterior.first)
    }
    return polygon.problem
  }

  /// What becomes of polygons that lie over each other and belong together: their union; `nil`
  /// where none do, and all can stay.
  mutating func union(ofOverlapping polygons: [Polygon<Coordinate>]) -> Verdict? {
    guard polygons.count > 1, polygons.boxesMeet else { return nil }
    let tangle = LazyTangle(polygons)
    // Parts may touch as often as they like.
    if let reason = takeOn(tangle) ?? mend(tangle, Self.crossingsOfParts, touching: false) {
      return .refused(reason)
    }
    return polygons.unionOfOverlapping.map {
      .mended(PolygonProblem(reason: "Parts overlap", coordinate: nil), $0)
    }
  }

  /// A reason where the edges are too many pairs to be compared.
  private mutating func takeOn(_ tangle: LazyTangle) -> String? {
    guard tangle.edges > Self.few else { return nil }
    guard let found = tangle.tangle.pairs(atMost: pairs) else {
      return "\(tangle.edges) edges lie too close to be compared"
    }
    pairs -= found
    return nil
  }

  /// A reason where there are too many crossings to be mended.
  private mutating func mend(_ tangle: LazyTangle, _ most: Int, touching: Bool) -> String? {
    let limit = min(most, crossings)
    guard let found = tangle.tangle.crossings(atMost: limit, touching: touching) else {
      return limit == most
        ? "it crosses itself over \(limit) times"
        : "it crosses itself, as others do, too often for all to be repaired"
    }
    crossings -= found
    return nil
  }
}

/// A polygon's edges, which are laid out when they are asked for.
private final class LazyTangle {
  private let polygons: [Polygon<Coordinate>]
  let edges: Int
  lazy var tangle: EdgeTangle = {
    let turn = LongitudeTurn(polygons.flatMap(\.exterior))
    return EdgeTangle(polygons.flatMap { turn.rings(of: $0) })
  }()

  init(_ polygons: [Polygon<Coordinate>]) {
    self.polygons = polygons
    edges = polygons.reduce(0) { $1.rings.reduce($0) { $0 + $1.count } }
  }

  convenience init(_ polygon: Polygon<Coordinate>) { self.init([polygon]) }
}
