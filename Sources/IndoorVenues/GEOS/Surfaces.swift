import CGEOS
import IndoorGeometry

/// Shapes that exports need of areas, in local metres, by GEOS.
enum Surfaces {
  /// A point well inside the largest of the polygons (GEOSPointOnSurface), or `nil` where there is
  /// none.
  static func pointInside(_ polygons: [Polygon<LocalPoint>]) -> LocalPoint? {
    guard let largest = polygons.max(by: { $0.area < $1.area }), let arena = GEOSArena(),
      let area = arena.area(of: [largest]),
      let point = arena.keep(GEOSPointOnSurface_r(arena.handle, area))
    else { return nil }
    var (x, y) = (0.0, 0.0)
    guard GEOSGeomGetX_r(arena.handle, point, &x) == 1,
      GEOSGeomGetY_r(arena.handle, point, &y) == 1
    else { return nil }
    return LocalPoint(x: x, y: y)
  }

  /// All polygons as one area without overlaps (GEOSUnaryUnion).
  static func union(_ polygons: [Polygon<LocalPoint>]) -> [Polygon<LocalPoint>] {
    guard let arena = GEOSArena(), let area = arena.area(of: polygons),
      let union = arena.keep(GEOSUnaryUnion_r(arena.handle, area))
    else { return [] }
    return arena.localPolygons(of: union)
  }

  /// The convex hull of all polygons (GEOSConvexHull).
  static func hull(_ polygons: [Polygon<LocalPoint>]) -> [Polygon<LocalPoint>] {
    guard let arena = GEOSArena(), let area = arena.area(of: polygons),
      let hull = arena.keep(GEOSConvexHull_r(arena.handle, area))
    else { return [] }
    return arena.localPolygons(of: hull)
  }
}

extension GEOSArena {
  /// The polygons of a geometry in local metres.
  func localPolygons(of geometry: OpaquePointer) -> [Polygon<LocalPoint>] {
    polygons(of: geometry).compactMap { rings in
      let points = rings.map { ring in
        stride(from: 0, to: ring.count - 1, by: 2).map {
          LocalPoint(x: ring[$0], y: ring[$0 + 1])
        }
      }
      return points.first.map { Polygon(exterior: $0, holes: Array(points.dropFirst())) }
    }
  }
}
