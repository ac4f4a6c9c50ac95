import HTTPTypes
import IndoorAuthoring
import IndoorModel
import IndoorTeamStore
import Logging

/// The venues of a team's store. Their newest versions lie in a folder, as copies to work with that
/// may be thrown away: what the store doesn't have, nobody was told that it is kept.
final class TeamFolder: VenueStore {
  private let folder: VenueFolder
  private let pool: TeamPool
  private let writers: VenueWriters
  private let sessions: LiveSessions
  private let logger: Logger
  private let room: CopyRoom
  /// Lets those who ask for a venue first wait for its copy together.
  private let fetching = VenueWriters()
  /// Lets those who ask for walks that wait do so one after the other: the first brings them.
  private let asking = VenueWriters()

  init(
    _ folder: VenueFolder, _ pool: TeamPool, _ writers: VenueWriters, _ sessions: LiveSessions,
    _ room: CopyRoom, _ logger: Logger
  ) {
    self.folder = folder
    self.room = room
    self.pool = pool
    self.writers = writers
    self.sessions = sessions
    self.logger = logger
  }

  func list() async -> [ListedVenue] {
    do {
      return try await pool.runOnce { try $0.venues() }.map { venue in
        ListedVenue(id: venue.id, bytes: Int64(venue.bytes)) { venue.title }
      }
    } catch {
      logger.error("the team's store can't be read", metadata: ["error": "\(error)"])
      return folder.list()
    }
  }

  /// The store knows venues by where they are.
  var takesEmptyVenues: Bool { false }

  func venues(hearing transmitters: [Transmitter], of allowed: [String]?) async -> [ServedVenue] {
    let ids = try? await pool.runOnce { try $0.venues(hearing: transmitters, of: allowed) }
    guard let ids else { return folder.venues(hearing: transmitters, of: allowed) }
    var venues: [ServedVenue] = []
    for id in ids {
      if let venue = try? await venue(id) { venues.append(venue) }
    }
    return venues
  }

  /// The newest version of a venue, which is fetched when it is first asked for and kept up to date
  /// from then on.
  func venue(_ id: String) async throws -> ServedVenue {
    guard !room.ask(for: id), VenueFolder.isID(id) else { return try folder.venue(id) }
    return try await fetching.inTurn(id) { [self] in
      if room.ask(for: id) { return try folder.venue(id) }
      do {
        // Where there is a copy already, nobody has to wait for a store that is away.
        try await pull(id, patiently: (try? folder.venue(id)) == nil)
        room.add(id)
        await makeRoom()
      } catch let error as TeamStoreError where error.code == .noVenue {
        try await forgetGone(id)
      } catch let error as any IndoorError where error.isMachineFault {
        // Positions are answered from what was fetched before.
        guard let copy = try? folder.venue(id) else { throw away(id) }
        return copy
      }
      return try folder.venue(id)
    }
  }

  func place(of id: String) throws(Refusal) -> String { try folder.place(of: id) }
  func refresh() { folder.refresh() }

  /// Puts what was changed into the store. Whoever else changed the venue meanwhile is united with
  /// it; where that can't be, the copy becomes the store's version again.
  func keep(_ venue: String, by name: String?, recording: SentRecording?) async throws {
    let path = try folder.place(of: venue)
    do {
      try await pool.run { store in
        let push = try store.push(path, as: venue, by: name ?? "server")
        if push.isUnited || push.hadAll { _ = try store.pull(venue, to: path) }
        if let recording {
          try store.keep(
            recording: recording.bytes, sha256: recording.sha256, walks: recording.walks, of: venue)
        }
      }
    } catch let error as TeamStoreError where error.code == .bothChanged {
      try await pool.run { _ = try $0.pull(venue, to: path, preferring: .theirs) }
      folder.refresh()
      throw Refusal(
        .conflict, .otherVersion,
        "\(venue): somebody else changed the same meanwhile; look at what it is now, and do it again"
      )
    } catch let error as TeamStoreError where error.isMachineFault {
      folder.refresh()
      throw notKept(venue, error)
    }
    room.add(venue)
    folder.refresh()
  }

  func add(_ upload: SurveyUpload, to venue: ServedVenue) async throws -> StoredUpload? {
    guard let ground = try await venue.surveying() else { return nil }
    let placed = try await venue.naming {
      try await Blocking.run { try upload.placed(on: ground, of: venue) }
    }
    guard let (placed, said) = placed else { return nil }
    let sent = TeamStore.Upload(
      bytes: upload.bytes, sha256: upload.sha256, walks: placed.walks, origin: ground.origin)
    guard sent.fitsRows else { return nil }
    do {
      let stored = try await pool.run { try $0.add(sent, to: venue.id) }
      return StoredUpload(
        walks: placed.tally.walks, said: said, new: stored.new, fingerprints: stored.fingerprints)
    } catch let error as TeamStoreError where error.code == .noVenue {
      throw Refusal.noVenue(venue.id)
    } catch let error as TeamStoreError where error.isMachineFault {
      throw notKept(venue.id, error)
    }
  }

  func surveyed(_ id: String) async throws -> ServedVenue {
    _ = try await venue(id)
    try await asking.inTurn(id) { [self] in
      do {
        let standing = try await pool.runOnce { store in
          if try store.standing(of: id)?.waiting ?? 0 > 0 { try store.publishWaiting(id) }
          return try store.standing(of: id)
        }
        if let standing, TeamStore.version(of: try folder.place(of: id)) != standing.version {
          await update(id)
        }
      } catch let error as any IndoorError {
        // What is here is answered with; the venue's standing says what is missing.
        logger.error(
          "walks can't be brought in", metadata: ["venue": "\(id)", "error": "\(error.message)"])
      }
    }
    return try folder.venue(id)
  }

  func standing(of id: String) async -> TeamStore.Standing? {
    try? await pool.runOnce { try $0.standing(of: id) }
  }

  /// Why nothing is kept: where the store's disk is full, trying again helps nobody.
  private func notKept(_ venue: String, _ error: TeamStoreError) -> Refusal {
    logger.error("nothing is kept", metadata: ["venue": "\(venue)", "error": "\(error)"])
    guard error.code == .storeFull else { return away(venue) }
    return Refusal(
      .init(code: 507, reasonPhrase: "Insufficient Storage"), .storeFull,
      "\(venue): the team's store has no room left, so nothing is kept; whoever runs it has to make "
        + "some")
  }

  private func away(_ venue: String) -> Refusal {
    Refusal(
      .serviceUnavailable, .storeAway,
      "\(venue): the team's store can't be reached, so nothing is kept; send it again"
    ).retried(after: 5)
  }

  func walks(ofUpload sha256: String, in venue: String) async throws -> [String]? {
    try await asked(of: venue) { try $0.walks(ofRecording: sha256, in: venue) }
  }

  func remove(_ venue: ServedVenue) async throws {
    let id = venue.id
    try await asked(of: id) { try $0.remove(id) }
    try forget(venue)
  }

  /// Asks the store; whoever asks for it learns that it is away, and not where it is.
  private func asked<Value: Sendable>(
    of venue: String, _ body: @escaping @Sendable (TeamStore) throws -> Value
  ) async throws -> Value {
    do {
      return try await pool.run(body)
    } catch let error as TeamStoreError where error.isMachineFault {
      throw notKept(venue, error)
    }
  }

  private func forget(_ venue: ServedVenue) throws {
    room.remove(venue.id)
    try folder.remove(venue)
    TeamStore.forget(venue.path)
  }

  /// Takes copies away that nobody asked for longest, where all of them take too much of the disk.
  func makeRoom() async {
    for copy in room.surplus(of: folder.venues()) where TeamStore.knows(copy.path) {
      do {
        try await writers.inTurn(copy.id) { [self] in
          if room.letGo(of: copy.id) { try forget(copy) }
        }
      } catch {
        logger.error("a copy can't be taken away", metadata: ["error": "\(error)"])
      }
    }
  }

  /// Takes away the copy of a venue that the store hasn't any more, and ends its sessions. What was
  /// never there is on its way to it. Plans and uploads stay, as nobody else may have them, and the
  /// store may be another one by mistake.
  private func forgetGone(_ id: String) async throws {
    guard let venue = try? folder.venue(id), TeamStore.knows(venue.path) else { return }
    try await writers.inTurn(id) { [self] in
      try forget(venue)
      await sessions.endAll(in: id)
    }
  }

  /// Brings the copies up to date that were asked for: all of them, or one venue's.
  func update(_ venue: String? = nil) async {
    let used = room.venues.filter { venue == nil || $0 == venue }
    guard !used.isEmpty else { return }
    do {
      let versions = try await pool.run { try $0.versions(of: used) }
      for id in used {
        if let version = versions[id] {
          if TeamStore.version(of: try folder.place(of: id)) != version { try await pull(id) }
        } else {
          try await forgetGone(id)
        }
      }
    } catch {
      logger.error(
        "copies can't be brought up to date", metadata: ["error": "\(error)"])
    }
  }

  private func pull(_ venue: String, patiently: Bool = false) async throws {
    let path = try folder.place(of: venue)
    @Sendable func pull(_ store: TeamStore) throws {
      do {
        _ = try store.pull(venue, to: path)
      } catch let error as TeamStoreError where error.code == .bothChanged {
        _ = try store.pull(venue, to: path, preferring: .theirs)
      }
    }
    try await writers.inTurn(venue) { [pool, folder] in
      try await patiently ? pool.run(pull) : pool.runOnce(pull)
      folder.refresh()
    }
  }
}
