import IndoorGeometry

/// How much the edges of polygons are in each other's way, counted before GEOS is asked: it
/// compares all edges whose boxes meet, and a ring that is scribbled over itself has a crossing for
/// every few pairs of edges.
struct EdgeTangle {
  /// A line from one vertex to the next.
  struct Line {
    let a: LocalPoint
    let b: LocalPoint
  }

  private struct Edge {
    let a: LocalPoint
    let b: LocalPoint
    /// The edge before it in its ring, and the one after.
    let neighbours: (Int, Int)
  }

  private let edges: [Edge]
  /// Boxes of four edges on end, which as a rule meet those before and after alone, or of each.
  private let boxes: [BoundingBox<LocalPoint>]
  private let tree: BoxTree

  /// How many edges a box is of.
  private let run: Int

  /// Takes rings of x and y in turn, in any plane; edges nearer than twice a margin count as
  /// meeting.
  init(_ rings: [[Double]], margin: Double = 0) {
    var edges: [Edge] = []
    for ring in rings {
      let first = edges.count
      let count = ring.count / 2
      func vertex(_ index: Int) -> LocalPoint {
        LocalPoint(x: ring[2 * (index % count)], y: ring[2 * (index % count) + 1])
      }
      for index in 0..<count {
        edges.append(
          Edge(
            a: vertex(index), b: vertex(index + 1),
            neighbours: (
              first + (index + count - 1) % count, first + (index + 1) % count
            )))
      }
    }
    self.init(edges, margin: margin)
  }

  /// Takes edges of which none counts as one that follows another.
  ///
  /// - Parameter run: how many edges on end are looked for as one; one where a ring's lie far from
  ///   each other, as around rooms within rooms.
  init(edges: [Line], run: Int = 4) {
    self.init(edges.map { Edge(a: $0.a, b: $0.b, neighbours: (-1, -1)) }, margin: 0, run: run)
  }

  private init(_ edges: [Edge], margin: Double, run: Int = 4) {
    self.edges = edges
    self.run = run
    boxes = stride(from: 0, to: edges.count, by: run).map { start in
      var box = Self.box(edges[start])
      for edge in edges[start..<min(edges.count, start + run)] {
        box.extend(to: edge.a)
        box.extend(to: edge.b)
      }
      return margin > 0 ? box.grown(by: margin) : box
    }
    tree = BoxTree(boxes)
  }

  /// About how many pairs of edges have boxes that meet, those that follow each other aside; `nil`
  /// over the limit.
  func pairs(atMost limit: Int) -> Int? {
    var pairs = 0
    for (index, box) in boxes.enumerated() {
      tree.forEach(meeting: box) { other in
        if other > index + 1 { pairs += run * run }
        return pairs <= limit
      }
      if pairs > limit { return nil }
    }
    return pairs
  }

  /// How many pairs of edges cross each other, those that follow each other aside; `nil` over the
  /// limit.
  ///
  /// - Parameter touching: whether those count too that only touch, or lie along each other.
  func crossings(atMost limit: Int, touching: Bool) -> Int? {
    var crossings = 0
    for (index, box) in boxes.enumerated() {
      tree.forEach(meeting: box) { other in
        if other >= index { crossings += self.crossings(index, other, touching) }
        return crossings <= limit
      }
      if crossings > limit { return nil }
    }
    return crossings
  }

  /// The same, of no more pairs of boxes than a budget has, from which they are taken: what lies
  /// askew has boxes that meet where nothing crosses. `nil` over the limit; where the budget ends,
  /// what was found.
  func crossings(atMost limit: Int, budget: inout Int) -> Int? {
    var crossings = 0
    for (index, box) in boxes.enumerated() where budget > 0 {
      tree.forEach(meeting: box) { other in
        budget -= 1
        if other > index { crossings += self.crossings(index, other, false) }
        return crossings <= limit && budget > 0
      }
      if crossings > limit { return nil }
    }
    return crossings
  }

  /// The indices of the first two edges that cross each other.
  func firstCrossing() -> (Int, Int)? {
    for (index, box) in boxes.enumerated() {
      var found: Int?
      tree.forEach(meeting: box) { other in
        if other > index, crossings(index, other, false) > 0 { found = other }
        return found == nil
      }
      if let found { return (index * run, found * run) }
    }
    return nil
  }

  private func crossings(_ one: Int, _ other: Int, _ touching: Bool) -> Int {
    var crossings = 0
    for index in one * run..<min(edges.count, (one + 1) * run) {
      let edge = edges[index]
      for second in max(
        index + 1, other * run)..<max(
          index + 1, min(edges.count, (other + 1) * run))
      where second != edge.neighbours.0 && second != edge.neighbours.1 {
        if Self.meet(edge, edges[second], touching) { crossings += 1 }
      }
    }
    return crossings
  }

  private static func box(_ edge: Edge) -> BoundingBox<LocalPoint> {
    var box = BoundingBox(minimum: edge.a, maximum: edge.a)
    box.extend(to: edge.b)
    return box
  }

  /// Whether two edges have a point in common, as far as doubles tell.
  private static func meet(_ one: Edge, _ other: Edge, _ touching: Bool) -> Bool {
    guard min(one.a.x, one.b.x) <= max(other.a.x, other.b.x),
      min(other.a.x, other.b.x) <= max(one.a.x, one.b.x),
      min(one.a.y, one.b.y) <= max(other.a.y, other.b.y),
      min(other.a.y, other.b.y) <= max(one.a.y, one.b.y)
    else { return false }
    func side(_ a: LocalPoint, _ b: LocalPoint, _ p: LocalPoint) -> Double {
      (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
    }
    let across = side(one.a, one.b, other.a) * side(one.a, one.b, other.b)
    let along = side(other.a, other.b, one.a) * side(other.a, other.b, one.b)
    return touching ? across <= 0 && along <= 0 : across < 0 && along < 0
  }
}
