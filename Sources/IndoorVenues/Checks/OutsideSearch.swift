import IndoorGeometry
import IndoorLibc

/// Finds what reaches out of an outline by more than a margin, by distances from the outline's
/// edges: GEOS takes minutes to grow an outline of very many vertices.
///
/// An area reaches out where a part of its edges is further than the margin from the outline's and
/// outside of it, or where it holds a place of such a kind: a hole or a bay of the outline that it
/// lies over. Where there is such a place, there are some just beyond the margin from an edge.
struct OutsideSearch {
  private let edges: OutlineEdges
  private let outline: PolygonIndex
  private let margin: Double

  /// Metres further than the margin, at which places are looked for that an area lies over.
  private static let beyond = 0.005
  /// Of vertices in a square of so many metres one is looked around: where something is further off
  /// than `beyond` from all of them, it is from one.
  private static let grain = 0.0035
  /// Corners of what is drawn around a vertex.
  private static let corners = 16

  init(_ polygons: [Polygon<LocalPoint>], margin: Double) {
    edges = OutlineEdges(polygons, distance: margin)
    outline = PolygonIndex(polygons.map { [$0] })
    self.margin = margin
  }

  /// Those of the areas, by their places, that reach out.
  func outside(_ areas: [[Polygon<LocalPoint>]]) -> [Int] {
    var found = Set(areas.indices.filter { hasEdgeOutside(areas[$0]) })
    // What lies over a hole or a bay has the outline's edges within itself.
    let rest = areas.indices.filter { !found.contains($0) && isNear(areas[$0]) }
    if !rest.isEmpty {
      let index = PolygonIndex(rest.map { areas[$0] })
      let borders = OutlineEdges(rest.flatMap { areas[$0] }, distance: 0)
      forEachPlaceOutside {
        // What no area has a part of isn't looked at.
        index.smallestArea(containing: $0) != nil || borders.areNear($0, $1)
      } body: {
        found.formUnion(index.areas(containing: $0).map { rest[$0] })
      }
    }
    return found.sorted()
  }

  private func isNear(_ area: [Polygon<LocalPoint>]) -> Bool {
    guard let box = BoundingBox(area.lazy.flatMap(\.exterior)) else { return false }
    return edges.areNear(box.minimum, box.maximum)
  }

  private func hasEdgeOutside(_ area: [Polygon<LocalPoint>]) -> Bool {
    area.contains { polygon in
      polygon.rings.contains { ring in
        zip(ring, ring.dropFirst() + ring.prefix(1)).contains { hasGapOutside(from: $0, to: $1) }
      }
    }
  }

  private func hasGapOutside(from a: LocalPoint, to b: LocalPoint) -> Bool {
    edges.middlesOfGaps(from: a, to: b).contains { outline.smallestArea(containing: $0) == nil }
  }

  /// Calls the body with places outside, just beyond the margin: at least one of everything that is
  /// further off, but for what is less than some millimetres further.
  ///
  /// - Parameter counts: whether anything between two places counts.
  private func forEachPlaceOutside(
    where counts: (LocalPoint, LocalPoint) -> Bool, body: (LocalPoint) -> Void
  ) {
    let distance = margin + Self.beyond
    func look(from a: LocalPoint, to b: LocalPoint) {
      guard counts(a, b) else { return }
      for place in edges.middlesOfGaps(from: a, to: b)
      where outline.smallestArea(containing: place) == nil { body(place) }
    }
    var seen: Set<LocalPoint> = []
    for (a, b) in edges.edges {
      let length = a.distance(to: b)
      if length > Self.grain {
        let (x, y) = ((b.y - a.y) * distance / length, (a.x - b.x) * distance / length)
        look(from: a.moved(x, y), to: b.moved(x, y))
        look(from: a.moved(-x, -y), to: b.moved(-x, -y))
      }
      let cell = LocalPoint(x: (a.x / Self.grain).rounded(), y: (a.y / Self.grain).rounded())
      guard seen.insert(cell).inserted else { continue }
      // No corner's side is nearer than the distance.
      let radius = distance / cos(.pi / Double(Self.corners))
      let around = (0...Self.corners).map { corner in
        let turn = 2 * Double.pi * Double(corner) / Double(Self.corners)
        return a.moved(radius * cos(turn), radius * sin(turn))
      }
      for (a, b) in zip(around, around.dropFirst()) { look(from: a, to: b) }
    }
  }
}

extension LocalPoint {
  fileprivate func moved(_ x: Double, _ y: Double) -> LocalPoint {
    LocalPoint(x: self.x + x, y: self.y + y)
  }
}
