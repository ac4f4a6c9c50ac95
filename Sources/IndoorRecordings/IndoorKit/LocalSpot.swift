import IndoorGeometry

/// Whether a recording's waypoints in local metres are degrees: in metres they would lie within
/// centimetres of each other.
struct LocalSpot {
  /// How many tell degrees from a phone that lay on a table.
  private static let least = 3
  /// How far apart they lie at most: half a kilometre in degrees, 5 mm in metres.
  private static let most = 0.005

  private var spot = SpotOfDegrees()
  private var first: (place: LocalPoint, line: Int)?
  private var (count, areAlike) = (0, true)

  mutating func take(_ place: LocalPoint, line: Int) {
    if let first { areAlike = areAlike && place == first.place } else { first = (place, line) }
    count += 1
    spot.take(place, isFine: Self.isFine(place.x) && Self.isFine(place.y))
  }

  /// Whether a number has five digits behind the point, as degrees have and metres haven't.
  private static func isFine(_ value: Double) -> Bool {
    abs(value * 1e4 - (value * 1e4).rounded()) > 1e-4
  }

  func warning(_ path: String) -> RecordingWarning? {
    guard let first, count >= Self.least, !areAlike, spot.isOfDegrees, spot.extent < Self.most
    else { return nil }
    return RecordingWarning(
      .degreesForMetres,
      "\(path):\(first.line): local is \(first.place.x), \(first.place.y), and in all \(count) waypoints within 5 mm"
        + " of that, as metres from the venue's origin, so they look like degrees; if they are, write"
        + " them as latitude and longitude")
  }
}
