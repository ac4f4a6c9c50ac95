extension TeamStore {
  /// The ids of the venues that have a version.
  ///
  /// - Throws: `.connectionLost`.
  public func names() throws(TeamStoreError) -> [String] {
    let rows = try connection.run("SELECT name FROM venue WHERE version > 0 ORDER BY name")
    return (0..<rows.count).compactMap { rows.text($0, 0) }
  }

  /// Whether a file was pulled from a store or pushed to one.
  public static func knows(_ path: String) -> Bool { PulledVersion.isThere(of: path) }

  /// Forgets what is noted beside a file that is gone.
  public static func forget(_ path: String) { PulledVersion.forget(path) }

  /// Takes a venue out with all that is of it; what isn't there is no fault.
  ///
  /// - Throws: `.connectionLost`.
  public func remove(_ venue: String) throws {
    try connection.transaction {
      guard let known = try StoredVenue.find(venue, locked: true, connection) else { return }
      let id = Parameter.int(Int32(clamping: known.number))
      for table in ["fingerprint", "walk", "page", "recording"] {
        try connection.run("DELETE FROM \(table) WHERE venue = $1::int", id)
      }
      try connection.run("DELETE FROM venue WHERE id = $1::int", id)
      try connection.run("SELECT pg_notify('indoor', $1)", .text("removed \(venue)"))
    }
  }

  /// Keeps a recording as it came, by its hash.
  ///
  /// - Throws: `.noVenue`, `.connectionLost`.
  public func keep(
    recording bytes: [UInt8], sha256: String, walks: [String], of venue: String
  ) throws(TeamStoreError) {
    guard let known = try StoredVenue.find(venue, connection) else {
      throw .noVenue("\(connection.address)", venue)
    }
    try connection.run(
      """
      INSERT INTO recording (venue, sha256, walks, bytes) VALUES ($1::int, $2, $3::text[], $4)
        ON CONFLICT DO NOTHING
      """, .int(Int32(clamping: known.number)), .text(sha256), .text(WalkText.list(walks)),
      .bytes(bytes))
  }

  /// The walks of a recording that was kept; `nil` where it wasn't.
  ///
  /// - Throws: `.connectionLost`.
  public func walks(
    ofRecording sha256: String, in venue: String
  ) throws(TeamStoreError) -> [String]? {
    let rows = try connection.run(
      """
      SELECT array_to_string(walks, ' ') FROM recording JOIN venue ON venue.id = recording.venue
        WHERE name = $1 AND sha256 = $2
      """, .text(venue), .text(sha256))
    return rows.count == 1 ? rows.text(0, 0)?.split(separator: " ").map(String.init) : nil
  }

  /// Tells everyone who listens something of live positions: 7,999 bytes at most.
  ///
  /// - Throws: `.connectionLost`.
  public func tell(_ text: String) throws(TeamStoreError) {
    try connection.run("SELECT pg_notify('indoor_live', $1)", .text(text))
  }
}
