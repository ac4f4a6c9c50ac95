import CGEOS
package import IndoorGeometry

// RFC 7946, section 3.1.9: what crosses the antimeridian is cut there into parts, neither of which
// does; a reader that draws between 179.9° and -179.9° draws around the world.

extension Polygon<Coordinate> {
  /// The parts on either side of the antimeridian; the polygon itself where it doesn't cross it.
  package var cutAtAntimeridian: [Polygon<Coordinate>] {
    let turn = LongitudeTurn(exterior)
    guard turn.isTurned, let arena = GEOSArena(),
      let geometry = arena.polygon(rings: turn.rings(of: self))
    else { return [self] }
    var parts: [Polygon<Coordinate>] = []
    for west in [0.0, 180] {
      let east = west + 180
      guard let half = arena.polygon(rings: [[west, -90, east, -90, east, 90, west, 90]]),
        let part = arena.keep(GEOSIntersection_r(arena.handle, geometry, half))
      else { return [self] }
      parts += arena.polygons(of: part).compactMap { Polygon($0, turnedBack: west == 180) }
    }
    return parts.isEmpty ? [self] : parts
  }

  private init?(_ rings: [[Double]], turnedBack: Bool) {
    let rings = rings.map { ring in
      stride(from: 0, to: ring.count - 1, by: 2).map {
        Coordinate(latitude: ring[$0 + 1], longitude: ring[$0] - (turnedBack ? 360 : 0))
      }
    }
    guard let exterior = rings.first, exterior.count >= 3 else { return nil }
    self.init(exterior: exterior, holes: Array(rings.dropFirst()))
  }
}

extension [Polygon<Coordinate>] {
  /// The polygons with those put together again that meet along the antimeridian; they are valid,
  /// and none lies over another.
  var joinedAtAntimeridian: [Polygon<Coordinate>] {
    func lies(_ polygon: Polygon<Coordinate>, on longitude: Double) -> Bool {
      polygon.exterior.contains { $0.longitude == longitude }
    }
    guard count > 1, contains(where: { lies($0, on: 180) }),
      contains(where: { lies($0, on: -180) }), let arena = GEOSArena()
    else { return self }
    let parts = filter { lies($0, on: 180) || lies($0, on: -180) }
    let turn = LongitudeTurn(parts.flatMap(\.exterior))
    let geometries = parts.compactMap { arena.polygon(rings: turn.rings(of: $0)) }
    guard geometries.count == parts.count,
      let all = arena.collection(geometries.map { GEOSGeom_clone_r(arena.handle, $0) }),
      let union = arena.keep(GEOSUnaryUnion_r(arena.handle, all))
    else { return self }
    let joined = arena.polygons(of: union)
    guard joined.count < parts.count else { return self }
    // Round the way that the parts go; GEOS's rings go its own.
    let isTurned = turn.rings(of: parts[0]).first.map(Seam.isClockwise)
    return filter { !lies($0, on: 180) && !lies($0, on: -180) }
      + joined.compactMap { rings in
        let isOther = rings.first.map(Seam.isClockwise) != isTurned
        return turn.polygon(rings.map(Seam.without).map { isOther ? Seam.reversed($0) : $0 })
      }
  }
}

extension [Coordinate] {
  /// A line's parts on either side of the antimeridian, the line itself where it doesn't reach it;
  /// of one that ends there, or runs along it, all longitudes are those of its own side.
  var cutAtAntimeridian: [[Coordinate]] {
    guard let first else { return [self] }
    var parts: [[Coordinate]] = []
    var part = [first]
    for (a, b) in zip(self, dropFirst()) {
      guard abs(b.longitude - a.longitude) > 180 else {
        part.append(b)
        continue
      }
      let edge = a.longitude > 0 ? 180.0 : -180
      let width = b.longitude + 2 * edge - a.longitude
      let share = width == 0 ? 0 : (edge - a.longitude) / width
      // To the bit where it ends there, so that what is left has no length.
      let latitude =
        share == 1 ? b.latitude : a.latitude + share * (b.latitude - a.latitude)
      let end = Coordinate(latitude: latitude, longitude: edge)
      parts.append(a == end ? part : part + [end])
      let start = Coordinate(latitude: latitude, longitude: -edge)
      part = b == start ? [start] : [start, b]
    }
    // An end on the antimeridian leaves a part without a length.
    let long = (parts + [part]).filter { part in part.contains { $0 != part.first } }
    return long.isEmpty ? [map { _ in first }] : long
  }
}

extension [[Coordinate]] {
  /// The lines with those put together again of which one begins across the antimeridian from where
  /// the one before it ends.
  var joinedAtAntimeridian: [[Coordinate]] {
    var lines: [[Coordinate]] = []
    for line in self {
      guard let last = lines.last, let end = last.last, let start = line.first,
        abs(end.longitude) == 180, start.longitude == -end.longitude,
        abs(start.latitude - end.latitude) < Seam.tolerance
      else {
        lines.append(line)
        continue
      }
      let turn = LongitudeTurn([end, start])
      let isStraight =
        last.count > 1 && line.count > 1
        && Seam.isStraight(
          turn.point(last[last.count - 2]), turn.point(end), turn.point(line[1]))
      lines[lines.count - 1] = (isStraight ? last.dropLast() : last) + line.dropFirst()
    }
    return lines
  }
}

/// Where parts met on either side of the antimeridian.
private enum Seam {
  /// Degrees: some 10 µm on the ground.
  static let tolerance = 1e-10

  /// A ring of x and y in turn without vertices on the antimeridian that cutting has made.
  static func without(_ ring: [Double]) -> [Double] {
    let points = stride(from: 0, to: ring.count - 1, by: 2).map {
      LocalPoint(x: ring[$0], y: ring[$0 + 1])
    }
    let kept = points.indices.filter { index in
      let before = points[(index + points.count - 1) % points.count]
      return !isStraight(before, points[index], points[(index + 1) % points.count])
    }
    return kept.count < 3 ? ring : kept.flatMap { [points[$0].x, points[$0].y] }
  }

  /// Whether a ring of x and y in turn goes round clockwise.
  static func isClockwise(_ ring: [Double]) -> Bool {
    Polygon<LocalPoint>.signedArea(
      stride(from: 0, to: ring.count - 1, by: 2).map {
        LocalPoint(x: ring[$0] - ring[0], y: ring[$0 + 1] - ring[1])
      }) < 0
  }

  /// The ring the other way round.
  static func reversed(_ ring: [Double]) -> [Double] {
    stride(from: ring.count / 2 - 1, through: 0, by: -1).flatMap {
      [ring[2 * $0], ring[2 * $0 + 1]]
    }
  }

  /// Whether a place at 180° lies on the straight way from one side to the other.
  static func isStraight(_ before: LocalPoint, _ place: LocalPoint, _ after: LocalPoint) -> Bool {
    guard place.x == 180, (before.x - 180) * (after.x - 180) < 0 else { return false }
    let share = (180 - before.x) / (after.x - before.x)
    return abs(before.y + share * (after.y - before.y) - place.y) < tolerance
  }
}
