package import IndoorGeometry

/// Polygons cut along the sides of a box, in a time that grows with their vertices: two polygons
/// as any other are compared edge by edge (GEOSIntersection), which takes long where thousands of
/// edges lie beside each other.
package enum BoxCut {
  /// Rings, the first one around the others.
  package typealias Rings = [[LocalPoint]]

  /// Holes times vertices around them that are looked at to know what each hole lies in.
  private static let mostLooks = 10_000_000

  /// The parts of a valid polygon in a box; `nil` where a corner lies on a side of the box, or two
  /// edges cross it at one place, which only a comparison of all can tell apart.
  package static func parts(of polygon: Rings, in box: BoundingBox<LocalPoint>) -> [Rings]? {
    let sides = [
      Side(at: box.minimum.x, isAcross: false, isAbove: true),
      Side(at: box.maximum.x, isAcross: false, isAbove: false),
      Side(at: box.minimum.y, isAcross: true, isAbove: true),
      Side(at: box.maximum.y, isAcross: true, isAbove: false),
    ]
    var parts = [directed(polygon)]
    for side in sides {
      var next: [Rings] = []
      for part in parts {
        guard let cut = side.parts(of: part) else { return nil }
        next += cut
      }
      parts = next
    }
    return parts
  }

  /// The outer ring counter-clockwise and the others clockwise, so that the ground lies to the
  /// left.
  private static func directed(_ polygon: Rings) -> Rings {
    polygon.enumerated().map { index, ring in
      (Polygon.signedArea(ring) > 0) == (index == 0) ? ring : ring.reversed()
    }
  }

  /// A line along an axis, and the side of it that is kept.
  private struct Side {
    let at: Double
    /// Whether the line goes from west to east, and not from south to north.
    let isAcross: Bool
    /// Whether what is more than `at` is kept.
    let isAbove: Bool

    init(at: Double, isAcross: Bool, isAbove: Bool) {
      (self.at, self.isAcross, self.isAbove) = (at, isAcross, isAbove)
    }

    /// Metres that a point lies on the side that is kept.
    private func depth(_ point: LocalPoint) -> Double {
      ((isAcross ? point.y : point.x) - at) * (isAbove ? 1 : -1)
    }

    private func along(_ point: LocalPoint) -> Double { isAcross ? point.x : point.y }

    /// Where the edge between two points crosses the line.
    private func crossing(_ a: LocalPoint, _ b: LocalPoint) -> LocalPoint {
      let share = depth(a) / (depth(a) - depth(b))
      let place = along(a) + share * (along(b) - along(a))
      return isAcross ? LocalPoint(x: place, y: at) : LocalPoint(x: at, y: place)
    }

    /// What a polygon has on this side.
    func parts(of polygon: Rings) -> [Rings]? {
      let depths = polygon.map { $0.map(depth) }
      guard let outer = depths.first, outer.contains(where: { $0 > 0 }) else { return [] }
      if outer.allSatisfy({ $0 >= 0 }) { return [polygon] }
      var (whole, chains): (Rings, Rings) = ([], [])
      for (ring, depths) in zip(polygon, depths) {
        guard !depths.contains(0) else { return nil }
        if depths.allSatisfy({ $0 > 0 }) {
          whole.append(ring)
        } else {
          chains += self.chains(of: ring, depths)
        }
      }
      return closed(chains).flatMap { BoxCut.parts($0, holes: whole) }
    }

    /// The stretches of a ring on this side, from where it comes over the line to where it leaves.
    private func chains(of ring: [LocalPoint], _ depths: [Double]) -> [[LocalPoint]] {
      let count = ring.count
      guard let start = ring.indices.first(where: { depths[$0] < 0 }) else { return [] }
      var chains: [[LocalPoint]] = []
      for step in 0..<count {
        let (here, next) = ((start + step) % count, (start + step + 1) % count)
        if depths[here] < 0, depths[next] > 0 {
          chains.append([crossing(ring[here], ring[next]), ring[next]])
        } else if depths[here] > 0, let last = chains.indices.last {
          chains[last].append(
            depths[next] > 0 ? ring[next] : crossing(ring[here], ring[next]))
        }
      }
      return chains
    }

    /// Rings of stretches: from where one leaves, along the line through the ground, to where the
    /// next one comes; `nil` where those don't alternate.
    private func closed(_ chains: [[LocalPoint]]) -> [[LocalPoint]]? {
      var ends: [(place: Double, chain: Int, isFirst: Bool)] = []
      for (index, chain) in chains.enumerated() {
        guard let first = chain.first, let last = chain.last else { return nil }
        ends += [(along(first), index, true), (along(last), index, false)]
      }
      ends.sort { $0.place < $1.place }
      guard zip(ends, ends.dropFirst()).allSatisfy({ $0.place < $1.place }) else { return nil }
      // The chain that follows each.
      var next = [Int](repeating: -1, count: chains.count)
      for pair in stride(from: 0, to: ends.count - 1, by: 2) {
        let (a, b) = (ends[pair], ends[pair + 1])
        guard a.isFirst != b.isFirst else { return nil }
        if a.isFirst { next[b.chain] = a.chain } else { next[a.chain] = b.chain }
      }
      var rings: [[LocalPoint]] = []
      for start in chains.indices where next[start] >= 0 {
        var ring: [LocalPoint] = []
        var chain = start
        while next[chain] >= 0 {
          ring += chains[chain]
          (chain, next[chain]) = (next[chain], -1)
        }
        guard chain == start else { return nil }
        rings.append(ring)
      }
      return rings
    }
  }

  /// Polygons of outer rings, each with the holes that lie in it.
  private static func parts(_ outer: Rings, holes: Rings) -> [Rings]? {
    guard !holes.isEmpty else { return outer.map { [$0] } }
    guard outer.count > 1 else { return outer.map { [$0] + holes } }
    guard outer.reduce(0, { $0 + $1.count }) * holes.count <= mostLooks else { return nil }
    var parts = outer.map { [$0] }
    let areas = outer.map { Polygon(exterior: $0) }
    for hole in holes {
      guard let point = hole.first, let around = areas.firstIndex(where: { $0.contains(point) })
      else { return nil }
      parts[around].append(hole)
    }
    return parts
  }
}
