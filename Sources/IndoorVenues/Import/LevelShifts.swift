import IndoorGeometry
import IndoorLibc
package import IndoorModel

/// Levels that an import moves as a whole: most of their units, which keep their ids, by the same
/// way. A level that is redrawn, or has some rooms moved, isn't among them.
package enum LevelShifts {
  /// Metres below which a level is drawn better, and not moved.
  private static let least = 5.0
  /// Metres, and part of the way, within which the ways of two units are the same.
  private static let tolerance = 1.0, part = 0.02

  /// Vertices of a ring that are tried as its first.
  private static let mostStarts = 16

  /// Metres that levels moved, by the key that they had before.
  package static func metres(from before: Venue, to after: Venue) -> [LevelKey: Double] {
    let frame = before.frame
    let levels = Dictionary(after.levels.map { ($0.id, $0) }) { first, _ in first }
    let now = Dictionary(after.units.map { ($0.id, $0) }) { first, _ in first }
    let units = Dictionary(grouping: before.units, by: \.level)
    var found: [LevelKey: Double] = [:]
    for level in before.levels {
      // What the import doesn't name stays.
      let outline = levels[level.id]?.outline ?? level.outline
      var ways = (units[level.key] ?? []).map {
        way(from: $0.geometry, to: now[$0.id]?.geometry ?? $0.geometry, frame)
      }
      if ways.isEmpty {
        // An outline alone moved where all of it did: one that is drawn anew is another one.
        ways = [wholeWay(from: level.outline, to: outline, frame)].compactMap(\.self)
      } else if !level.outline.isEmpty {
        ways.append(way(from: level.outline, to: outline, frame))
      }
      guard !ways.isEmpty else { continue }
      let middle = LocalPoint(
        x: ways.map(\.x).sorted()[ways.count / 2], y: ways.map(\.y).sorted()[ways.count / 2])
      let metres = hypot(middle.x, middle.y)
      let alike = ways.filter {
        hypot($0.x - middle.x, $0.y - middle.y) <= tolerance + part * metres
      }
      if metres > least, alike.count * 2 > ways.count { found[level.key] = metres }
    }
    return found
  }

  /// The way that all vertices of an outline moved; `nil` where it is another one.
  private static func wholeWay(
    from one: [Polygon<Coordinate>], to other: [Polygon<Coordinate>], _ frame: LocalFrame
  ) -> LocalPoint? {
    let way = way(from: one, to: other, frame)
    let (rings, others) = (one.flatMap(\.rings), other.flatMap(\.rings))
    guard rings.count == others.count, !rings.isEmpty else { return nil }
    func isAlike(_ place: LocalPoint, _ other: LocalPoint) -> Bool {
      hypot(other.x - place.x - way.x, other.y - place.y - way.y)
        <= tolerance + part * hypot(way.x, way.y)
    }
    for (ring, other) in zip(rings, others) {
      let (before, after) = (ring.map(frame.local(from:)), other.map(frame.local(from:)))
      // A program may begin a ring at another vertex, or write it the other way round.
      let count = before.count
      guard count == after.count, let first = before.first,
        after.indices.filter({ isAlike(first, after[$0]) }).prefix(mostStarts).contains(where: {
          start in
          before.indices.allSatisfy { isAlike(before[$0], after[(start + $0) % count]) }
            || before.indices.allSatisfy {
              isAlike(before[$0], after[(start + count - $0) % count])
            }
        })
      else { return nil }
    }
    return way
  }

  /// The way from the middle of a box around the one to that around the other.
  private static func way(
    from one: [Polygon<Coordinate>], to other: [Polygon<Coordinate>], _ frame: LocalFrame
  ) -> LocalPoint {
    guard let from = BoundingBox(around: one.map { frame.local(from: $0) })?.centre,
      let to = BoundingBox(around: other.map { frame.local(from: $0) })?.centre
    else { return LocalPoint(x: 0, y: 0) }
    return LocalPoint(x: to.x - from.x, y: to.y - from.y)
  }
}
