extension PolygonIndex {
  /// The edges of an area of many, so that a test needn't look at all of them: runs of edges that
  /// follow each other in a ring, in a tree of boxes.
  ///
  /// East of a point, a run crosses the point's height an odd number of times if it begins and ends
  /// on different sides of it (Jordan), so that of runs whose box the point isn't in none is looked
  /// into, however many teeth an outline has side by side.
  struct Runs: Sendable {
    /// Rings by the boxes around them; `nil` where there is one alone.
    private let rings: BoxTree?
    /// Where each ring's runs begin. Shape: rings + 1.
    private let starts: ContiguousArray<Int>
    /// Each ring's whole first, each run before its halves.
    private let runs: ContiguousArray<Run>

    /// Edges over which an area has runs.
    static let many = 64
    /// Edges that aren't parted any more.
    private static let few = 8

    private struct Run {
      let edges: Range<UInt32>
      let minimum: LocalPoint
      let maximum: LocalPoint
      /// The heights that it begins and ends at.
      let first: Double
      let last: Double
      /// The run that comes after it and all parts of it.
      var next: Int
    }

    /// Makes the tree of the rings that edges are of, or `nil` where a crossing can't be reckoned.
    init?(_ edges: [Edge], rings: [Range<Int>]) {
      var boxes: [BoundingBox<LocalPoint>] = []
      var starts: ContiguousArray<Int> = [0]
      var runs: ContiguousArray<Run> = []
      for ring in rings {
        guard let box = Self.box(of: edges[ring]) else { continue }
        boxes.append(box)
        Self.append(ring, of: edges, to: &runs)
        starts.append(runs.count)
      }
      let most = 1e100
      guard boxes.allSatisfy({ max(-$0.minimum.x, $0.maximum.x) < most && $0.height < most }) else {
        return nil
      }
      self.rings = boxes.count > 1 ? BoxTree(boxes) : nil
      self.starts = starts
      self.runs = runs
    }

    private static func append(
      _ range: Range<Int>, of edges: [Edge], to runs: inout ContiguousArray<Run>
    ) {
      guard let box = box(of: edges[range]) else { return }
      let place = runs.count
      runs.append(
        Run(
          edges: UInt32(
            truncatingIfNeeded: range.lowerBound)..<UInt32(
              truncatingIfNeeded: range.upperBound), minimum: box.minimum, maximum: box.maximum,
          first: edges[range.lowerBound].y2, last: edges[range.upperBound - 1].y1, next: 0))
      if range.count > few {
        let middle = range.lowerBound + range.count / 2
        append(range.lowerBound..<middle, of: edges, to: &runs)
        append(middle..<range.upperBound, of: edges, to: &runs)
      }
      runs[place].next = runs.count
    }

    /// Around both ends of all edges, a hair wider, as crossings are rounded.
    private static func box(of edges: ArraySlice<Edge>) -> BoundingBox<LocalPoint>? {
      guard
        let box = BoundingBox(
          edges.lazy.flatMap { [LocalPoint(x: $0.x1, y: $0.y1), LocalPoint(x: $0.x2, y: $0.y2)] })
      else { return nil }
      let hair = 1e-12 * max(abs(box.minimum.x), abs(box.maximum.x))
      return BoundingBox(
        minimum: LocalPoint(x: box.minimum.x - hair, y: box.minimum.y),
        maximum: LocalPoint(x: box.maximum.x + hair, y: box.maximum.y))
    }

    /// Whether the rings' edges enclose a point, by the even-odd rule.
    func enclose(_ p: LocalPoint, edges: [Edge]) -> Bool {
      guard let rings else { return enclose(p, ring: 0, edges) }
      var inside = false
      rings.forEach(meeting: BoundingBox(minimum: p, maximum: p)) { ring in
        if enclose(p, ring: ring, edges) { inside.toggle() }
        return true
      }
      return inside
    }

    private func enclose(_ p: LocalPoint, ring: Int, _ edges: [Edge]) -> Bool {
      var (place, end) = (starts[ring], starts[ring + 1])
      var inside = false
      while place < end {
        let run = runs[place]
        if run.minimum.y > p.y || run.maximum.y < p.y || run.maximum.x < p.x {
          place = run.next
        } else if p.x < run.minimum.x {
          if (run.first > p.y) != (run.last > p.y) { inside.toggle() }
          place = run.next
        } else {
          place += 1
          guard place == run.next else { continue }
          if Edge.encloses(edges[Int(run.edges.lowerBound)..<Int(run.edges.upperBound)], p) {
            inside.toggle()
          }
        }
      }
      return inside
    }
  }
}
