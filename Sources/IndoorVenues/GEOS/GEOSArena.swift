import CGEOS
import IndoorGeometry

/// A GEOS context of one call (0.04 µs to make) and the geometries made in it, all freed with it.
final class GEOSArena {
  let handle: GEOSContextHandle_t
  private var geometries: [OpaquePointer] = []
  private var preparations: [OpaquePointer] = []

  /// `nil` where there is no memory.
  init?() {
    guard let handle = GEOS_init_r() else { return nil }
    self.handle = handle
  }

  deinit {
    for prepared in preparations { GEOSPreparedGeom_destroy_r(handle, prepared) }
    for geometry in geometries { GEOSGeom_destroy_r(handle, geometry) }
    GEOS_finish_r(handle)
  }

  /// Takes over a geometry that GEOS has made.
  func keep(_ geometry: OpaquePointer?) -> OpaquePointer? {
    if let geometry { geometries.append(geometry) }
    return geometry
  }

  /// What a body makes but for its result is freed when it ends.
  func scoped(_ body: () -> OpaquePointer?) -> OpaquePointer? {
    let (mark, prepared) = (geometries.count, preparations.count)
    let result = body()
    for index in prepared..<preparations.count {
      GEOSPreparedGeom_destroy_r(handle, preparations[index])
    }
    preparations.removeLast(preparations.count - prepared)
    // No slice: it would make a copy of all the arena's geometries.
    var isMade = false
    for index in mark..<geometries.count {
      if geometries[index] == result {
        isMade = true
      } else {
        GEOSGeom_destroy_r(handle, geometries[index])
      }
    }
    geometries.removeLast(geometries.count - mark)
    return isMade ? keep(result) : result
  }

  /// What a body makes is freed when it ends.
  func freeing(_ body: () -> Void) {
    _ = scoped {
      body()
      return nil
    }
  }

  /// A polygon of open rings of x and y in turn (GEOSGeom_createPolygon), or `nil` where GEOS
  /// refuses one.
  func polygon(rings: [[Double]]) -> OpaquePointer? {
    guard let outer = rings.first, let shell = ring(outer) else { return nil }
    var holes: [OpaquePointer?] = []
    for hole in rings.dropFirst() {
      guard let ring = ring(hole) else {
        for hole in holes { GEOSGeom_destroy_r(handle, hole) }
        GEOSGeom_destroy_r(handle, shell)
        return nil
      }
      holes.append(ring)
    }
    return keep(GEOSGeom_createPolygon_r(handle, shell, &holes, UInt32(holes.count)))
  }

  /// The area of polygons in local metres, or `nil` where there is none or GEOS refuses one.
  func area(of polygons: [Polygon<LocalPoint>]) -> OpaquePointer? {
    guard !polygons.isEmpty else { return nil }
    var parts: [OpaquePointer?] = []
    for polygon in polygons {
      let rings = polygon.rings.map { ring in ring.flatMap { [$0.x, $0.y] } }
      guard let part = self.polygon(rings: rings) else { return nil }
      parts.append(GEOSGeom_clone_r(handle, part))
    }
    return collection(parts, type: GEOS_MULTIPOLYGON)
  }

  /// One geometry of parts, which it takes over.
  func collection(
    _ parts: [OpaquePointer?], type: GEOSGeomTypes = GEOS_GEOMETRYCOLLECTION
  ) -> OpaquePointer? {
    var known = parts.filter { $0 != nil }
    return keep(
      GEOSGeom_createCollection_r(handle, Int32(type.rawValue), &known, UInt32(known.count)))
  }

  /// A geometry made ready for many questions (GEOSPrepare).
  func prepared(_ geometry: OpaquePointer) -> OpaquePointer? {
    let prepared = GEOSPrepare_r(handle, geometry)
    if let prepared { preparations.append(prepared) }
    return prepared
  }

  /// The polygons of a geometry as open rings of x and y in turn; lines and points in it are passed
  /// over.
  func polygons(of geometry: OpaquePointer) -> [[[Double]]] {
    switch UInt32(bitPattern: GEOSGeomTypeId_r(handle, geometry)) {
    case GEOS_POLYGON.rawValue:
      guard GEOSisEmpty_r(handle, geometry) == 0 else { return [] }
      let holes: [[Double]] = (0..<max(0, GEOSGetNumInteriorRings_r(handle, geometry))).map {
        numbers(of: GEOSGetInteriorRingN_r(handle, geometry, $0)).dropLast(2)
      }
      return [[numbers(of: GEOSGetExteriorRing_r(handle, geometry)).dropLast(2)] + holes]
    case GEOS_MULTIPOLYGON.rawValue, GEOS_GEOMETRYCOLLECTION.rawValue:
      return (0..<max(0, GEOSGetNumGeometries_r(handle, geometry))).flatMap { index in
        GEOSGetGeometryN_r(handle, geometry, index).map { polygons(of: $0) } ?? []
      }
    default: return []
    }
  }

  /// How many vertices a geometry has, those that close rings too.
  func vertices(of geometry: OpaquePointer) -> Int {
    max(0, Int(GEOSGetNumCoordinates_r(handle, geometry)))
  }

  /// Copies of the single geometries that a geometry has, however deep they lie in collections.
  func parts(of geometry: OpaquePointer) -> [OpaquePointer] {
    guard GEOSGeomTypeId_r(handle, geometry) >= Int32(GEOS_MULTIPOINT.rawValue) else {
      guard GEOSisEmpty_r(handle, geometry) == 0 else { return [] }
      return keep(GEOSGeom_clone_r(handle, geometry)).map { [$0] } ?? []
    }
    return (0..<max(0, GEOSGetNumGeometries_r(handle, geometry))).flatMap { index in
      GEOSGetGeometryN_r(handle, geometry, index).map { parts(of: $0) } ?? []
    }
  }

  /// The smallest upright box around a geometry, `nil` for an empty one.
  func box(of geometry: OpaquePointer) -> BoundingBox<LocalPoint>? {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    guard GEOSGeom_getXMin_r(handle, geometry, &west) == 1,
      GEOSGeom_getYMin_r(handle, geometry, &south) == 1,
      GEOSGeom_getXMax_r(handle, geometry, &east) == 1,
      GEOSGeom_getYMax_r(handle, geometry, &north) == 1
    else { return nil }
    return BoundingBox(
      minimum: LocalPoint(x: west, y: south), maximum: LocalPoint(x: east, y: north))
  }

  private func ring(_ open: [Double]) -> OpaquePointer? {
    var closed = open
    closed.append(contentsOf: open.prefix(2))
    guard
      let sequence = GEOSCoordSeq_copyFromBuffer_r(handle, closed, UInt32(closed.count / 2), 0, 0)
    else { return nil }
    return GEOSGeom_createLinearRing_r(handle, sequence)
  }

  /// The vertices of a line or a closed ring as x and y in turn.
  func numbers(of line: OpaquePointer?) -> [Double] {
    guard let line, let sequence = GEOSGeom_getCoordSeq_r(handle, line) else { return [] }
    var count: UInt32 = 0
    guard GEOSCoordSeq_getSize_r(handle, sequence, &count) == 1, count > 1 else { return [] }
    var buffer = [Double](repeating: 0, count: 2 * Int(count))
    guard GEOSCoordSeq_copyToBuffer_r(handle, sequence, &buffer, 0, 0) == 1 else { return [] }
    return buffer
  }
}
