import IndoorGeometry
package import IndoorModel

/// Corners of levels' outlines and of units that lie far from all others: one wrong digit moves a
/// corner by kilometres.
package enum FarCorner {
  /// Metres from the others' box from which on a corner is told, and times that box's longer side.
  private static let far = 500.0, times = 2.0
  /// Metres from which on one of three corners is.
  private static let farOfThree = 5000.0

  /// What is said of a venue's.
  package static func findings(of venue: Venue, name: String) -> [VenueFinding] {
    let levels = venue.levels.map { (what: "level", id: $0.id, area: $0.outline) }
    let units = venue.units.map { (what: "unit", id: $0.id, area: $0.geometry) }
    return (levels + units).flatMap { what, id, area in
      corners(of: area.map(\.exterior)).map { corner, metres in
        let kilometres = (metres / 100).rounded() / 10
        return VenueFinding(
          .farCorner,
          "\(name): \(what) \"\(id)\" has a corner at \(corner.latitude), \(corner.longitude), "
            + "\(kilometres) km from its others; is it wrong?")
      }
    }
  }

  /// Parts that a ring becomes at most that one corner makes cross itself.
  private static let mostParts = 50

  private typealias Far = (corner: Coordinate, metres: Double)

  /// The corner of each ring that lies far from all its others, and how many metres.
  ///
  /// A ring that crosses itself has become several, of which one has the far corner: that lies far
  /// from all of them together.
  private static func corners(of rings: [[Coordinate]]) -> [Far] {
    let found = rings.compactMap { corner(of: $0, among: $0) }
    guard found.isEmpty, 2...mostParts ~= rings.count else { return found }
    let all = rings.flatMap(\.self)
    return rings.lazy.compactMap { corner(of: $0, among: all) }.first.map { [$0] } ?? []
  }

  /// The corner of a ring that lies far from all others of some, among which the ring's are.
  private static func corner(of ring: [Coordinate], among all: [Coordinate]) -> Far? {
    guard GeographicBounds(around: ring).extent > far else { return nil }
    let start = ring.first?.longitude ?? 0
    func east(_ corner: Coordinate) -> Double { corner.unbroken(near: start).longitude }
    // No other than the outermost can.
    let outermost = [
      ring.min { $0.latitude < $1.latitude }, ring.max { $0.latitude < $1.latitude },
      ring.min { east($0) < east($1) }, ring.max { east($0) < east($1) },
    ].compactMap(\.self)
    let least = all.count > 3 ? far : farOfThree
    for corner in Set(outermost) {
      let others = GeographicBounds(around: all.lazy.filter { $0 != corner })
      guard let near = others.nearest(to: corner) else { continue }
      let metres = GeographicBounds(around: [near, corner]).extent
      if metres > least, metres > times * others.extent { return (corner, metres) }
    }
    return nil
  }
}
