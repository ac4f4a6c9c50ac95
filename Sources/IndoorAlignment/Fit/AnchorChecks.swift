internal import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// What anchors must be, and what is odd about them, before anything is fitted.
enum AnchorChecks {
  /// Metres on the ground below which the longest baseline gives no direction worth having.
  static let minimumBaseline = 2.0
  /// Share of the page's diagonal below which it doesn't either.
  static let minimumShare = 0.01
  /// Anchors beyond this latitude have no local frame.
  static let maximumLatitude = 89.0

  static func check(
    _ anchors: [Anchor], from source: String, on page: PlanPage,
    convention: PlanAlignment.Convention
  ) throws(AlignmentError) {
    guard anchors.count >= 2 else { throw .tooFewAnchors(source, anchors.count) }
    guard convention == .metric || anchors.count == 2 else {
      throw .mapKitTakesTwo(source, anchors.count)
    }
    for (i, anchor) in anchors.enumerated() {
      guard anchor.page.isFinite else { throw .badAnchor(i, why: "its page point is no number") }
      guard anchor.coordinate.isValid, abs(anchor.coordinate.latitude) <= maximumLatitude else {
        throw .outOfRange(i, anchor.coordinate)
      }
      guard
        [anchor.sigmaMetres, anchor.sigmaPage].allSatisfy({ $0.map { $0 >= 0 && $0 < 1e6 } ?? true }
        )
      else { throw .badAnchor(i, why: "a sigma is negative or no number") }
    }
    try checkBaseline(anchors, from: source, on: page)
  }

  /// Throws where the anchors lie too close together, on the page or on the ground.
  static func checkBaseline(
    _ anchors: [Anchor], from source: String, on page: PlanPage
  ) throws(AlignmentError) {
    let onPage = longestBaseline(anchors.map(\.page)) { $0.distance(to: $1) }
    guard onPage / diagonal(page) >= minimumShare else {
      throw .tooCloseOnPage(source, units: onPage, on: page)
    }
    let onGround = longestBaseline(anchors.map(\.coordinate), Geodesic.distance)
    guard onGround >= minimumBaseline else {
      throw .tooCloseOnGround(source, metres: onGround)
    }
  }

  /// What is odd about the anchors themselves.
  static func warnings(_ anchors: [Anchor], on page: PlanPage) -> [AlignmentWarning] {
    var warnings: [AlignmentWarning] = []
    let off = anchors.indices.filter { !page.box.contains(anchors[$0].page) }
    if !off.isEmpty { warnings.append(.anchorOffPage(off.map { anchors[$0].label($0) })) }
    let pages = Dictionary(grouping: anchors.indices) { anchors[$0].page }
    let places = Dictionary(grouping: anchors.indices) { anchors[$0].coordinate }
    let shared = (Array(pages.values) + Array(places.values)).filter { $0.count > 1 }
    let same = Set(shared.flatMap(\.self)).sorted()
    if !same.isEmpty { warnings.append(.coincidingAnchors(same.map { anchors[$0].label($0) })) }
    return warnings
  }

  /// Throws where the anchors' places lie on one line, as where a column was filled down or
  /// rounded, and their page points spread across it: a fit would make a line of the plan, or turn
  /// it by chance.
  static func checkLine(_ anchors: [Anchor], from source: String) throws(AlignmentError) {
    // Of fewer a wrong one makes no line of the others.
    guard Set(anchors.map(\.coordinate)).count > 3, !areInLine(anchors.map(\.page)) else { return }
    let frame = LocalFrame(origin: PlanAligner.centroid(anchors.map(\.coordinate)))
    let places = anchors.map { frame.local(from: $0.coordinate) }
    guard breadth(places.map { ($0.x, $0.y) }) < leastBreadthOfPlaces else { return }
    throw .placesInLine(source)
  }

  /// Whether page points lie about along a line.
  static func areInLine(_ points: [PagePoint]) -> Bool {
    breadth(points.map { ($0.x, $0.y) }) <= leastBreadthOfPage
  }

  /// How far places, and page points, that aren't on one line spread across it, as shares of how
  /// far they spread along it: a tenth of a plan's length is no unsteady hand, and a degree's last
  /// digit is no building.
  private static let (leastBreadthOfPlaces, leastBreadthOfPage) = (0.002, 0.1)

  /// How far points spread across the line that they lie along best, as a share of how far they
  /// spread along it.
  private static func breadth(_ points: [(x: Double, y: Double)]) -> Double {
    let n = Double(points.count)
    let (x, y) = (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in points {
      let (dx, dy) = (point.x - x, point.y - y)
      (xx, xy, yy) = (xx + dx * dx, xy + dx * dy, yy + dy * dy)
    }
    let (sum, difference) = (xx + yy, hypot(xx - yy, 2 * xy))
    return sum > 0 ? (max(0, sum - difference) / (sum + difference)).squareRoot() : 0
  }

  static func diagonal(_ page: PlanPage) -> Double { hypot(page.box.width, page.box.height) }

  /// Points beyond which not every pair is measured.
  private static let maximumForPairs = 300

  /// The largest distance of two points; of very many, at least its half.
  static func longestBaseline<Point>(
    _ points: [Point], _ distance: (Point, Point) -> Double
  ) -> Double {
    var longest = 0.0
    if points.count > maximumForPairs, var end = points.first {
      // Whoever is farthest from a point lies at least half the largest distance away.
      for _ in 0..<2 {
        let ranked = points.map { (distance(end, $0), $0) }
        guard let farthest = ranked.max(by: { $0.0 < $1.0 }) else { break }
        (longest, end) = farthest
      }
      return longest
    }
    for i in points.indices {
      for j in points.indices.dropFirst(i + 1) {
        longest = max(longest, distance(points[i], points[j]))
      }
    }
    return longest
  }
}

extension Anchor {
  /// Its name, or its place in the list counted from 1.
  func label(_ index: Int) -> String { shownName.map { "“\($0)”" } ?? "\(index + 1)" }

  /// The beginning of its name, in one line and without what would steer a terminal; `nil` where
  /// nothing is left.
  public var shownName: String? {
    guard let name else { return nil }
    let shown = String(
      String.UnicodeScalarView(
        name.unicodeScalars.lazy.filter {
          ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
            $0.properties.generalCategory)
        }.prefix(60)))
    return shown.isEmpty ? nil : shown
  }
}
