import IndoorGeometry
import IndoorModel
import IndoorStorage
import IndoorSurveying
import IndoorVenues

/// A venue file's walks on the venue's ground.
enum StoredSurvey {
  /// Reads all walks, one after the other.
  static func read(
    _ file: VenueFile, keepingReadings keepsReadings: Bool,
    _ progress: @escaping ProgressHandler
  ) throws -> (survey: Survey, venue: Venue) {
    // A large venue takes long to read, and its ground long to work out.
    guard try file.walkCount() > 0 else {
      throw try file.hasVenue()
        ? AuthoringError.noWalks(file.path, removed: try file.removedWalkCount())
        : .noVenue(file.path)
    }
    guard let venue = try file.venue() else { throw AuthoringError.noVenue(file.path) }
    let part = AuthoringProgress.Part(
      .readingWalks, total: try file.walkCount(), progress)
    var survey = Survey(
      ground: try ground(of: venue, in: file.path), keepsReadings: keepsReadings,
      longitude: venue.origin.longitude)
    try file.forEachWalk { walk in
      survey.add(walk)
      part.update(survey.walks.count)
    }
    part.finish()
    return (survey, venue)
  }

  /// Where people can walk on each level.
  ///
  /// - Throws: `VenueError` where nobody can tell.
  static func ground(of venue: Venue, in path: String) throws(VenueError) -> SurveyGround {
    try GroundArea.check(venue, name: path)
    let frame = venue.frame
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    var parameters = GroundArea.Parameters()
    // What one can walk on counts, not what hangs together.
    parameters.isJoined = false
    return SurveyGround(
      levels: venue.levels.map { level in
        SurveyGround.LevelGround(
          key: level.key, label: level.label, outline: level.outline.map { frame.local(from: $0) },
          walkable: GroundArea(
            of: level, units: units[level.key] ?? [], openings: openings[level.key] ?? [],
            frame: frame, parameters: parameters
          ).parts)
      })
  }
}
