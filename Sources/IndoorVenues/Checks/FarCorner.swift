import IndoorGeometry
package import IndoorModel

/// Corners of levels' outlines and of units that lie far from all others: one wrong digit moves a
/// corner by kilometres.
package enum FarCorner {
  /// Metres from the others' box from which on a corner is told, and times that box's longer side.
  private static let far = 500.0, times = 2.0
  /// Metres from which on several are, and one of three: a long corridor has corners at either end.
  private static let beyondCorridors = 5000.0

  /// What is said of a venue's.
  package static func findings(of venue: Venue, name: String) -> [VenueFinding] {
    let levels = venue.levels.map { (what: "level", id: $0.id, area: $0.outline) }
    let units = venue.units.map { (what: "unit", id: $0.id, area: $0.geometry) }
    return (levels + units).compactMap { what, id, area in
      corner(of: area.map(\.exterior)).map { corner, metres in
        let kilometres = (metres / 100).rounded() / 10
        return VenueFinding(
          .farCorner,
          "\(name): \(what) \"\(id)\" has a corner at \(corner.latitude), \(corner.longitude), "
            + "\(kilometres) km from its others; is it wrong?")
      }
    }
  }

  /// A corner of rings that lies far from all others, and how many metres.
  ///
  /// A part that lies far off as a whole is none: a level may be of two blocks. A ring that crosses
  /// itself became several, of which one has the far corner.
  private static func corner(of rings: [[Coordinate]]) -> (corner: Coordinate, metres: Double)? {
    let corners = rings.flatMap(\.self)
    guard let first = corners.first, GeographicBounds(around: corners).extent > far else {
      return nil
    }
    // Those that are far lie behind the widest gap from south to north or from west to east.
    let axes: [(Coordinate) -> Double] = [
      { $0.latitude }, { $0.unbroken(near: first.longitude).longitude },
    ]
    for axis in axes {
      let sorted = corners.map(axis).sorted()
      let gaps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
      guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }) else { continue }
      let isAhead = 2 * (widest + 1) <= corners.count
      func isFar(_ corner: Coordinate) -> Bool { (axis(corner) <= sorted[widest]) == isAhead }
      guard
        rings.contains(where: { ring in ring.contains(where: isFar) && !ring.allSatisfy(isFar) }),
        let corner = corners.first(where: isFar)
      else { continue }
      let others = GeographicBounds(around: corners.lazy.filter { !isFar($0) })
      guard let near = others.nearest(to: corner) else { continue }
      let metres = GeographicBounds(around: [near, corner]).extent
      let isOne = corners.count > 3 && corners.allSatisfy { !isFar($0) || $0 == corner }
      if metres > (isOne ? far : beyondCorridors), metres > times * others.extent {
        return (corner, metres)
      }
    }
    return nil
  }
}
