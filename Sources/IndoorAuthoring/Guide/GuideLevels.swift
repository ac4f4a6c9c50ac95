import IndoorGeometry
import IndoorGuide
import IndoorModel

/// What a venue calls the levels that its guide names by ordinals.
struct GuideLevels {
  private let floors: GuideFloors

  init(_ venue: Venue?) { floors = GuideFloors(venue) }

  /// The id of the building that a word means; `nil` where it means none, or several.
  func building(called word: String) -> String? {
    let ids = floors.buildings(called: word)
    return ids.count == 1 ? ids.first : nil
  }

  /// Puts a position into the building about it, where there are several and one alone has an
  /// outline there, on the position's level where that is known.
  ///
  /// - Parameter words: what the guide calls buildings.
  func locate(_ position: inout GuidePosition, in venue: Venue, words: Set<String>) {
    guard floors.hasSeveral, position.building == nil else { return }
    let (frame, ordinal) = (venue.frame, position.ordinal)
    let here = frame.local(from: position.coordinate)
    let about = venue.levels.filter { level in
      level.key.ordinal == ordinal ?? level.key.ordinal
        && level.outline.contains { frame.local(from: $0).contains(here) }
    }
    let found = Set(about.map(\.key.building))
    guard found.count == 1, let id = found.first else { return }
    position.building = id
    position.names = words.filter { floors.buildings(called: $0).contains(id) }
  }

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
