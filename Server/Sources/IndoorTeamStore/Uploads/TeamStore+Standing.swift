extension TeamStore {
  /// How far a venue's newest version is behind what was sent.
  public struct Standing: Sendable, Equatable {
    /// Its newest version.
    public var version: Int
    /// Walks that wait for the next one.
    public var waiting: Int
    /// What keeps walks out of it, a sentence each; the first ones.
    public var problems: [String]
  }

  /// How far a venue is.
  ///
  /// - Returns: `nil` where there is no such venue.
  /// - Throws: `.connectionLost`.
  public func standing(of venue: String) throws(TeamStoreError) -> Standing? {
    let found = try connection.run(
      """
      SELECT id, version, tries, said FROM venue LEFT JOIN job ON job.venue = venue.id
        WHERE name = $1
      """, .text(venue))
    guard found.count == 1, let id = found.int(0, 0), let version = found.int(0, 1) else {
      return nil
    }
    let walks = try connection.run(
      """
      SELECT count(*) FILTER (WHERE problem IS NULL AND NOT published),
        array_to_json((array_agg(problem ORDER BY number) FILTER (WHERE problem IS NOT NULL))[1:5])::text
        FROM walk WHERE venue = $1::int AND NOT built
      """, .int(Int32(clamping: id)))
    var problems = walks.text(0, 1).map { WalkText.texts($0) } ?? []
    if let tries = found.int(0, 2), tries >= VenueJob.mostTries {
      problems.insert(Self.gaveUp(tries, found.text(0, 3)), at: 0)
    }
    return Standing(version: version, waiting: walks.int(0, 0) ?? 0, problems: problems)
  }

  private static func gaveUp(_ tries: Int, _ said: String?) -> String {
    let why = said ?? "whoever tried it ended without a word"
    return
      "the radio map of new walks was tried \(tries) times, and isn't any more (\(why)); mend that, and "
      + "retry it"
  }

  /// The venues of which there is something to say, by id.
  ///
  /// - Throws: `.connectionLost`.
  public func standings() throws(TeamStoreError) -> [(venue: String, standing: Standing)] {
    let rows = try connection.run(
      """
      SELECT name FROM venue WHERE aside > 0 OR id IN (SELECT venue FROM job)
        ORDER BY name COLLATE "C"
      """)
    var all: [(venue: String, standing: Standing)] = []
    for row in 0..<rows.count {
      if let name = rows.text(row, 0), let standing = try standing(of: name) {
        all.append((name, standing))
      }
    }
    return all
  }
}
