import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// The known places of a recording by their moments: nobody is at two of them at once.
struct KnownPlaces {
  private var places: [Timestamp: KnownPlace] = [:]

  /// How many times their radii two places may lie apart, and metres besides: of errors that 68% of
  /// lie within a radius one in a thousand lies over two and a half times as far.
  private static let radii = 2.5, slack = 1.0

  /// Whether another place of the same moment rules one out; else it is kept for those that come.
  mutating func contradict(_ place: KnownPlace) -> Bool {
    guard let other = places[place.time] else {
      places[place.time] = place
      return false
    }
    if let level = place.level, let otherLevel = other.level, level != otherLevel { return true }
    let metres = LocalFrame(origin: other.coordinate).local(from: place.coordinate)
      .distance(to: LocalPoint(x: 0, y: 0))
    guard metres <= Self.radii * hypot(place.radius, other.radius) + Self.slack else { return true }
    // Those that come must agree with the level, too, whichever of them said it.
    if other.level == nil { places[place.time]?.level = place.level }
    return false
  }
}
