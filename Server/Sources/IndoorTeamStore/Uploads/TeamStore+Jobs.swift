import IndoorAuthoring
import IndoorGeometry
import IndoorModel
import IndoorStorage

extension TeamStore {
  /// Does the work that uploads asked for and that nobody else does: of one venue, once however
  /// many walks came.
  ///
  /// - Returns: the venue's id; `nil` where nothing is due.
  /// - Throws: what kept it from being done, after it was noted; it is tried again.
  public func doJob() throws -> String? {
    guard let job = try VenueJob.take(connection) else { return nil }
    defer { job.letGo(connection) }
    do {
      // What fails or ends with building shall not keep the walks out once more.
      if job.isRepeated { try publishWaiting(job.venue) }
      try build(job.venue)
    } catch let error as any IndoorError {
      if connection.isOpen { try? job.fail(error.message, connection) }
      throw error
    }
    return job.venue.name
  }

  /// Asks for the work of walks that no radio map was built of and that nobody asked for.
  ///
  /// - Throws: `.connectionLost`.
  public func askForForgottenJobs() throws { try VenueJob.askForForgotten(connection) }

  /// Lets work that was given up be tried again, and walks that were set aside come in.
  ///
  /// - Parameter name: the venue; `nil` for all of them.
  /// - Throws: `.noVenue`, `.connectionLost`.
  public func retryJobs(of name: String?) throws {
    let venue = try name.map { name in
      guard let venue = try StoredVenue.find(try checked(name), connection) else {
        throw TeamStoreError.noVenue("\(connection.address)", name)
      }
      return venue
    }
    try VenueJob.retry(venue, connection)
  }

  /// Makes a version that has the walks that wait for one; where another is at it, that is waited
  /// for. The radio map follows by a job.
  ///
  /// - Throws: `.noVenue`, `.connectionLost`; `StorageError`.
  public func publishWaiting(_ name: String) throws {
    guard let venue = try StoredVenue.find(try checked(name), connection) else {
      throw TeamStoreError.noVenue("\(connection.address)", name)
    }
    try VenueJob.ask(for: venue, connection)
    try publishWaiting(venue)
  }

  /// Brings the walks that wait into a new version, without a radio map, in one transaction.
  private func publishWaiting(_ venue: StoredVenue) throws {
    try connection.transaction {
      // Who publishes waits for others who do; what they brought in waits no more.
      _ = try StoredVenue.find(venue.name, for: .publishing, connection)
      let walks = WaitingWalks(connection: connection, venue: venue)
      let hashes = try walks.hashes()
      guard !hashes.isEmpty else { return }
      let (before, head) = try file(of: venue, with: walks, hashes)
      _ = try publish(
        VenueSide(copyOf: before.path), before.path, venue.name, head, nil, Self.publisher)
    }
  }

  /// Makes a version that has the walks that wait and a radio map of all. While that is built no
  /// transaction is open, and others publish: then it is united with theirs.
  private func build(_ venue: StoredVenue) throws {
    let walks = WaitingWalks(connection: connection, venue: venue)
    let (before, head, unbuilt) = try connection.transaction {
      let unbuilt = try walks.hashes(published: true)
      let file = try file(of: venue, with: walks, walks.hashes())
      return (file.side, file.head, unbuilt)
    }
    try Self.buildRadioMap(before.path)
    let side = try VenueSide(copyOf: before.path)
    try connection.transaction {
      let push = try publish(side, before.path, venue.name, head, nil, Self.publisher).push
      // A map that another built meanwhile needn't have these walks.
      let isLeft = push.leftRadioMap || (push.hadAll && push.version != head)
      try end(venue, isLeft ? [] : unbuilt + side.walks.map(\.hash))
    }
  }

  /// Who publishes what servers make by themselves.
  private static let publisher = "indoor-server"

  /// The newest version with walks that wait, as a file, and the version's number.
  private func file(
    of venue: StoredVenue, with walks: WaitingWalks, _ hashes: [String]
  ) throws -> (side: VenueSide, head: Int) {
    guard let head = try VersionRow.read(venue.number, connection) else {
      throw TeamStoreError.damaged("\(connection.address)", "\(venue.name) has no version")
    }
    let side = try read(head, of: venue, beside: nil)
    try add(walks, hashes, to: VenueFile.open(side.path))
    return (side, head.number)
  }

  private static func buildRadioMap(_ path: String) throws {
    do {
      _ = try BuildRadioMap(venue: path).run()
    } catch is AuthoringError {
      // There is nothing yet that a map could be made of.
    }
  }

  /// Ends the work that had some walks, unless others came meanwhile.
  private func end(_ venue: StoredVenue, _ hashes: [String]) throws(TeamStoreError) {
    let venue = Parameter.int(Int32(clamping: venue.number))
    try connection.run(
      """
      UPDATE walk SET published = true, built = true
        WHERE venue = $1::int AND NOT built AND hash = ANY($2::text[])
      """, venue, .text(WalkText.list(hashes)))
    try connection.run(
      """
      UPDATE job SET tries = 0, said = NULL, due = now() WHERE venue = $1::int AND EXISTS
        (SELECT FROM walk WHERE venue = $1::int AND NOT built AND problem IS NULL)
      """, venue)
    try connection.run(
      """
      DELETE FROM job WHERE venue = $1::int AND NOT EXISTS
        (SELECT FROM walk WHERE venue = $1::int AND NOT built AND problem IS NULL)
      """, venue)
  }

  /// Walks that are held at once.
  private static let batch = 64

  /// Adds walks to a file. One that can't be is set aside, with the reason beside it.
  private func add(_ walks: WaitingWalks, _ hashes: [String], to file: VenueFile) throws {
    guard let levels = try file.levels() else { return }
    let known = Set(levels.levels.map(\.key))
    for start in stride(from: 0, to: hashes.count, by: Self.batch) {
      var batch: [SurveyWalk] = []
      for hash in hashes[start...].prefix(Self.batch) {
        do {
          let walk = try walks.walk(hash, origin: levels.origin)
          if let missing = walk.fingerprints.map(\.level).first(where: { !known.contains($0) }) {
            throw TeamStoreError.lostLevel(walk, missing)
          }
          batch.append(walk)
        } catch let error as TeamStoreError where error.isOfWalk {
          try setAside(hash, of: walks.venue, error.message)
        }
      }
      // All at once are faster; which of them is at fault, one after the other says.
      guard try Self.fault(of: batch, in: file) != nil else { continue }
      for walk in batch {
        if let fault = try Self.fault(of: [walk], in: file) {
          try setAside(
            walk.hash, of: walks.venue, fault.replacing(file.path, with: walks.venue.name))
        }
      }
    }
  }

  /// Stores walks in a file, or says why it can't hold one of them.
  private static func fault(
    of walks: [SurveyWalk], in file: VenueFile
  ) throws(StorageError) -> String? {
    do {
      try file.append(walks)
      return nil
    } catch {
      guard error.code == .unstorable else { throw error }
      return error.message
    }
  }

  private func setAside(
    _ walk: String, of venue: StoredVenue, _ why: String
  ) throws(TeamStoreError) {
    try connection.run(
      "UPDATE walk SET problem = $3 WHERE venue = $1::int AND hash = $2",
      .int(Int32(clamping: venue.number)), .text(walk), .text(why))
    try connection.run(
      "UPDATE venue SET aside = aside + 1 WHERE id = $1::int", .int(Int32(clamping: venue.number)))
  }
}

extension TeamStoreError {
  /// Whether a walk is at fault, and no other suffers by it.
  fileprivate var isOfWalk: Bool { [.damagedWalk, .lostLevel].contains(code) }

  fileprivate static func lostLevel(_ walk: SurveyWalk, _ level: LevelKey) -> TeamStoreError {
    let building = level.building.isEmpty ? "" : " of building \(level.building)"
    return TeamStoreError(
      .lostLevel,
      "walk \(walk.recording) (\(walk.hash.prefix(12))): lies on a level of ordinal "
        + "\(level.ordinal)\(building), which the venue has no more; import the level, and the walk "
        + "comes in")
  }
}
