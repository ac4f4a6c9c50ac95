import IndoorModel

/// A venue's levels each by itself: to look through all units for each level would take the square
/// of their number.
struct LevelParts {
  private let venue: Venue
  private let levels: [LevelKey: Level]
  private let units: [LevelKey: [Unit]]
  private let openings: [LevelKey: [Opening]]

  init(_ venue: Venue) {
    self.venue = venue
    levels = Dictionary(venue.levels.map { ($0.key, $0) }, uniquingKeysWith: { a, _ in a })
    units = Dictionary(grouping: venue.units, by: \.level)
    openings = Dictionary(grouping: venue.openings, by: \.level)
  }

  /// The venue with one of its levels alone.
  func alone(_ key: LevelKey) -> Venue {
    Venue(
      id: venue.id, name: venue.name, origin: venue.origin,
      levels: levels[key].map { [$0] } ?? [], units: units[key] ?? [],
      openings: openings[key] ?? [])
  }
}
