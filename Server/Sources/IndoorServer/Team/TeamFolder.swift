import HTTPTypes
import IndoorModel
import IndoorTeamStore
import Logging
import Synchronization

/// The venues of a team's store. Their newest versions lie in a folder, as copies to work with that
/// may be thrown away: what the store doesn't have, nobody was told that it is kept.
final class TeamFolder: VenueStore {
  private let folder: VenueFolder
  private let pool: TeamPool
  private let writers: VenueWriters
  private let logger: Logger

  init(_ folder: VenueFolder, _ pool: TeamPool, _ writers: VenueWriters, _ logger: Logger) {
    self.folder = folder
    self.pool = pool
    self.writers = writers
    self.logger = logger
  }

  func venues() -> [ServedVenue] { folder.venues() }
  func venue(_ id: String) throws(Refusal) -> ServedVenue { try folder.venue(id) }
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
      throw Refusal(
        .serviceUnavailable, .storeAway,
        "\(venue): the team's store can't be reached, so nothing is kept; send it again"
      ).retried(after: 5)
    }
    folder.refresh()
  }

  func walks(ofUpload sha256: String, in venue: String) async throws -> [String]? {
    try await pool.run { try $0.walks(ofRecording: sha256, in: venue) }
  }

  func remove(_ venue: ServedVenue) async throws {
    let id = venue.id
    try await pool.run { try $0.remove(id) }
    try forget(venue)
  }

  private func forget(_ venue: ServedVenue) throws {
    try folder.remove(venue)
    TeamStore.forget(venue.path)
  }

  /// Brings the copies up to date: those of all venues, or one's.
  func update(_ venue: String? = nil) async {
    do {
      let names = try await pool.run { store in
        let names = try store.names()
        return venue.map { names.contains($0) ? [$0] : [] } ?? names
      }
      for name in names { await pull(name) }
      let gone = folder.venues().map(\.id).filter { id in
        !names.contains(id) && (venue == nil || venue == id)
      }
      for id in gone {
        // What was never in the store is on its way there.
        guard let venue = try? folder.venue(id), TeamStore.knows(venue.path) else { continue }
        try await writers.inTurn(id) { [self] in try forget(venue) }
      }
    } catch {
      logger.error("the team's store can't be read", metadata: ["error": "\(error)"])
    }
  }

  private func pull(_ venue: String) async {
    do {
      let path = try folder.place(of: venue)
      try await writers.inTurn(venue) { [pool, folder] in
        do {
          _ = try await pool.run { try $0.pull(venue, to: path) }
        } catch let error as TeamStoreError where error.code == .bothChanged {
          _ = try await pool.run { try $0.pull(venue, to: path, preferring: .theirs) }
        }
        folder.refresh()
      }
    } catch {
      logger.error(
        "a venue can't be brought up to date", metadata: ["venue": "\(venue)", "error": "\(error)"])
    }
  }
}
