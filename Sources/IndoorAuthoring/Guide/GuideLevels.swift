import IndoorGuide
import IndoorModel

/// What a venue calls the levels that its guide names by ordinals.
struct GuideLevels {
  private let levels: [Int: [Level]]
  private let buildings: [String: Set<String>]

  init(_ venue: Venue?) {
    levels = Dictionary(grouping: venue?.levels ?? [], by: \.key.ordinal)
    let names = (venue?.buildings ?? []).compactMap { building in
      building.name.map { (name: $0, id: building.id) }
    }
    buildings = Dictionary(grouping: names, by: \.name).mapValues { Set($0.map(\.id)) }
  }

  /// Refuses a level that neither the venue has nor anything that was found is on.
  ///
  /// - Throws: `AuthoringError` with `.noLevel`.
  func check(_ filter: GuideFilter, found: Int, path: String) throws(AuthoringError) {
    guard found == 0, let ordinal = filter.level, !levels.isEmpty, levels[ordinal] == nil else {
      return
    }
    throw .noLevel(path, ordinal, nil, known: levels.values.flatMap { $0.map(\.key) })
  }

  /// `level G (ordinal 0)`, or `level 0` where the venue has no other label for it, or the place's
  /// building doesn't tell which of several; `nil` for a place on all levels.
  func text(of place: GuideRow.Place) -> String? {
    guard let ordinal = place.level else { return nil }
    let all = levels[ordinal] ?? []
    let named = place.building.map { (buildings[$0] ?? []).union([$0]) } ?? []
    let own = all.filter { named.contains($0.key.building) }
    let labels = Set((own.isEmpty ? all : own).map(\.label))
    guard labels.count == 1, let label = labels.first, !["", "\(ordinal)"].contains(label) else {
      return "level \(ordinal)"
    }
    return "level \(label) (ordinal \(ordinal))"
  }
}
