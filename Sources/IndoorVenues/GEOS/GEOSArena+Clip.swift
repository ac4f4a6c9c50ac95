import CGEOS
import IndoorGeometry

extension GEOSArena {
  /// Edges across a box's border over which a polygon is cut as any two are: GEOS' way for boxes
  /// compares each piece of a ring with all others (GEOS 3.11, `reconnectPolygons`).
  private static let manyAcross = 500

  /// The part of a geometry in a box (GEOSClipByRect), `nil` where it has none there.
  func clip(_ geometry: OpaquePointer, to box: BoundingBox<LocalPoint>) -> OpaquePointer? {
    guard let part = cut(geometry, to: box), GEOSisEmpty_r(handle, part) == 0 else { return nil }
    return part
  }

  private func cut(_ geometry: OpaquePointer, to box: BoundingBox<LocalPoint>) -> OpaquePointer? {
    if vertices(of: geometry) > Self.manyAcross, isCrossedOften(box, by: geometry) {
      if let parts = parts(of: geometry, in: box) { return area(of: parts) }
      if let rectangle = polygon(rings: [box.corners]),
        let common = keep(GEOSIntersection_r(handle, geometry, rectangle))
      {
        return multipolygon([common])
      }
    }
    return keep(
      GEOSClipByRect_r(
        handle, geometry, box.minimum.x, box.minimum.y, box.maximum.x, box.maximum.y))
  }

  /// What polygons have in a box, `nil` where only GEOS can tell.
  private func parts(
    of polygons: OpaquePointer, in box: BoundingBox<LocalPoint>
  ) -> [Polygon<LocalPoint>]? {
    var parts: [Polygon<LocalPoint>] = []
    for polygon in localPolygons(of: polygons) {
      guard let cut = BoxCut.parts(of: polygon.rings, in: box) else { return nil }
      parts += cut.compactMap { rings in
        rings.first.map { Polygon(exterior: $0, holes: Array(rings.dropFirst())) }
      }
    }
    return parts
  }

  private func isCrossedOften(
    _ box: BoundingBox<LocalPoint>, by polygons: OpaquePointer
  ) -> Bool {
    var across = 0
    for ring in self.polygons(of: polygons).joined() {
      guard var previous = Self.vertex(ring, ring.count / 2 - 1) else { continue }
      for index in 0..<ring.count / 2 {
        guard let vertex = Self.vertex(ring, index) else { continue }
        if !(box.contains(previous) && box.contains(vertex)),
          max(previous.x, vertex.x) > box.minimum.x, min(previous.x, vertex.x) < box.maximum.x,
          max(previous.y, vertex.y) > box.minimum.y, min(previous.y, vertex.y) < box.maximum.y
        {
          across += 1
        }
        previous = vertex
      }
    }
    return across > Self.manyAcross
  }

  private static func vertex(_ ring: [Double], _ index: Int) -> LocalPoint? {
    ring.indices.contains(2 * index + 1)
      ? LocalPoint(x: ring[2 * index], y: ring[2 * index + 1]) : nil
  }
}

extension BoundingBox<LocalPoint> {
  /// The corners as x and y in turn, counter-clockwise.
  fileprivate var corners: [Double] {
    [
      minimum.x, minimum.y, maximum.x, minimum.y, maximum.x, maximum.y, minimum.x, maximum.y,
    ]
  }
}
