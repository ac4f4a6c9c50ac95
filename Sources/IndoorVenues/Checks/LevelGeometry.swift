import CGEOS
import IndoorGeometry
import IndoorLibc
import IndoorModel

/// A level's outline and units as GEOS geometries in local metres.
final class LevelGeometry {
  private struct Area {
    let unit: Unit
    let geometry: OpaquePointer
    let edges: ShapeEdges
    let vertices: Int
    let reach: Reach
    let polygons: [Polygon<LocalPoint>]

    var box: BoundingBox<LocalPoint> { edges.box }
  }

  private let arena: GEOSArena
  private let outline: [Polygon<LocalPoint>]
  /// Units whose geometry GEOS takes, from west to east.
  private let areas: [Area]
  private let edges: UnitEdges

  /// `nil` where there is no memory.
  init?(_ level: Level, units: [Unit], frame: LocalFrame) {
    guard let arena = GEOSArena() else { return nil }
    self.arena = arena
    outline = level.outline.map { frame.local(from: $0) }
    var edges: [[LocalPoint]] = []
    areas = units.compactMap { unit in
      let local = unit.geometry.map { frame.local(from: $0) }
      guard let geometry = arena.area(of: local),
        let shape = ShapeEdges(local)
      else { return nil }
      edges += local.flatMap(\.rings)
      return Area(
        unit: unit, geometry: geometry, edges: shape, vertices: arena.vertices(of: geometry),
        reach: Reach(local), polygons: local)
    }.sorted { $0.box.minimum.x < $1.box.minimum.x }
    self.edges = UnitEdges(edges)
  }

  /// Units that reach out of the outline by more than the margin, in metres; none where there is no
  /// outline.
  func outside(margin: Double) -> [Unit] {
    let others = areas.filter { $0.polygons != outline }
    guard !outline.isEmpty, !others.isEmpty else { return [] }
    let search = OutsideSearch(outline, margin: margin)
    return search.outside(others.map(\.polygons)).map { others[$0].unit }
  }

  /// Calls the body with each pair of units that share more than that area, in square metres, or
  /// have too many edges across each other, and with what is the matter, as the rest of a sentence.
  ///
  /// - Parameters:
  ///   - vertices: how many vertices of pairs are still compared; what was is taken from it,
  ///     crossings manifold.
  ///   - crossings: how often a venue's pairs may cross.
  /// - Returns: whether all were.
  func forEachOverlap(
    over area: Double, vertices: inout Int, crossings: inout UnitCrossings,
    _ body: (Unit, Unit, String) -> Void
  ) -> Bool {
    let tree = BoxTree(areas.map(\.box))
    for (index, one) in areas.enumerated() {
      for other in tree.items(meeting: one.box) where other > index {
        // A look at two boxes costs little, and yet a heap of thousands has millions of pairs.
        vertices -= 1
        if vertices < 0 { return false }
        let other = areas[other]
        let width = min(one.box.maximum.x, other.box.maximum.x) - other.box.minimum.x
        let height =
          min(one.box.maximum.y, other.box.maximum.y) - max(one.box.minimum.y, other.box.minimum.y)
        guard width > 0, height > 0, width * height > area,
          one.reach.mayShare(over: area, with: other.reach)
        else { continue }
        vertices -= one.vertices + other.vertices
        if vertices < 0 { return false }
        if let matter = crossings.matter(between: one.edges, and: other.edges) {
          body(one.unit, other.unit, matter)
          continue
        }
        let (shared, pieces) = sharedArea(one.geometry, other.geometry)
        // Each crossing costs far more than a vertex: two rooms have a few, two combs thousands.
        vertices -= Self.crossingCost * max(0, pieces - Self.usualPieces)
        if shared > area {
          body(one.unit, other.unit, "share \((shared * 10).rounded() / 10) m²")
        }
      }
    }
    return true
  }

  /// Openings whose ends or middle are further than that, in metres, from the edge of every unit;
  /// none where there are no units.
  func off(_ openings: [Opening], by distance: Double, frame: LocalFrame) -> [Opening] {
    guard !areas.isEmpty else { return [] }
    return openings.filter { opening in
      guard let first = opening.line.first, let last = opening.line.last else { return false }
      let (a, b) = (frame.local(from: first), frame.local(from: last))
      let middle = LocalPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
      return ![a, middle, b].allSatisfy { edges.areNear($0, within: distance) }
    }
  }

  /// The area that two share, and how many vertices what they share has.
  private func sharedArea(
    _ one: OpaquePointer, _ other: OpaquePointer
  ) -> (area: Double, vertices: Int) {
    guard let shared = GEOSIntersection_r(arena.handle, one, other) else { return (0, 0) }
    defer { GEOSGeom_destroy_r(arena.handle, shared) }
    return (arena.area(shared), arena.vertices(of: shared))
  }

  /// Vertices that what two rooms share may have, and what each more of them takes from those that
  /// are compared.
  private static let usualPieces = 16, crossingCost = 10
}

/// The edges of a level's units, by place.
private struct UnitEdges {
  private var edges: [(a: LocalPoint, b: LocalPoint)] = []
  private let tree: BoxTree

  init(_ rings: [[LocalPoint]]) {
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { edges.append((a, b)) }
    }
    tree = BoxTree(
      edges.map { a, b in
        var box = BoundingBox(minimum: a, maximum: a)
        box.extend(to: b)
        return box
      })
  }

  /// Whether one is within so many metres of a place.
  func areNear(_ place: LocalPoint, within distance: Double) -> Bool {
    let box = BoundingBox(minimum: place, maximum: place).grown(by: distance)
    return !tree.forEach(meeting: box) { index in
      let (a, b) = edges[index]
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = dx * dx + dy * dy
      let t = square > 0 ? ((place.x - a.x) * dx + (place.y - a.y) * dy) / square : 0
      let along = max(0, min(1, t))
      return hypot(place.x - a.x - along * dx, place.y - a.y - along * dy) > distance
    }
  }
}
