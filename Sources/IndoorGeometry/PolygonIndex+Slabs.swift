extension PolygonIndex {
  /// Which edges of an area of many reach the height of a point, so that a test needn't look at all
  /// of them.
  struct Slabs: Sendable {
    private let south: Double
    /// Slabs a metre.
    private let density: Double
    /// Where each slab's edges begin. Shape: slabs + 1.
    private let starts: ContiguousArray<UInt32>
    /// The edges of a slab by their place in the index, those that reach several in each.
    private let members: ContiguousArray<UInt32>

    /// Edges over which an area has slabs.
    static let many = 64

    init(_ edges: ArraySlice<Edge>, in box: BoundingBox<LocalPoint>) {
      south = box.minimum.y
      var count = edges.count / 8 + 1
      // Edges that reach far fill many slabs, so there are fewer then.
      while count > 1, Self.entries(edges, density: Double(count) / box.height) > 4 * edges.count {
        count /= 2
      }
      density = count > 1 ? Double(count) / box.height : 0
      var starts = ContiguousArray<UInt32>(repeating: 0, count: count + 1)
      let slab = { [density, south] (y: Double) in
        Self.slab(y, south: south, density: density, count: count)
      }
      let spans = edges.map { slab(min($0.y1, $0.y2))...slab(max($0.y1, $0.y2)) }
      for span in spans { for slab in span { starts[slab + 1] += 1 } }
      for slab in 0..<count { starts[slab + 1] += starts[slab] }
      var members = ContiguousArray<UInt32>(repeating: 0, count: Int(starts[count]))
      var ends = starts
      for (index, span) in zip(edges.indices, spans) {
        for slab in span {
          members[Int(ends[slab])] = UInt32(truncatingIfNeeded: index)
          ends[slab] += 1
        }
      }
      self.starts = starts
      self.members = members
    }

    private static func entries(_ edges: ArraySlice<Edge>, density: Double) -> Int {
      guard density.isFinite else { return .max }
      return edges.reduce(0) { $0 + Int(abs($1.y2 - $1.y1) * density) + 1 }
    }

    /// The edges that may reach a height.
    func members(at y: Double) -> Slice<ContiguousArray<UInt32>> {
      let slab = Self.slab(y, south: south, density: density, count: starts.count - 1)
      return Slice(base: members, bounds: Int(starts[slab])..<Int(starts[slab + 1]))
    }

    /// The slab of a height, the first or the last beyond them. What is flat has slabs so thin that
    /// a height may be further from them than whole numbers reach.
    private static func slab(_ y: Double, south: Double, density: Double, count: Int) -> Int {
      Int(max(0, min(Double(count - 1), (y - south) * density)))
    }
  }
}
