public import IndoorModel

extension TeamStore {
  /// The newest versions of some venues; those that aren't there are missing.
  ///
  /// - Throws: `.connectionLost`.
  public func versions(of venues: [String]) throws(TeamStoreError) -> [String: Int] {
    let rows = try connection.run(
      "SELECT name, version FROM venue WHERE version > 0 AND name = ANY($1::text[])",
      .text(WalkText.list(venues)))
    var versions: [String: Int] = [:]
    for row in 0..<rows.count {
      if let name = rows.text(row, 0) { versions[name] = rows.int(row, 1) }
    }
    return versions
  }

  /// The ids of the venues whose walks hear most of some transmitters, those that hear most first.
  ///
  /// - Parameter allowed: the venues of which they are; `nil` for all.
  /// - Throws: `.connectionLost`.
  public func venues(
    hearing transmitters: [Transmitter], of allowed: [String]? = nil
  ) throws(TeamStoreError) -> [String] {
    let rows = try connection.run(
      """
      SELECT venue.name FROM transmitter JOIN venue ON venue.id = venue
        WHERE transmitter.name = ANY($1::text[])
          AND ($2::text[] IS NULL OR venue.name = ANY($2::text[]))
        GROUP BY venue.name ORDER BY count(*) DESC, venue.name LIMIT 3
      """, .text(WalkText.list(Set(transmitters.map(\.description)).sorted())),
      .optional(allowed.map(WalkText.list)))
    return (0..<rows.count).compactMap { rows.text($0, 0) }
  }

  /// Whether a file was pulled from a store or pushed to one.
  public static func knows(_ path: String) -> Bool { PulledVersion.isThere(of: path) }

  /// The version that a file is, or was made from; `nil` where it was pulled from no store.
  public static func version(of path: String) -> Int? { PulledVersion.number(of: path) }

  /// Forgets what is noted beside a file that is gone.
  public static func forget(_ path: String) { PulledVersion.forget(path) }

  /// Takes a venue out with all that is of it; what isn't there is no fault.
  ///
  /// - Throws: `.connectionLost`.
  public func remove(_ venue: String) throws {
    try connection.transaction {
      guard let known = try StoredVenue.find(venue, for: .removing, connection) else { return }
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
    try keep(bytes, sha256, walks, of: known)
  }

  func keep(
    _ bytes: [UInt8], _ sha256: String, _ walks: [String], of venue: StoredVenue
  ) throws(TeamStoreError) {
    try connection.run(
      """
      INSERT INTO recording (venue, sha256, walks, bytes) VALUES ($1::int, $2, $3::text[], $4)
        ON CONFLICT DO NOTHING
      """, .int(Int32(clamping: venue.number)), .text(sha256), .text(WalkText.list(walks)),
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
      SELECT array_to_string(recording.walks, ' ') FROM recording JOIN venue ON venue.id = recording.venue
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
