public import IndoorModel
import IndoorStorage

/// Reads the venue of a file: its buildings, levels, units and openings.
public struct ReadVenue: Sendable {
  /// The venue file.
  public var venue: String

  /// Makes one for a file.
  public init(venue: String) { self.venue = venue }

  /// Reads the venue.
  ///
  /// - Throws: `AuthoringError` where there is none, `StorageError`.
  public func run() throws -> Venue {
    guard let known = try VenueFile.open(venue, readOnly: true).venue() else {
      throw AuthoringError.noVenue(venue)
    }
    return known
  }
}
