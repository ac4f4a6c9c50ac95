package import IndoorModel

/// What pages call a venue's levels, to be looked up: a campus may have tens of thousands.
package struct LevelTitles: Sendable {
  private let levels: [LevelKey: Level]
  private let buildings: [String: String]
  /// Every building that there is or that has a level.
  private let buildingCount: Int

  /// Gathers them.
  package init(_ venue: Venue) {
    levels = Dictionary(venue.levels.map { ($0.key, $0) }) { first, _ in first }
    let named = Dictionary(grouping: venue.buildings) { $0.name ?? $0.id }
    buildings = Dictionary(
      named.flatMap { name, same in
        same.map { ($0.id, same.count > 1 && !$0.id.isEmpty ? "\(name) (\($0.id))" : name) }
      }, uniquingKeysWith: { first, _ in first })
    buildingCount = Set(venue.levels.map(\.key.building)).union(buildings.keys).count
  }

  /// A level's label; `nil` where the venue has no such level.
  package func label(of key: LevelKey) -> String? { levels[key]?.label }

  /// A level's label and ordinal, `1 (ordinal 0)`, with its building's name where there is more
  /// than one, and its id where others are called the same.
  package func title(of key: LevelKey) -> String {
    let label = levels[key].map { "\($0.label) (ordinal \(key.ordinal))" } ?? "level \(key.ordinal)"
    guard buildingCount > 1 else { return label }
    let name = buildings[key.building] ?? key.building
    return name.isEmpty ? label : "\(name) · \(label)"
  }

  /// The same with what people call the level: `Ground floor, G (ordinal 0)`.
  package func fullTitle(of key: LevelKey) -> String {
    guard let name = levels[key]?.name, !name.isEmpty else { return title(of: key) }
    return "\(name), \(title(of: key))"
  }
}
