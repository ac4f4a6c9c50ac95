import CGEOS
import IndoorGeometry
import IndoorModel

/// A level's outline and units as GEOS geometries in local metres.
final class LevelGeometry {
  private let arena: GEOSArena
  private let outline: OpaquePointer?
  /// Units whose geometry GEOS takes, with their boxes, from west to east.
  private let units: [(unit: Unit, geometry: OpaquePointer, box: BoundingBox<LocalPoint>)]

  /// `nil` where there is no memory.
  init?(_ level: Level, units: [Unit], frame: LocalFrame) {
    guard let arena = GEOSArena() else { return nil }
    self.arena = arena
    outline = arena.area(of: level.outline.map { frame.local(from: $0) })
    self.units = units.compactMap { unit in
      let local = unit.geometry.map { frame.local(from: $0) }
      guard let geometry = arena.area(of: local),
        let box = BoundingBox(local.flatMap(\.exterior))
      else { return nil }
      return (unit, geometry, box)
    }.sorted { $0.box.minimum.x < $1.box.minimum.x }
  }

  /// Units that reach out of the outline by more than the margin, in metres; none where there is no outline.
  func outside(margin: Double) -> [Unit] {
    guard let outline, let grown = arena.keep(GEOSBuffer_r(arena.handle, outline, margin, 4)),
      let prepared = arena.prepared(grown)
    else { return [] }
    return units.filter { GEOSPreparedCovers_r(arena.handle, prepared, $0.geometry) == 0 }
      .map(\.unit)
  }

  /// Pairs of units that share more than that area, in square metres, with the area. Gives up after that many pairs of boxes.
  func overlaps(over area: Double, pairs: Int) -> [(Unit, Unit, Double)] {
    var found: [(Unit, Unit, Double)] = []
    var compared = 0
    for (index, one) in units.enumerated() {
      for other in units[(index + 1)...] {
        if other.box.minimum.x >= one.box.maximum.x { break }
        guard one.box.minimum.y < other.box.maximum.y, other.box.minimum.y < one.box.maximum.y
        else { continue }
        compared += 1
        if compared > pairs { return found }
        let shared = sharedArea(one.geometry, other.geometry)
        if shared > area { found.append((one.unit, other.unit, shared)) }
      }
    }
    return found
  }

  /// Openings whose ends or middle are further than that, in metres, from the edge of every unit; none where there are no units.
  func off(_ openings: [Opening], by distance: Double, frame: LocalFrame) -> [Opening] {
    let edges = units.map { GEOSBoundary_r(arena.handle, $0.geometry) }
    guard !edges.isEmpty, let all = arena.collection(edges), let prepared = arena.prepared(all)
    else { return [] }
    return openings.filter { opening in
      let line = opening.line.map { frame.local(from: $0) }
      guard let first = line.first, let last = line.last else { return false }
      let middle = LocalPoint(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2)
      return ![first, middle, last].allSatisfy { place in
        guard let point = arena.keep(GEOSGeom_createPointFromXY_r(arena.handle, place.x, place.y))
        else { return true }
        return GEOSPreparedDistanceWithin_r(arena.handle, prepared, point, distance) != 0
      }
    }
  }

  private func sharedArea(_ one: OpaquePointer, _ other: OpaquePointer) -> Double {
    guard let shared = GEOSIntersection_r(arena.handle, one, other) else { return 0 }
    defer { GEOSGeom_destroy_r(arena.handle, shared) }
    var area = 0.0
    return GEOSArea_r(arena.handle, shared, &area) == 1 ? area : 0
  }
}
