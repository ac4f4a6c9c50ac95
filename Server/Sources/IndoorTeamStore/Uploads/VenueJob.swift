/// The work that a venue's uploads ask for: a version that has their walks, and a radio map of
/// them.
///
/// Its row is a hint that there is such work. Who does it holds a lock on the row until the work is
/// committed, so that whoever dies lets go of it and another takes it.
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

  /// Takes the one that is due longest and that nobody has, and counts the try, so that one whose
  /// end is never told was one, too. Where walks still come it is left for later.
  ///
  /// - Returns: `nil` where there is none.
  static func take(_ connection: Connection) throws -> VenueJob? {
    while true {
      let (job, isReady) = try connection.transaction { () -> (VenueJob?, Bool) in
        let rows = try connection.run(
          """
          SELECT job.venue, name, tries > 0 FROM job JOIN venue ON venue.id = job.venue
            WHERE due <= now() AND tries < $1::int ORDER BY due LIMIT 1
            FOR UPDATE OF job SKIP LOCKED
          """, .int(mostTries))
        guard rows.count == 1, let number = rows.int(0, 0), let name = rows.text(0, 1) else {
          return (nil, false)
        }
        let job = VenueJob(
          venue: StoredVenue(number: number, name: name), isRepeated: rows.bool(0, 2))
        let id = Parameter.int(Int32(clamping: number))
        let coming = try connection.run(
          """
          SELECT max(stored) > now() - '\(quiet)'::interval
            AND min(stored) > now() - '\(longest)'::interval
            FROM walk WHERE venue = $1::int AND NOT built AND problem IS NULL
          """, id)
        guard !coming.bool(0, 0) else {
          try connection.run(
            "UPDATE job SET due = now() + '\(quiet)'::interval WHERE venue = $1::int", id)
          return (job, false)
        }
        // The next try, should this one not end, comes later and later.
        try connection.run(
          """
          UPDATE job SET tries = tries + 1, due = now() + '0.5 seconds'::interval * 2 ^ tries
            WHERE venue = $1::int
          """, id)
        return (job, true)
      }
      guard let job else { return nil }
      if isReady { return job }
    }
  }

  /// Says why a try failed.
  func fail(_ why: String, _ connection: Connection) throws(TeamStoreError) {
    try connection.run(
      "UPDATE job SET said = $2 WHERE venue = $1::int", .int(Int32(clamping: venue.number)),
      .text(why))
  }
}
