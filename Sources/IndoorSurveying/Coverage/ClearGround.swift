import IndoorGeometry

/// What of a level can be walked in a straight line: walls are thinner than a raster's squares, so
/// that two walkable ones beside each other may have a wall between them.
struct ClearGround {
  /// Metres that drawings' parts may lie apart where they should touch; walls are 0.1 m thick and
  /// more.
  private static let thin = 0.02

  private let squares: LevelRaster
  /// The edges of the ground, by place, and the squares that one of them may pass.
  private let edges: [(a: LocalPoint, b: LocalPoint)]
  private let tree: BoxTree
  private let hasEdge: SquareBits
  private let ground: PolygonIndex

  init(_ raster: WalkableRaster) {
    squares = raster.squares
    ground = PolygonIndex([raster.parts])
    var edges: [(a: LocalPoint, b: LocalPoint)] = []
    for ring in raster.parts.lazy.flatMap(\.rings) {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a != b {
        edges.append((a, b))
      }
    }
    self.edges = edges
    tree = BoxTree(edges.map { Self.box($0.a, $0.b) })
    var hasEdge = SquareBits(count: squares.count)
    for (a, b) in edges {
      // No step is longer than half a square, so that the squares around each have the whole edge.
      let steps = max(1, Int((2 * a.distance(to: b) / squares.side).rounded(.up)))
      for step in 0...steps {
        let place = a.along(Double(step) / Double(steps), to: b)
        squares.forEachCell(near: place, reach: 1) { square, _ in hasEdge.insert(square) }
      }
    }
    self.hasEdge = hasEdge
  }

  /// Whether no wall is between the middles of two walkable squares that touch each other.
  func isClear(from one: Int, to next: Int) -> Bool {
    if !hasEdge.contains(one), !hasEdge.contains(next) { return true }
    return isClear(squares.middle(of: one), squares.middle(of: next))
  }

  /// Whether no wall is between two places that one can stand at.
  ///
  /// Large ground comes in parts whose edges lie on each other, so that an edge alone is no wall:
  /// between the edges it crosses a line has to lie on ground, but for what is thinner than a wall.
  func isClear(_ a: LocalPoint, _ b: LocalPoint) -> Bool {
    var stops = [0.0, 1]
    tree.forEach(along: a, to: b) { index in
      let (c, d) = edges[index]
      guard side(c, a, b) * side(d, a, b) <= 0 else { return true }
      let (start, end) = (side(a, c, d), side(b, c, d))
      guard start * end <= 0 else { return true }
      stops += start != end ? [start / (start - end)] : [share(of: c, a, b), share(of: d, a, b)]
      return true
    }
    guard stops.count > 2 else { return true }
    stops = stops.filter { (0...1).contains($0) }.sorted()
    let thin = Self.thin / max(Self.thin, a.distance(to: b))
    return zip(stops, stops.dropFirst()).allSatisfy { from, to in
      to - from < thin
        || ground.smallestArea(containing: a.along((from + to) / 2, to: b)) != nil
    }
  }

  private static func box(_ a: LocalPoint, _ b: LocalPoint) -> BoundingBox<LocalPoint> {
    var box = BoundingBox(minimum: a, maximum: a)
    box.extend(to: b)
    return box
  }

  /// Positive to the left of a line, 0 on it.
  private func side(_ p: LocalPoint, _ a: LocalPoint, _ b: LocalPoint) -> Double {
    (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
  }

  /// How far along a line a place on it is, 0 to 1 between its ends.
  private func share(of p: LocalPoint, _ a: LocalPoint, _ b: LocalPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    return ((p.x - a.x) * dx + (p.y - a.y) * dy) / max(1e-300, dx * dx + dy * dy)
  }
}

extension LocalPoint {
  /// The place at a share of the way to another.
  fileprivate func along(_ share: Double, to other: LocalPoint) -> LocalPoint {
    LocalPoint(x: x + share * (other.x - x), y: y + share * (other.y - y))
  }
}
