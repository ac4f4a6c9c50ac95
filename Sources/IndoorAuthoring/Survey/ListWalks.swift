import IndoorStorage

/// Says which walks a venue file has.
public struct ListWalks: Sendable {
  /// The venue file.
  public var venue: String
  /// Whether walks that were removed are listed too.
  public var isWithRemoved: Bool

  /// Makes one for a venue file.
  public init(venue: String, isWithRemoved: Bool = false) {
    self.venue = venue
    self.isWithRemoved = isWithRemoved
  }

  /// Lists the walks.
  ///
  /// - Throws: `StorageError`.
  public func run() throws -> WalkList {
    let file = try VenueFile.open(venue, readOnly: true)
    let all = try file.storedWalks()
    return WalkList(
      all.filter { isWithRemoved || $0.removal == nil }, of: all, venue: try file.venue())
  }
}

/// Says what is known of some walks, and what was done to them.
public struct ShowWalks: Sendable {
  /// The venue file.
  public var venue: String
  /// The walks: their recordings' names, or the beginnings of their hashes.
  public var walks: [String]

  /// Makes one for some walks.
  public init(venue: String, walks: [String]) {
    self.venue = venue
    self.walks = walks
  }

  /// Looks the walks up.
  ///
  /// - Throws: `AuthoringError` for a walk that isn't there or isn't the only one, `StorageError`.
  public func run() throws -> WalkList {
    let file = try VenueFile.open(venue, readOnly: true)
    let all = try file.storedWalks()
    let found = try WalkNames(all, path: venue).walks(walks)
    return WalkList(found, of: all, venue: try file.venue(), changes: try file.walkChanges())
  }
}
