import IndoorGeometry
package import IndoorModel

/// An origin of local metres that lies away from the venue.
package enum FarOrigin {
  /// What is said of a venue whose origin lies over 20 km from all that it holds.
  ///
  /// Local metres are a transverse Mercator's: at d metres east or west of the origin lengths are
  /// too long by the share d² / 2R², and grid north lies off true north by the meridian
  /// convergence. Both are within what `LocalFrame` converts exactly, and cost nothing in degrees.
  package static func finding(of venue: Venue, name: String) -> VenueFinding? {
    let ground = VenueGround(venue)
    let metres = ground.metres(toOrigin: venue.origin)
    guard metres > VenueGround.farthest, let near = ground.nearest(to: venue.origin) else {
      return nil
    }
    let share = metres / Ellipsoid.semiMajorAxis
    let millimetres = max(1, (share * share / 2 * 100_000).rounded())
    let turn = (abs(venue.frame.convergence(at: near)) * 10).rounded() / 10
    return VenueFinding(
      .farOrigin,
      "\(name): the origin of its local metres lies \(Int(metres / 1000)) km from all that it holds,"
        + " so that in these 100 m come out up to \(Int(millimetres)) mm too long and north is \(turn)° off;"
        + " import the venue into a new file and this file's walks into that, and place its plans and"
        + " build its radio map there")
  }
}
