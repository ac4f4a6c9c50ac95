import IndoorModel
import IndoorReport
import IndoorStorage

/// Takes a level's plan out of a venue file; the level stays.
public struct RemovePlan: Sendable {
  /// The venue file.
  public var venue: String
  /// The level's building by id or name, where several have a plan on that level.
  public var building: String?
  /// The level's ordinal.
  public var level: Int

  /// Makes one for a level's plan.
  public init(venue: String, building: String? = nil, level: Int) {
    self.venue = venue
    self.building = building
    self.level = level
  }

  /// Takes the plan out.
  ///
  /// - Returns: a sentence of what was taken out.
  /// - Throws: `AuthoringError` where there is no such plan, or several buildings have one,
  ///   `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> String {
    let file = try VenueFile.open(venue)
    guard let known = try file.levels() else { throw AuthoringError.noVenue(venue) }
    let named = try building.map { try BuildingName.id($0, in: known, of: venue) }
    let names = try file.planNames()
    let found = names.keys.filter { $0.ordinal == level && (named ?? $0.building) == $0.building }
    guard found.count < 2 else { throw AuthoringError.severalBuildings(venue, found, in: known) }
    guard let key = found.first, try file.removePlan(of: key) else {
      throw AuthoringError.noPlan(venue, on: level, of: named, plans: Array(names.keys), in: known)
    }
    return "\(venue): took \(names[key] ?? "") out of \(key.fullTitle(in: known))"
  }
}
