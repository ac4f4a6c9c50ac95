import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings

/// Fingerprints of an import that lie beside what is drawn of their levels, or on levels that the
/// venue doesn't have, or in metres from an origin that nobody has drawn. `SurveyCheck` finds each
/// of the first two; an import says at once that there are so many.
struct WalksBesideVenue: Sendable {
  /// Metres beside a level's drawing from which on nobody surveys it, and the part of an import
  /// that lies so when it is told.
  private static let least = (metres: 30.0, part: 0.1)

  /// Around what is drawn of each level.
  private var boxes: [LevelKey: BoundingBox<LocalPoint>] = [:]
  private var levels: Set<LevelKey> = []
  private var units = 0
  private var count = 0
  private var (beside, farthest) = (0, 0.0)
  private var unknown: [LevelKey: Int] = [:]
  /// The first recording in metres where nobody has drawn the venue, and its origin.
  private var inMetres: (path: String, origin: Coordinate)?

  /// Looks at a venue as it is now: a source may draw a level of its own.
  mutating func look(at venue: Venue) {
    guard levels.count != venue.levels.count || units != venue.units.count else { return }
    (levels, units, boxes) = (Set(venue.levels.map(\.key)), venue.units.count, [:])
    let frame = venue.frame
    let drawn =
      venue.levels.map { ($0.key, $0.outline) } + venue.units.map { ($0.level, $0.geometry) }
    for (level, polygons) in drawn {
      for corner in polygons.flatMap(\.exterior) {
        let place = frame.local(from: corner)
        guard place.isFinite else { continue }
        if boxes[level] == nil { boxes[level] = BoundingBox(minimum: place, maximum: place) }
        boxes[level]?.extend(to: place)
      }
    }
  }

  mutating func take(_ fingerprints: [Fingerprint]) {
    for fingerprint in fingerprints {
      count += 1
      guard levels.contains(fingerprint.level) else {
        unknown[fingerprint.level, default: 0] += 1
        continue
      }
      guard let box = boxes[fingerprint.level] else { continue }
      let (place, low, high) = (fingerprint.place, box.minimum, box.maximum)
      let metres = max(low.x - place.x, place.x - high.x, low.y - place.y, place.y - high.y)
      guard metres > Self.least.metres else { continue }
      beside += 1
      farthest = max(farthest, metres)
    }
  }

  /// Takes a recording in a venue that nobody has drawn, whose first walks said where it is.
  mutating func take(undrawn read: ReadRecording, _ origin: Coordinate) {
    let isInMetres = read.recording.waypoints.contains {
      if case .local = $0.place { true } else { false }
    }
    if isInMetres, inMetres == nil { inMetres = (read.path, origin) }
  }

  /// What is to be said.
  ///
  /// - Parameter path: the venue file's.
  func warnings(_ path: String) -> [AuthoringWarning] {
    func degrees(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }
    let assumed = inMetres.map { path, origin in
      AuthoringWarning(
        .assumedOrigin,
        "\(path): its places are metres from the origin of a venue that nobody has drawn, the middle of its"
          + " first walks, \(degrees(origin.latitude)), \(degrees(origin.longitude)); write them as"
          + " latitude and longitude, or draw the venue first")
    }
    return [assumed].compactMap(\.self)
      + sentences(path).map { AuthoringWarning(.besideLevels, $0) }
  }

  private func sentences(_ path: String) -> [String] {
    var sentences: [String] = []
    if Double(beside) >= Self.least.part * Double(count), beside > 0 {
      let far =
        farthest < 1000
        ? "\(Int(farthest.rounded())) m" : "\(Int((farthest / 1000).rounded())) km"
      sentences.append(
        "\(path): \(beside) of the \(Counted.text(count, "fingerprint")) lie over"
          + " \(Int(Self.least.metres)) m beside what is drawn of their levels, up to \(far); are their"
          + " places in metres from the venue's origin, or in degrees, and is the venue drawn where it was?"
      )
    }
    for (level, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(5) {
      let had = levels.filter { $0.building == level.building }.map(\.ordinal).sorted()
      let building = level.building.isEmpty ? "" : " of building \"\(level.building)\""
      sentences.append(
        "\(path): \(Counted.text(count, "fingerprint")) \(count == 1 ? "is" : "are") on the level of"
          + " ordinal \(level.ordinal)\(building), which the venue doesn't have"
          + (had.isEmpty
            ? "" : " (it has \(had.prefix(20).map(String.init).joined(separator: ", ")))")
          + "; write the ordinals of its levels, or import the level")
    }
    return sentences
  }
}
