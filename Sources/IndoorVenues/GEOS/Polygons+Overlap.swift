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

extension [Polygon<Coordinate>] {
  /// Whether these and others have half of the smaller area of the two in common.
  func sharesGround(with others: [Polygon<Coordinate>]) -> Bool {
    guard let place = first?.exterior.first else { return false }
    let frame = LocalFrame(origin: place)
    func local(_ polygons: [Polygon<Coordinate>]) -> [Polygon<LocalPoint>] {
      polygons.map { polygon in polygon.map { frame.local(from: $0) } }
    }
    let (mine, theirs) = (local(self), local(others))
    let areas = [mine, theirs].map { $0.reduce(0) { $0 + $1.area } }
    guard let a = BoundingBox(around: mine), let b = BoundingBox(around: theirs),
      let half = areas.min().map({ $0 / 2 }), half > 0
    else { return false }
    // What boxes don't share, their polygons don't.
    let width = Swift.min(a.maximum.x, b.maximum.x) - Swift.max(a.minimum.x, b.minimum.x)
    let height = Swift.min(a.maximum.y, b.maximum.y) - Swift.max(a.minimum.y, b.minimum.y)
    guard width > 0, height > 0, width * height >= half,
      let union = (self + others).unionOfOverlapping
    else { return false }
    return areas.reduce(0, +) - local(union).reduce(0) { $0 + $1.area } >= half
  }
}

extension GEOSArena {
  /// Square units of a geometry's plane (GEOSArea).
  func area(_ geometry: OpaquePointer) -> Double {
    var area = 0.0
    return GEOSArea_r(handle, geometry, &area) == 1 ? area : 0
  }
}
