/// Where the venues are that are served.
protocol VenueStore: Sendable {
  /// The venues that there are now, by id.
  func venues() -> [ServedVenue]
  /// The newest version of a venue.
  ///
  /// - Throws: 404 where there is none.
  func venue(_ id: String) throws(Refusal) -> ServedVenue
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

/// What was sent, and the walks that came of it.
struct SentRecording: Sendable {
  let sha256: String
  let bytes: [UInt8]
  let walks: [String]
}
