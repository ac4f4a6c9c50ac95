import IndoorGuide
import IndoorModel

/// What a venue calls the levels that its guide names by ordinals.
struct GuideLevels {
  private let floors: GuideFloors

  init(_ venue: Venue?) { floors = GuideFloors(venue) }

  /// Refuses a level that neither the venue has nor anything that was found is on.
  ///
  /// - Throws: `AuthoringError` with `.noLevel`.
  func check(_ filter: GuideFilter, found: Int, path: String) throws(AuthoringError) {
    guard found == 0, let ordinal = filter.level, !floors.isEmpty, floors.levels(ordinal).isEmpty
    else { return }
    throw .noLevel(path, ordinal, nil, known: floors.all.map(\.key))
  }

  /// `level G (ordinal 0)`, or `level 0` where the venue has no other label for it, or the place's
  /// building doesn't tell which of several; `nil` for a place on all levels.
  func text(of place: GuideRow.Place) -> String? {
    guard let ordinal = place.level else { return nil }
    let own = floors.levels(ordinal, building: place.building)
    let labels = Set((own.isEmpty ? floors.levels(ordinal) : own).map(\.label))
    guard labels.count == 1, let label = labels.first, !["", "\(ordinal)"].contains(label) else {
      return "level \(ordinal)"
    }
    return "level \(label) (ordinal \(ordinal))"
  }
}
