/// The work that a venue's uploads ask for: a version that has their walks, and a radio map of
/// them.
///
/// Its row is a hint that there is such work. Who does it holds an advisory lock of its
/// connection's, and no transaction, so that whoever dies lets go of it and another takes it, and
/// nobody waits for a radio map that is being built.
struct VenueJob {
  /// The venue.
  let venue: StoredVenue
  /// Whether it was tried before.
  let isRepeated: Bool

  /// Tries after which nobody goes on by himself.
  static let mostTries: Int32 = 5
  /// How long no walk has to come until the work begins, and how long they may keep coming.
  private static let quiet = "2 seconds"
  private static let longest = "20 seconds"

  /// Asks for it, unless somebody did.
  static func ask(for venue: StoredVenue, _ connection: Connection) throws(TeamStoreError) {
    try connection.run(
      """
      INSERT INTO job (venue, due) VALUES ($1::int, now() + '\(quiet)'::interval)
        ON CONFLICT DO NOTHING
      """, .int(Int32(clamping: venue.number)))
  }

  /// Asks for what nobody asked for, as who should have died, and once more for what was given up
  /// before the last walks came.
  static func askForForgotten(_ connection: Connection) throws(TeamStoreError) {
    try connection.run(
      """
      INSERT INTO job (venue, due)
        SELECT DISTINCT walk.venue, now() FROM walk JOIN venue ON venue.id = walk.venue
          WHERE NOT built AND problem IS NULL
        ON CONFLICT DO NOTHING
      """)
    // New walks are a reason for one more try of what was given up.
    try connection.run(
      """
      UPDATE job SET tries = $1::int - 1, due = now() WHERE venue IN
        (SELECT venue FROM job WHERE tries >= $1::int AND EXISTS
          (SELECT FROM walk WHERE walk.venue = job.venue AND NOT built AND problem IS NULL
            AND stored > job.due - '10 seconds'::interval)
          FOR UPDATE SKIP LOCKED)
      """, .int(mostTries))
  }

  /// Takes the one that is due longest and that nobody does, and counts the try, so that one whose
  /// end is never told was one, too. Where walks still come it is left for later.
  ///
  /// - Returns: `nil` where there is none. Who gets one does it and lets go of it.
  static func take(_ connection: Connection) throws -> VenueJob? {
    let due = try connection.run(
      """
      SELECT job.venue, name FROM job JOIN venue ON venue.id = job.venue
        WHERE due <= now() AND tries < $1::int ORDER BY due LIMIT 100
      """, .int(mostTries))
    for row in 0..<due.count {
      guard let number = due.int(row, 0), let name = due.text(row, 1) else { continue }
      let venue = StoredVenue(number: number, name: name)
      guard try claim(venue, connection) else { continue }
      do {
        if let job = try begin(venue, connection) { return job }
      } catch {
        letGo(of: venue, connection)
        throw error
      }
      letGo(of: venue, connection)
    }
    return nil
  }

  /// Counts the try of one that is still due; where walks still come it is put off.
  private static func begin(
    _ venue: StoredVenue, _ connection: Connection
  ) throws(TeamStoreError) -> VenueJob? {
    let id = Parameter.int(Int32(clamping: venue.number))
    let coming = try connection.run(
      """
      SELECT max(stored) > now() - '\(quiet)'::interval
        AND min(stored) > now() - '\(longest)'::interval
        FROM walk WHERE venue = $1::int AND NOT built AND problem IS NULL
      """, id)
    guard !coming.bool(0, 0) else {
      try connection.run(
        "UPDATE job SET due = now() + '\(quiet)'::interval WHERE venue = $1::int", id)
      return nil
    }
    // The next try, should this one not end, comes later and later.
    let begun = try connection.run(
      """
      UPDATE job SET tries = tries + 1, due = now() + '0.5 seconds'::interval * 2 ^ tries
        WHERE venue = $1::int AND due <= now() AND tries < $2::int RETURNING tries
      """, id, .int(mostTries))
    guard begun.count == 1, let tries = begun.int(0, 0) else { return nil }
    return VenueJob(venue: venue, isRepeated: tries > 1)
  }

  /// Lets another take it.
  func letGo(_ connection: Connection) { Self.letGo(of: venue, connection) }

  /// Takes the lock of a venue's work, which the connection holds until it lets go of it or ends,
  /// with no transaction open.
  private static func claim(
    _ venue: StoredVenue, _ connection: Connection
  ) throws(TeamStoreError) -> Bool {
    try connection.run(
      "SELECT pg_try_advisory_lock(hashtext('indoor.job'), $1::int)",
      .int(Int32(clamping: venue.number))
    ).bool(0, 0)
  }

  private static func letGo(of venue: StoredVenue, _ connection: Connection) {
    // A connection that broke has let go of it.
    guard connection.isOpen else { return }
    _ = try? connection.run(
      "SELECT pg_advisory_unlock(hashtext('indoor.job'), $1::int)",
      .int(Int32(clamping: venue.number)))
  }

  /// Lets what was given up be tried again, and walks that were set aside come in.
  ///
  /// - Parameter venue: `nil` for all of them.
  static func retry(_ venue: StoredVenue?, _ connection: Connection) throws {
    let id = Parameter.optional(venue?.number)
    try connection.transaction {
      try connection.run(
        """
        UPDATE walk SET problem = NULL
          WHERE NOT built AND problem IS NOT NULL AND venue = coalesce($1::int, venue)
        """, id)
      try connection.run(
        "UPDATE venue SET aside = 0 WHERE aside > 0 AND id = coalesce($1::int, id)", id)
      try connection.run(
        """
        UPDATE job SET tries = 0, said = NULL, due = now()
          WHERE tries > 0 AND venue = coalesce($1::int, venue)
        """, id)
      try askForForgotten(connection)
    }
  }

  /// Says why a try failed.
  func fail(_ why: String, _ connection: Connection) throws(TeamStoreError) {
    try connection.run(
      "UPDATE job SET said = $2 WHERE venue = $1::int", .int(Int32(clamping: venue.number)),
      .text(why))
  }
}
