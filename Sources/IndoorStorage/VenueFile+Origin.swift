import GRDB
import IndoorGeometry
import IndoorModel

extension VenueFile {
  /// Metres from all that the file holds beyond which an origin is set anew. Nearer, local metres
  /// lose nothing.
  private static let nearOrigin = 1000.0

  /// What is stored in local metres; all else, as ties and fingerprints, hangs on one of these.
  /// Features and guides are in degrees.
  private static let inLocalMetres = [Layer.plans, .walks, .radioMaps]

  /// Sets the origin to the middle of all that the file holds, where it lies far from that and
  /// nothing is stored in local metres, hidden walks and older radio maps included.
  ///
  /// - Parameter saved: what was just saved: beside it the origin is beside all.
  /// - Returns: the venue as the file has it now; `nil` where its origin was near.
  static func settleOrigin(after saved: Venue, in db: Database, time: String) throws -> Venue? {
    guard VenueGround(saved).metres(toOrigin: saved.origin) > nearOrigin,
      var venue = try venue(db)
    else { return nil }
    let ground = VenueGround(venue)
    guard ground.metres(toOrigin: venue.origin) > nearOrigin else { return nil }
    guard let middle = ground.bounds.centre, abs(middle.latitude) <= 89, try !hasLocalMetres(db)
    else { return venue }
    venue.origin = middle
    try db.execute(
      sql: "UPDATE venue SET origin_latitude = ?, origin_longitude = ?",
      arguments: [middle.latitude, middle.longitude])
    try GeoPackageTables.touch(.venue, at: time, in: db)
    return venue
  }

  private static func hasLocalMetres(_ db: Database) throws -> Bool {
    try inLocalMetres.contains { layer in
      try Row.fetchOne(db, sql: "SELECT 1 FROM \(layer.table) LIMIT 1") != nil
    }
  }
}
