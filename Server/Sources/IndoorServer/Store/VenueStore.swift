import IndoorJSON
import IndoorModel
import IndoorTeamStore

/// Where the venues are that are served.
protocol VenueStore: Sendable {
  /// The venues that there are now, by id.
  func list() async -> [ListedVenue]
  /// Whether a venue can be made that has no level yet.
  var takesEmptyVenues: Bool { get }
  /// The venues that may know some of these transmitters.
  ///
  /// - Parameter allowed: the venues of which they are; `nil` for all.
  func venues(hearing transmitters: [Transmitter], of allowed: [String]?) async -> [ServedVenue]
  /// The newest version of a venue.
  ///
  /// - Throws: 404 where there is none, 503 where it would have to be fetched and can't be.
  func venue(_ id: String) async throws -> ServedVenue
  /// The newest version of a venue, with every walk that anyone was told is stored: what waits for
  /// a version gets one first.
  ///
  /// - Throws: 404 where there is none.
  func surveyed(_ id: String) async throws -> ServedVenue
  /// Keeps the walks of an upload, which the venue's next version has; who sent it is answered
  /// after that.
  ///
  /// - Returns: `nil` where it has to be imported into the venue's file: the store keeps files
  ///   alone, or the upload changes more than the walks.
  /// - Throws: 404, 503 where what keeps it is away, what is wrong with the upload.
  func add(_ upload: SurveyUpload, to venue: ServedVenue) async throws -> StoredUpload?
  /// How far a venue's newest version is behind what was sent; `nil` where it never is.
  func standing(of id: String) async -> TeamStore.Standing?
  /// Where the file of a venue goes that is made.
  ///
  /// - Throws: 422 for what can't be an id.
  func place(of id: String) throws(Refusal) -> String
  /// Takes a venue's file away.
  ///
  /// - Throws: 500 where that can't be.
  func remove(_ venue: ServedVenue) async throws
  /// Looks at once whether anything changed.
  func refresh()
  /// Keeps for good what was changed in a venue's file; who changed it is answered after that.
  ///
  /// - Parameters:
  ///   - name: who changed it, where that is known.
  ///   - recording: what was sent, where the change came of that.
  /// - Throws: 503 where what keeps it is away, 409 where another changed the same meanwhile.
  func keep(_ venue: String, by name: String?, recording: SentRecording?) async throws
  /// The walks of a recording that was sent; `nil` where none such was kept.
  func walks(ofUpload sha256: String, in venue: String) async throws -> [String]?
}

extension VenueStore {
  func keep(_ venue: String, by name: String?) async throws {
    try await keep(venue, by: name, recording: nil)
  }
}

/// A venue in a list.
struct ListedVenue: Sendable {
  let id: String
  /// Bytes of its file.
  let bytes: Int64
  /// What it is called.
  let name: @Sendable () async throws -> String
}

/// What came of an upload that is stored.
struct StoredUpload: Sendable {
  /// The walks' hashes.
  let walks: [String]
  /// What is said of the recordings, as members of the answer.
  let said: [(String, JSONOutput)]
  /// Walks that weren't there before.
  let new: Int
  /// Fingerprints of all of its walks.
  let fingerprints: Int
}

/// What was sent, and the walks that came of it.
struct SentRecording: Sendable {
  let sha256: String
  let bytes: [UInt8]
  let walks: [String]
}
