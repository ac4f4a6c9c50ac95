import CGEOS
import IndoorGeometry
import IndoorModel

// Lines and polygons that a ground is drawn of.
extension GEOSArena {
  /// A line of two or more points (GEOSGeom_createLineString).
  func line(_ points: [LocalPoint]) -> OpaquePointer? {
    guard points.count >= 2 else { return nil }
    let numbers = points.flatMap { [$0.x, $0.y] }
    guard
      let sequence = GEOSCoordSeq_copyFromBuffer_r(handle, numbers, UInt32(points.count), 0, 0)
    else { return nil }
    return keep(GEOSGeom_createLineString_r(handle, sequence))
  }

  /// The vertices of a line.
  func points(of line: OpaquePointer) -> [LocalPoint] {
    let numbers = numbers(of: line)
    return stride(from: 0, to: numbers.count, by: 2).map {
      LocalPoint(x: numbers[$0], y: numbers[$0 + 1])
    }
  }

  /// A line whose ends are drawn back by a micrometre, `nil` for a ring.
  ///
  /// The round end of a wall in the middle of another would touch the other's far side in one
  /// point, which is a crossing or none as rounding has it, and GEOS begins again more slowly.
  func drawnBack(_ line: OpaquePointer) -> OpaquePointer? {
    var points = points(of: line)
    guard points.count >= 2, points.first != points.last else { return nil }
    for (end, next) in [(0, 1), (points.count - 1, points.count - 2)] {
      let share = min(0.1, 1e-6 / points[end].distance(to: points[next]))
      points[end].x += share * (points[next].x - points[end].x)
      points[end].y += share * (points[next].y - points[end].y)
    }
    return self.line(points)
  }

  /// All geometries as one (GEOSUnaryUnion), `nil` where there are none.
  func union(_ geometries: [OpaquePointer]) -> OpaquePointer? {
    guard !geometries.isEmpty else { return nil }
    guard let all = collection(geometries.map { GEOSGeom_clone_r(handle, $0) }) else { return nil }
    return keep(GEOSUnaryUnion_r(handle, all))
  }

  /// Polygons that have edges in common and no area as one geometry, `nil` where it can't be told.
  ///
  /// Their border at no distance (GEOSBuffer) takes one look at all edges, where the union takes
  /// one for each time that it makes one polygon of four.
  func joined(sideBySide polygons: [OpaquePointer]) -> OpaquePointer? {
    let (filled, holes) = withoutHoles(polygons)
    guard let all = multipolygon(filled), let one = keep(GEOSBuffer_r(handle, all, 0, 0)),
      abs(area(one) - area(all)) < 1e-3 + 1e-9 * area(all)
    else { return nil }
    return holes.isEmpty ? one : cut(holes, from: one)
  }

  /// Polygons without their holes, but for those around which another one may lie, and the holes'
  /// rings: a border at no distance looks along all edges for each hole.
  private func withoutHoles(
    _ polygons: [OpaquePointer]
  ) -> (polygons: [OpaquePointer], holes: [[Double]]) {
    let boxes = polygons.compactMap { box(of: $0) }
    guard boxes.count == polygons.count else { return (polygons, []) }
    let tree = BoxTree(boxes)
    var taken: [[Double]] = []
    let filled = polygons.indices.map { index -> OpaquePointer in
      guard let rings = self.polygons(of: polygons[index]).first, rings.count > 1 else {
        return polygons[index]
      }
      var (kept, clear): ([[Double]], [[Double]]) = ([], [])
      for hole in rings.dropFirst() {
        let corners = stride(from: 0, to: hole.count, by: 2).map {
          LocalPoint(x: hole[$0], y: hole[$0 + 1])
        }
        let isClear =
          BoundingBox(corners).map { box in tree.forEach(meeting: box) { $0 == index } } ?? false
        if isClear { clear.append(hole) } else { kept.append(hole) }
      }
      guard let polygon = polygon(rings: rings.prefix(1) + kept) else { return polygons[index] }
      taken += clear
      return polygon
    }
    return (filled, taken)
  }

  /// An area with holes in it, each within one of its parts.
  private func cut(_ holes: [[Double]], from area: OpaquePointer) -> OpaquePointer? {
    let parts = self.parts(of: area)
    let boxes = parts.compactMap { self.box(of: $0) }
    guard boxes.count == parts.count else { return nil }
    let tree = BoxTree(boxes)
    var rings = parts.map { polygons(of: $0).first ?? [] }
    var isCut = true
    freeing {
      let prepared = parts.map { self.prepared($0) }
      for hole in holes {
        guard hole.count >= 2 else { continue }
        let place = LocalPoint(x: hole[0], y: hole[1])
        let point = keep(GEOSGeom_createPointFromXY_r(handle, place.x, place.y))
        let isOutside = tree.forEach(meeting: BoundingBox(minimum: place, maximum: place)) { part in
          guard let shape = prepared[part], let point,
            GEOSPreparedIntersects_r(handle, shape, point) == 1
          else { return true }
          rings[part].append(hole)
          return false
        }
        if isOutside { isCut = false }
      }
    }
    let whole = rings.compactMap { polygon(rings: $0) }
    guard isCut, whole.count == parts.count else { return nil }
    return multipolygon(whole)
  }

  /// Polygons that have no area in common as one geometry, `nil` where there are none.
  func multipolygon(_ polygons: [OpaquePointer]) -> OpaquePointer? {
    let parts = polygons.flatMap { self.parts(of: $0) }.filter {
      GEOSGeomTypeId_r(handle, $0) == Int32(GEOS_POLYGON.rawValue)
    }
    guard !parts.isEmpty else { return nil }
    return collection(parts.map { GEOSGeom_clone_r(handle, $0) }, type: GEOS_MULTIPOLYGON)
  }

  /// The first less the second (GEOSDifference).
  func difference(_ whole: OpaquePointer, _ taken: OpaquePointer) -> OpaquePointer? {
    keep(GEOSDifference_r(handle, whole, taken))
  }
}
