/// The levels of a venue that places of a guide are on: a guide names the building by its id or its
/// name, or not at all.
package struct GuideFloors: Hashable, Sendable {
  private let levels: [Int: [Level]]
  private let keyed: [LevelKey: [Level]]
  private let ids: [String: Set<String>]
  /// Whether there are several buildings: what a guide calls the only one says nothing.
  package let hasSeveral: Bool

  /// Whether there is no level at all, so that nothing can be said of any.
  package var isEmpty: Bool { levels.isEmpty }
  /// All levels.
  package var all: [Level] { levels.values.flatMap(\.self) }

  /// Finds the levels of a venue, where there is one.
  package init(_ venue: Venue?) {
    self.init(levels: venue?.levels ?? [], buildings: venue?.buildings ?? [])
  }

  /// Finds levels of buildings.
  package init(levels: [Level], buildings: [Building]) {
    self.levels = Dictionary(grouping: levels, by: \.key.ordinal)
    keyed = Dictionary(grouping: levels, by: \.key)
    hasSeveral = Set(levels.map(\.key.building)).count > 1
    let named = levels.map { (word: $0.key.building, id: $0.key.building) }
    let called = buildings.compactMap { building in
      building.name.map { (word: $0, id: building.id) }
    }
    ids = Dictionary(grouping: named + called, by: { $0.word.comparedName }).mapValues {
      Set($0.map(\.id))
    }
  }

  /// The levels of an ordinal, in all buildings or in those that a word means.
  package func levels(_ ordinal: Int, building: String? = nil) -> [Level] {
    guard let building, !building.isEmpty, hasSeveral else { return levels[ordinal] ?? [] }
    return buildings(called: building).sorted().flatMap {
      keyed[LevelKey(building: $0, ordinal: ordinal)] ?? []
    }
  }

  /// Whether a word means a building, as far as the venue tells.
  package func knows(building: String) -> Bool {
    building.isEmpty || !hasSeveral || ids[building.comparedName] != nil
  }

  /// The ids of the buildings that a word means.
  package func buildings(called word: String) -> Set<String> { ids[word.comparedName] ?? [] }
}
