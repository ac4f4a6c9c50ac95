import IndoorGeometry
import IndoorModel

/// Fingerprints of an import that lie beside what is drawn of their levels, or on levels that the
/// venue doesn't have. `SurveyCheck` finds each; an import says at once that there are so many.
struct WalksBesideVenue: Sendable {
  /// Metres beside a level's drawing from which on nobody surveys it, and the part of an import
  /// that lies so when it is told.
  private static let least = (metres: 30.0, part: 0.1)

  /// Around what is drawn of each level.
  private var boxes: [LevelKey: BoundingBox<LocalPoint>] = [:]
  private let levels: Set<LevelKey>
  private var count = 0
  private var (beside, farthest) = (0, 0.0)
  private var unknown: [LevelKey: Int] = [:]

  init(_ venue: Venue) {
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
    levels = Set(venue.levels.map(\.key))
  }

  mutating func take(_ fingerprints: [Fingerprint]) {
    // Of a venue that nobody has drawn, walks make the levels.
    guard !boxes.isEmpty else { return }
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

  /// What is to be said, a sentence each.
  func sentences(_ path: String) -> [String] {
    var sentences: [String] = []
    if Double(beside) >= Self.least.part * Double(count), beside > 0 {
      let far =
        farthest < 1000
        ? "\(Int(farthest.rounded())) m" : "\(Int((farthest / 1000).rounded())) km"
      sentences.append(
        "\(path): \(beside) of the \(Counted.text(count, "fingerprint")) lie over"
          + " \(Int(Self.least.metres)) m beside what is drawn of their levels, up to \(far); are their"
          + " places in metres from the venue's origin, or in degrees?")
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
