import CGEOS
import IndoorGeometry

extension [Polygon<Coordinate>] {
  /// Whether the boxes of any two meet.
  var boxesMeet: Bool {
    let turn = LongitudeTurn(flatMap(\.exterior))
    let boxes = compactMap { polygon in
      BoundingBox(polygon.exterior.lazy.map(turn.point))
    }
    let tree = BoxTree(boxes)
    return boxes.enumerated().contains { index, box in
      !tree.forEach(meeting: box) { $0 == index }
    }
  }

  /// The union (GEOSUnaryUnion) of polygons of which some lie over each other, or `nil` where they
  /// lie side by side, common edges and corners and all.
  var unionOfOverlapping: [Polygon<Coordinate>]? {
    guard let arena = GEOSArena() else { return nil }
    let turn = LongitudeTurn(flatMap(\.exterior))
    let parts = compactMap { arena.polygon(rings: turn.rings(of: $0)) }
    guard let all = arena.collection(parts.map { GEOSGeom_clone_r(arena.handle, $0) }),
      let union = arena.keep(GEOSUnaryUnion_r(arena.handle, all))
    else { return nil }
    // What rounding makes overlap along a common edge is left alone.
    guard arena.area(union) < arena.area(all) * (1 - 1e-6) else { return nil }
    return arena.polygons(of: union).compactMap(turn.polygon)
  }
}

extension GEOSArena {
  /// Square units of a geometry's plane (GEOSArea).
  func area(_ geometry: OpaquePointer) -> Double {
    var area = 0.0
    return GEOSArea_r(handle, geometry, &area) == 1 ? area : 0
  }
}
