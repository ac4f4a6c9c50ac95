import IndoorAuthoring
import IndoorModel

/// A venue's units by level, written as GeoJSON once, in the order of their ids.
struct UnitLists: Sendable {
  let venue: Venue
  private let lists: [LevelKey: [UnitFeature]]

  init(_ venue: Venue) {
    self.venue = venue
    lists = Dictionary(grouping: UnitFeature.all(of: venue), by: \.level)
      .mapValues { $0.sorted { $0.id < $1.id } }
  }

  /// The levels of an ordinal or a label; of all buildings, where none is named.
  func levels(_ text: String, building: String?) -> [LevelKey] {
    let ordinal = Int(text)
    return venue.levels.filter { level in
      (ordinal.map { level.key.ordinal == $0 } ?? (level.label == text))
        && (building.map { level.key.building == $0 } ?? true)
    }.map(\.key)
  }

  /// A page of some levels' units: those behind an id, so many at most.
  func page(
    of levels: [LevelKey], after: String?, limit: Int
  ) -> (features: [UnitFeature], next: String?, matched: Int) {
    let all =
      levels.count == 1
      ? lists[levels[0]] ?? []
      : levels.flatMap { lists[$0] ?? [] }.sorted { $0.id < $1.id }
    var low = 0
    if let after {
      var high = all.count
      while low < high {
        let middle = (low + high) / 2
        if all[middle].id <= after { low = middle + 1 } else { high = middle }
      }
    }
    let end = min(all.count, low + limit)
    return (Array(all[low..<end]), end < all.count ? all[end - 1].id : nil, all.count)
  }
}
