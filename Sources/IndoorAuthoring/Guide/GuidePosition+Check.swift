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
    guard venue.hasKnownPlace else { return }
    let ground = VenueGround(venue)
    func isAt(_ place: Coordinate) -> Bool {
      Self.isNear(ground.nearest(to: place) ?? venue.origin, place)
    }
    if !isAt(coordinate), isAt(other) {
      throw .exchanged(path, coordinate)
    }
  }

  /// Whether places are within some ten kilometres of each other.
  private static func isNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    abs(one.latitude - other.latitude) < 0.1
      && abs((one.longitude - other.longitude).remainder(dividingBy: 360)) < 0.1
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
