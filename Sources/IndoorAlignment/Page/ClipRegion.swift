import IndoorLibc
internal import IndoorGeometry

/// What of a page its clipping paths leave to be painted on (ISO 32000-1, 8.5.4): all of it, or a
/// convex polygon. A path that isn't convex counts as the box around it, so that nothing that
/// shows is lost.
struct ClipRegion {
  /// Corners of a polygon beyond which it counts as the box around it.
  private static let maximumCorners = 64
  /// Points by which a line may lie outside, as half of a line along the edge shows.
  private static let tolerance = 0.01

  /// Counterclockwise; `nil` where nothing is clipped, and empty where everything is.
  private var corners: [PagePoint]?
  /// Whether it is what shows and no box around it.
  private var isExact = true

  /// Leaves what also lies in a path, whose subpaths are closed as if by `h`.
  ///
  /// - Parameter isOnePiece: whether it is one subpath.
  mutating func intersect(_ path: [ContentPaths.Segment], isOnePiece: Bool = true) {
    let convex = isOnePiece ? Self.convex(path) : nil
    let other = convex ?? Self.box(path.flatMap { [$0.from, $0.to] })
    isExact = isExact && convex != nil
    guard let corners else {
      self.corners = other
      return
    }
    var left = corners
    for (a, b) in zip(other, other.dropFirst() + other.prefix(1)) { left = Self.cut(left, a, b) }
    self.corners =
      other.isEmpty || left.count < 3
      ? [] : left.count > Self.maximumCorners ? Self.box(left) : left
    isExact = isExact && left.count <= Self.maximumCorners
  }

  /// The box around it, where it is known exactly and not all of the page.
  var box: BoundingBox<PagePoint>? {
    guard isExact, let corners else { return nil }
    return BoundingBox(corners)
  }

  /// Whether all of a box surely shows.
  func contains(_ box: BoundingBox<PagePoint>) -> Bool {
    guard let corners else { return true }
    return isExact && Self.contains(corners, box)
  }

  /// Whether a path is one convex polygon with a box in it.
  static func convex(
    _ path: [ContentPaths.Segment], contains box: BoundingBox<PagePoint>
  ) -> Bool {
    guard let corners = convex(path) else { return false }
    return contains(corners, box)
  }

  private static func contains(_ corners: [PagePoint], _ box: BoundingBox<PagePoint>) -> Bool {
    guard corners.count > 2 else { return false }
    let others = self.box([box.minimum, box.maximum])
    return !others.isEmpty
      && zip(corners, corners.dropFirst() + corners.prefix(1)).allSatisfy { a, b in
        let slack = tolerance * a.distance(to: b)
        return others.allSatisfy { side($0, a, b) >= -slack }
      }
  }

  /// The part of a stretch that shows.
  func clipped(_ line: ContentPaths.Segment) -> ContentPaths.Segment? {
    guard let corners else { return line }
    guard let (enter, leave) = Self.part(of: line, in: corners, slack: Self.tolerance) else {
      return nil
    }
    return ContentPaths.Segment(
      from: enter > 0 ? Self.between(line.from, line.to, enter) : line.from,
      to: leave < 1 ? Self.between(line.from, line.to, leave) : line.to)
  }

  /// Appends what of a stretch shows around the region when it is painted over: all of it where the
  /// region isn't known exactly.
  ///
  /// - Parameter inset: points from the region's edge within which nothing counts as covered.
  func appendUncovered(
    _ line: ContentPaths.Segment, inset: Double, to rest: inout [ContentPaths.Segment]
  ) {
    guard isExact, let corners,
      let (enter, leave) = Self.part(of: line, in: corners, slack: -inset)
    else { return rest.append(line) }
    if enter > 0 {
      rest.append(
        ContentPaths.Segment(from: line.from, to: Self.between(line.from, line.to, enter)))
    }
    if leave < 1 {
      rest.append(ContentPaths.Segment(from: Self.between(line.from, line.to, leave), to: line.to))
    }
  }

  /// Where along a stretch, from 0 to 1, it enters a convex polygon that is larger by `slack`
  /// points all around, and where it leaves; `nil` where it lies outside.
  ///
  /// Cyrus and Beck (1978), "Generalized two- and three-dimensional clipping",
  /// doi:10.1016/0097-8493(78)90021-3.
  private static func part(
    of line: ContentPaths.Segment, in corners: [PagePoint], slack: Double
  ) -> (enter: Double, leave: Double)? {
    guard !corners.isEmpty else { return nil }
    var (enter, leave) = (0.0, 1.0)
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let length = a.distance(to: b)
      guard length > 0 else { continue }
      let from = side(line.from, a, b) / length + slack
      let to = side(line.to, a, b) / length + slack
      if from < 0, to < 0 { return nil }
      if from < 0 { enter = max(enter, from / (from - to)) }
      if to < 0 { leave = min(leave, from / (from - to)) }
    }
    return enter < leave ? (enter, leave) : nil
  }

  /// The corners of a path that is one convex polygon.
  private static func convex(_ path: [ContentPaths.Segment]) -> [PagePoint]? {
    let path = path.filter { $0.from != $0.to }
    guard path.count >= 2, path.count < maximumCorners,
      zip(path, path.dropFirst()).allSatisfy({ $0.to == $1.from })
    else { return nil }
    var corners = path.map(\.from)
    if let last = path.last?.to, last != corners.first { corners.append(last) }
    var turned = 0.0
    var (isLeft, isRight) = (false, false)
    for i in corners.indices {
      let (a, b, c) = (
        corners[i], corners[(i + 1) % corners.count], corners[(i + 2) % corners.count]
      )
      let cross = side(c, a, b)
      isLeft = isLeft || cross > 0
      isRight = isRight || cross < 0
      let along = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y)
      turned += atan2(cross, along)
    }
    // A star turns the same way all along, but more than once around.
    guard isLeft != isRight, abs(abs(turned) - 2 * .pi) < 0.1 else { return nil }
    return isLeft ? corners : corners.reversed()
  }

  private static func box(_ points: [PagePoint]) -> [PagePoint] {
    guard let box = BoundingBox(points), box.minimum.x < box.maximum.x,
      box.minimum.y < box.maximum.y
    else { return [] }
    return [
      box.minimum, PagePoint(x: box.maximum.x, y: box.minimum.y), box.maximum,
      PagePoint(x: box.minimum.x, y: box.maximum.y),
    ]
  }

  /// The part of a convex polygon left of a line.
  ///
  /// Sutherland and Hodgman (1974), "Reentrant polygon clipping", doi:10.1145/360767.360802.
  private static func cut(_ polygon: [PagePoint], _ a: PagePoint, _ b: PagePoint) -> [PagePoint] {
    var left: [PagePoint] = []
    for (p, q) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
      let (from, to) = (side(p, a, b), side(q, a, b))
      if from >= 0 { left.append(p) }
      if (from < 0 && to > 0) || (from > 0 && to < 0) {
        left.append(between(p, q, from / (from - to)))
      }
    }
    return left
  }

  /// Positive where a point lies left of the line from `a` to `b`.
  private static func side(_ p: PagePoint, _ a: PagePoint, _ b: PagePoint) -> Double {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }

  private static func between(_ p: PagePoint, _ q: PagePoint, _ t: Double) -> PagePoint {
    PagePoint(x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y))
  }
}
