import IndoorGeometry
import IndoorGuide
import IndoorModel

extension GuidePosition {
  /// Refuses a level that a venue doesn't have, and a place far from it that is at it with latitude
  /// and longitude exchanged.
  func check(in venue: Venue, path: String) throws(AuthoringError) {
    if let ordinal, !venue.levels.isEmpty,
      !venue.levels.contains(where: { $0.key.ordinal == ordinal })
    {
      throw .noLevel(path, ordinal, nil, known: venue.levels.map(\.key))
    }
    let other = Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
    if venue.hasKnownPlace, !Self.isAt(venue, coordinate), Self.isAt(venue, other) {
      throw .exchanged(path, coordinate)
    }
  }

  /// Whether a place is within some ten kilometres of a venue.
  private static func isAt(_ venue: Venue, _ place: Coordinate) -> Bool {
    abs(place.latitude - venue.origin.latitude) < 0.1
      && abs((place.longitude - venue.origin.longitude).remainder(dividingBy: 360)) < 0.1
  }
}

extension AuthoringError {
  fileprivate static func exchanged(_ path: String, _ place: Coordinate) -> AuthoringError {
    AuthoringError(
      .exchangedPlace,
      "\(path): \(place.latitude),\(place.longitude) is far from the venue, and at it with latitude and "
        + "longitude exchanged; write the latitude first")
  }
}
