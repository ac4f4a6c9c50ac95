import IndoorGeometry
package import IndoorModel

/// Corners of levels' outlines and of units that lie far from all others: one wrong digit moves a
/// corner by kilometres.
package enum FarCorner {
  /// Metres from the others' box from which on a corner is told, and times that box's longer side.
  private static let far = 500.0, times = 2.0

  /// What is said of a venue's.
  package static func findings(of venue: Venue, name: String) -> [VenueFinding] {
    let levels = venue.levels.map { (what: "level", id: $0.id, area: $0.outline) }
    let units = venue.units.map { (what: "unit", id: $0.id, area: $0.geometry) }
    return (levels + units).flatMap { what, id, area in
      area.compactMap { corner(of: $0.exterior) }.map { corner, metres in
        let kilometres = (metres / 100).rounded() / 10
        return VenueFinding(
          .farCorner,
          "\(name): \(what) \"\(id)\" has a corner at \(corner.latitude), \(corner.longitude), "
            + "\(kilometres) km from its others; is it wrong?")
      }
    }
  }

  /// The corner of a ring that lies far from all others, and how many metres.
  private static func corner(of ring: [Coordinate]) -> (corner: Coordinate, metres: Double)? {
    guard ring.count > 3, GeographicBounds(around: ring).extent > far else { return nil }
    // No other than the outermost can.
    let outermost = [
      ring.min { $0.latitude < $1.latitude }, ring.max { $0.latitude < $1.latitude },
      ring.min { $0.longitude < $1.longitude }, ring.max { $0.longitude < $1.longitude },
    ].compactMap(\.self)
    for corner in Set(outermost) {
      let others = GeographicBounds(around: ring.lazy.filter { $0 != corner })
      guard let near = others.nearest(to: corner) else { continue }
      let metres = GeographicBounds(around: [near, corner]).extent
      if metres > far, metres > times * others.extent { return (corner, metres) }
    }
    return nil
  }
}
