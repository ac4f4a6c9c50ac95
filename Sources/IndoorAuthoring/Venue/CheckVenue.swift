import IndoorStorage
import IndoorVenues

/// Checks a venue's source, an IMDF archive or a venue file by rules with stable codes.
public struct CheckVenue: Sendable {
  /// A GeoJSON file, an IMDF archive (folder or zip) or a venue file.
  public var source: String

  /// Makes a check.
  public init(source: String) { self.source = source }

  /// Checks it.
  ///
  /// - Throws: `VenueError` for a source that can't be read, `AuthoringError` for a file without a
  ///   venue, `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> VenueCheckReport {
    guard VenueFile.isDatabase(source) else {
      let check = try VenueCheck(source: source) { progress(.waiting(for: $0)) }
      return VenueCheckReport(check: check, path: source)
    }
    let file = try VenueFile.open(source, readOnly: true)
    guard let venue = try file.venue() else { throw AuthoringError.noVenue(source) }
    // What is counted must be sound too, and nothing else here looks at it.
    let overview = try file.overview()
    let check = VenueCheck(
      venue, name: source, withoutLevel: try file.featuresWithoutLevel(),
      withoutPicture: try file.plansWithoutPicture(),
      planned: overview.planWarnings.keys.sorted(), plans: try file.placements(),
      outlinedByPlan: try file.levelsOutlinedByPlan(),
      foreignAddition: try file.foreignAddition()?.message)
    return VenueCheckReport(check: check, path: source)
  }
}
