import HTTPTypes
import Foundation
import IndoorAuthoring
import IndoorLibc
import IndoorModel
import IndoorTeamStore
import Logging
import Synchronization

/// Venue files in a folder: those that are there, as they are now.
///
/// A venue's id is its file's name without `.gpkg`. Nobody has to say that a file came, went or was
/// changed: the folder is looked at again and again.
final class VenueFolder: VenueStore {
  private let path: String
  private let logger: Logger
  private let state = Mutex(State())

  private struct State {
    var venues: [String: ServedVenue] = [:]
    /// Names that can't be ids, each told once.
    var refused: Set<String> = []
  }

  /// - Throws: `.noFolder`.
  init(_ path: String, logger: Logger) throws(ServerError) {
    self.path = path
    self.logger = logger
    guard names() != nil else { throw .noFolder(path) }
    refresh()
  }

  func list() -> [ListedVenue] {
    venues().map { venue in
      ListedVenue(id: venue.id, bytes: venue.stamp.file.size) {
        try await venue.describe().venue.name
      }
    }
  }

  var takesEmptyVenues: Bool { true }

  func venues(hearing transmitters: [Transmitter], of allowed: [String]?) -> [ServedVenue] {
    venues().filter { allowed?.contains($0.id) ?? true }
  }

  /// The venues whose files are there, by id.
  func venues() -> [ServedVenue] {
    state.withLock { $0.venues.values.sorted { $0.id < $1.id } }
  }

  func venue(_ id: String) throws(Refusal) -> ServedVenue {
    guard let venue = state.withLock({ $0.venues[id] }) else { throw .noVenue(id) }
    return venue
  }

  /// A file has what was written to it.
  func surveyed(_ id: String) throws(Refusal) -> ServedVenue { try venue(id) }
  func add(_ upload: SurveyUpload, to venue: ServedVenue) -> StoredUpload? { nil }
  func standing(of id: String) -> TeamStore.Standing? { nil }

  func place(of id: String) throws(Refusal) -> String {
    guard Self.isID(id) else {
      throw .parameter(
        "venue: \"\(id)\" is no id of 1 to 64 small letters, digits and hyphens; choose another")
    }
    return "\(path)/\(id).gpkg"
  }

  func remove(_ venue: ServedVenue) throws(Refusal) {
    guard unlink(venue.path) == 0 || errno == ENOENT else {
      throw Refusal(
        .internalServerError, .failed,
        "\(venue.id): can't be taken away; check the permissions of the server's folder")
    }
    // What a program that died left beside it would be taken for a new file's.
    for log in ["-journal", "-wal", "-shm"] { unlink("\(venue.path)\(log)") }
    refresh()
  }

  /// A file holds what was written to it.
  func keep(_ venue: String, by name: String?, recording: SentRecording?) { refresh() }

  func walks(ofUpload sha256: String, in venue: String) -> [String]? { nil }

  /// Whether a text can be a venue's id: 1 to 64 small letters, digits and hyphens.
  static func isID(_ text: some StringProtocol) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// Looks at the folder. What can't be read now is as it was.
  func refresh() {
    guard let names = names() else { return }
    var found: [String: (path: String, stamp: VenueStamp)] = [:]
    for name in names where name.hasSuffix(".gpkg") {
      let id = String(name.dropLast(".gpkg".count))
      guard Self.isID(id) else {
        tellRefused(name)
        continue
      }
      let path = "\(path)/\(name)"
      if let stamp = VenueStamp(path) { found[id] = (path, stamp) }
    }
    state.withLock { state in
      state.venues = state.venues.filter { found[$0.key] != nil }
      for (id, file) in found where state.venues[id]?.stamp != file.stamp {
        state.venues[id] = ServedVenue(id: id, path: file.path, stamp: file.stamp)
      }
    }
  }

  private func names() -> [String]? { try? FileManager.default.contentsOfDirectory(atPath: path) }

  private func tellRefused(_ name: String) {
    guard state.withLock({ $0.refused.insert(name).inserted }) else { return }
    logger.warning(
      "a file is passed over: its name can't be a venue's id, which has small letters, digits and hyphens",
      metadata: ["file": "\(name)"])
  }
}

/// One state of a venue file: its own, and that of the log which QGIS may write beside it.
struct VenueStamp: Hashable, Sendable {
  let file: FileStamp
  private let log: FileStamp?

  init?(_ path: String) {
    guard let file = FileStamp(path) else { return nil }
    self.file = file
    log = FileStamp("\(path)-wal")
  }
}
