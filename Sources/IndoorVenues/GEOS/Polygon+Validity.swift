import CGEOS
import IndoorGeometry

/// What is wrong with a polygon.
struct PolygonProblem {
  /// GEOS's words, such as "Self-intersection".
  let reason: String
  /// Where, if GEOS says.
  let coordinate: Coordinate?

  /// The reason and the place, to a centimetre.
  var text: String {
    guard let coordinate else { return reason }
    func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
    return "\(reason) at \(rounded(coordinate.longitude)), \(rounded(coordinate.latitude))"
  }
}

extension Polygon<Coordinate> {
  /// What makes the polygon invalid (OGC Simple Features: rings that cross or touch themselves or
  /// each other, holes outside), or `nil` for a valid one. By GEOSisValidDetail.
  var problem: PolygonProblem? {
    guard let arena = GEOSArena() else { return nil }
    let turn = LongitudeTurn(exterior)
    guard let geometry = arena.polygon(rings: turn.rings(of: self)) else {
      return PolygonProblem(reason: "Too few vertices", coordinate: nil)
    }
    var words: UnsafeMutablePointer<CChar>?
    var place: OpaquePointer?
    let valid = GEOSisValidDetail_r(arena.handle, geometry, 0, &words, &place)
    let location = arena.keep(place)
    defer { GEOSFree_r(arena.handle, words) }
    guard valid == 0 else { return nil }
    var (x, y) = (0.0, 0.0)
    var coordinate: Coordinate?
    if let location, GEOSGeomGetX_r(arena.handle, location, &x) == 1,
      GEOSGeomGetY_r(arena.handle, location, &y) == 1
    {
      coordinate = turn.coordinate(x: x, y: y)
    }
    return PolygonProblem(
      reason: words.map { String(cString: $0) } ?? "Invalid", coordinate: coordinate)
  }

  /// Valid polygons of the same area, none where nothing is left of it. By GEOSMakeValid's
  /// structure method, which keeps rings as they are meant: a hole stays a hole, a bow tie becomes
  /// two triangles.
  var repaired: [Polygon<Coordinate>] {
    guard let arena = GEOSArena() else { return [self] }
    let turn = LongitudeTurn(exterior)
    guard let geometry = arena.polygon(rings: turn.rings(of: self)),
      let parameters = GEOSMakeValidParams_create_r(arena.handle)
    else { return [] }
    defer { GEOSMakeValidParams_destroy_r(arena.handle, parameters) }
    GEOSMakeValidParams_setMethod_r(arena.handle, parameters, GEOS_MAKE_VALID_STRUCTURE)
    GEOSMakeValidParams_setKeepCollapsed_r(arena.handle, parameters, 0)
    guard
      let valid = arena.keep(GEOSMakeValidWithParams_r(arena.handle, geometry, parameters))
    else { return [] }
    return arena.polygons(of: valid).compactMap(turn.polygon)
  }
}

/// Longitudes on GEOS's plane: a ring that crosses the antimeridian is laid out from 0 to 360°.
struct LongitudeTurn {
  let isTurned: Bool

  init(_ ring: [Coordinate]) {
    var (west, east) = (0.0, 0.0)
    if let first = ring.first { (west, east) = (first.longitude, first.longitude) }
    for coordinate in ring {
      west = min(west, coordinate.longitude)
      east = max(east, coordinate.longitude)
    }
    isTurned = east - west > 180
  }

  func rings(of polygon: Polygon<Coordinate>) -> [[Double]] {
    polygon.rings.map { ring in
      var numbers: [Double] = []
      numbers.reserveCapacity(2 * ring.count + 2)
      for coordinate in ring {
        let point = point(coordinate)
        numbers.append(point.x)
        numbers.append(point.y)
      }
      return numbers
    }
  }

  /// A place on the plane, in degrees.
  func point(_ coordinate: Coordinate) -> LocalPoint {
    let longitude = coordinate.longitude
    return LocalPoint(
      x: isTurned && longitude < 0 ? longitude + 360 : longitude, y: coordinate.latitude)
  }

  func coordinate(x: Double, y: Double) -> Coordinate {
    Coordinate(latitude: y, longitude: x > 180 ? x - 360 : x)
  }

  func polygon(_ rings: [[Double]]) -> Polygon<Coordinate>? {
    let rings = rings.map { ring in
      stride(from: 0, to: ring.count - 1, by: 2).map { coordinate(x: ring[$0], y: ring[$0 + 1]) }
    }
    guard let exterior = rings.first, exterior.count >= 3 else { return nil }
    return Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
  }
}
