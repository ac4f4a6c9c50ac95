import IndoorGeometry

/// The edges of an outline, by place, and what of a line is further than a distance from all of
/// them.
struct OutlineEdges {
  let edges: [(a: LocalPoint, b: LocalPoint)]
  private let distance: Double
  /// Boxes around the edges and what is near them.
  private let tree: BoxTree

  /// Metres under which a part of a line is nothing.
  static let hair = 1e-6
  /// Stretches of a line that are collected before they are laid together.
  private static let many = 32

  /// - Parameter distance: metres from an edge up to which a place is near it.
  init(_ polygons: [Polygon<LocalPoint>], distance: Double) {
    self.distance = distance
    edges = polygons.lazy.flatMap(\.rings).flatMap { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).map { (a: $0, b: $1) }
    }.filter { $0.a.isFinite && $0.b.isFinite }
    tree = BoxTree(
      edges.map { a, b in
        var box = BoundingBox(minimum: a, maximum: a)
        box.extend(to: b)
        return box.grown(by: distance)
      })
  }

  /// Whether an edge may be near a place in the box of two corners.
  func areNear(_ a: LocalPoint, _ b: LocalPoint) -> Bool {
    var box = BoundingBox(minimum: a, maximum: a)
    box.extend(to: b)
    return !tree.forEach(meeting: box) { _ in false }
  }

  /// The middles of a line's stretches that are near no edge, from its beginning to its end.
  func middlesOfGaps(from p: LocalPoint, to q: LocalPoint) -> [LocalPoint] {
    let length = p.distance(to: q)
    guard length > Self.hair else { return [] }
    let hair = Self.hair / length
    var near: [ClosedRange<Double>] = []
    var limit = Self.many
    let isOpen = tree.forEach(along: p, to: q) { index in
      guard let part = Self.part(of: (p, q), within: distance, of: edges[index]) else {
        return true
      }
      near.append(part)
      guard near.count >= limit || part.upperBound - part.lowerBound >= 1 - hair else {
        return true
      }
      near = Self.joined(near, hair)
      limit = max(Self.many, 2 * near.count)
      return !(near.count == 1 && Self.gaps(near, hair).isEmpty)
    }
    guard isOpen else { return [] }
    return Self.gaps(Self.joined(near, hair), hair).map {
      LocalPoint(x: p.x + $0 * (q.x - p.x), y: p.y + $0 * (q.y - p.y))
    }
  }

  /// Stretches that meet, made one, in order.
  private static func joined(
    _ parts: [ClosedRange<Double>], _ hair: Double
  ) -> [ClosedRange<Double>] {
    var joined: [ClosedRange<Double>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, part.lowerBound <= last.upperBound + hair {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
      } else {
        joined.append(part)
      }
    }
    return joined
  }

  /// The middles of what stretches in order leave of a line.
  private static func gaps(_ parts: [ClosedRange<Double>], _ hair: Double) -> [Double] {
    var gaps: [Double] = []
    var end = 0.0
    for part in parts {
      if part.lowerBound > end + hair { gaps.append((end + part.lowerBound) / 2) }
      end = part.upperBound
    }
    if end < 1 - hair { gaps.append((end + 1) / 2) }
    return gaps
  }

  /// The part of a line, 0 to 1, that is within a distance of an edge. What is near a straight
  /// edge is convex, so that it is one part at most: of the discs around the edge's ends and of the
  /// strip along it.
  private static func part(
    of line: (p: LocalPoint, q: LocalPoint), within distance: Double,
    of edge: (a: LocalPoint, b: LocalPoint)
  ) -> ClosedRange<Double>? {
    let (dx, dy) = (line.q.x - line.p.x, line.q.y - line.p.y)
    let (ex, ey) = (edge.b.x - edge.a.x, edge.b.y - edge.a.y)
    var part = disc(around: edge.a, distance, line)
    part.join(disc(around: edge.b, distance, line))
    let length = (ex * ex + ey * ey).squareRoot()
    if length > 0 {
      let (x, y) = (line.p.x - edge.a.x, line.p.y - edge.a.y)
      var strip = Part.values((x * ex + y * ey) / length, (dx * ex + dy * ey) / length, 0, length)
      strip.meet(
        .values((x * ey - y * ex) / length, (dx * ey - dy * ex) / length, -distance, distance))
      part.join(strip)
    }
    part.meet(Part(low: 0, high: 1))
    return part.isEmpty ? nil : part.low...part.high
  }

  /// The part of a line's whole course that is within a distance of a place.
  private static func disc(
    around place: LocalPoint, _ distance: Double, _ line: (p: LocalPoint, q: LocalPoint)
  ) -> Part {
    let (dx, dy) = (line.q.x - line.p.x, line.q.y - line.p.y)
    let (x, y) = (place.x - line.p.x, place.y - line.p.y)
    let square = dx * dx + dy * dy
    let across = x * dy - y * dx
    let rest = distance * distance - across * across / square
    guard rest >= 0 else { return Part() }
    let (middle, half) = ((x * dx + y * dy) / square, (rest / square).squareRoot())
    return Part(low: middle - half, high: middle + half)
  }

  /// A part of a line's course; at first nothing.
  private struct Part {
    var low = Double.infinity
    var high = -Double.infinity

    /// What is no number is nothing, too.
    var isEmpty: Bool { !(low <= high) }

    mutating func join(_ other: Part) {
      guard !other.isEmpty else { return }
      (low, high) = (min(low, other.low), max(high, other.high))
    }

    mutating func meet(_ other: Part) { (low, high) = (max(low, other.low), min(high, other.high)) }

    /// Where first + t · slope is from a value to another.
    static func values(_ first: Double, _ slope: Double, _ from: Double, _ to: Double) -> Part {
      guard slope != 0 else {
        return from <= first && first <= to ? Part(low: -.infinity, high: .infinity) : Part()
      }
      let (s, t) = ((from - first) / slope, (to - first) / slope)
      return Part(low: min(s, t), high: max(s, t))
    }
  }
}
