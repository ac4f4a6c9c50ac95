import IndoorStorage

/// Makes an earlier version of a venue's radio map the newest one again; the versions since then
/// stay.
public struct RollBackRadioMap: Sendable {
  /// The venue file.
  public var venue: String
  /// The version to go back to.
  public var version: Int

  /// Makes one for a version.
  public init(venue: String, version: Int) {
    self.venue = venue
    self.version = version
  }

  /// Stores the version once more.
  ///
  /// - Returns: the number under which it comes back.
  /// - Throws: `StorageError`, also where there is no such version.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Int {
    try VenueFile.open(venue).rollBackRadioMap(to: version)
  }
}
