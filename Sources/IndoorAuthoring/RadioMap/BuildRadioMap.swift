import IndoorModel
import IndoorPositioning
import IndoorStorage
import IndoorSurveying

/// Builds the radio map from all walks of a venue file, and stores it there as its newest version.
///
/// The same walks in the same order give the same map to the byte. Walks that were removed don't
/// count, and transmitters that were forgotten aren't in it.
public struct BuildRadioMap: Sendable {
  /// The venue file.
  public var venue: String

  /// Makes one for a venue file.
  public init(venue: String) { self.venue = venue }

  /// Builds the map.
  ///
  /// - Throws: `AuthoringError` where there is nothing to make it of, `SurveyError`,
  ///   `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> BuiltRadioMap {
    let file = try VenueFile.open(venue)
    let new = try SurveyedMap.keepRows(in: file, progress)
    let (built, walks) = try SurveyedMap.build(of: file, mending: true, progress)
    var map = built.map
    guard map.rowCount > 0 else {
      throw AuthoringError.nothingToMap(
        venue, walks: walks.count, removed: try file.removedWalkCount(),
        forgotten: try file.forgottenTransmitters().count)
    }
    let chosen = try ChosenMatching(for: map, in: file)
    if let chosen { map.matching = chosen.choice.chosen.matching }
    let version = try file.save(map)
    return BuiltRadioMap(
      map: map, walks: walks.count, new: new, version: version, swapped: built.swapped,
      retired: built.retired, forgotten: try file.forgottenTransmitters().count, chosen: chosen,
      phones: SurveyPhones(of: map, walks: walks)?.phones ?? [])
  }
}

/// The matching that a venue's walks ask for, chosen now or kept from before.
struct ChosenMatching: Sendable {
  let choice: MatchingChoice
  /// How many walks it rests on.
  let walks: Int

  init?(for map: RadioMap, in file: VenueFile) throws {
    let basis = MatchingChoice.basis(of: map)
    walks = Set(basis.walks).count
    if let kept = try file.matchingChoice(for: basis, format: MatchingChoice.format) {
      choice = kept
    } else if let choice = MatchingChoice(for: basis) {
      try file.keep(choice, for: basis, format: MatchingChoice.format)
      self.choice = choice
    } else {
      return nil
    }
  }
}
