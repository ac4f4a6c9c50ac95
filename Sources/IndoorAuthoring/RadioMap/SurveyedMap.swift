import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// The radio map of all walks in a file.
enum SurveyedMap {
  /// Builds it, walk by walk in the order of import; of walks that a build has seen, what was kept
  /// serves again. What of that is damaged is made anew, which is said.
  ///
  /// - Parameter mending: whether that is kept again, in a file that is open for writing.
  static func build(
    of file: VenueFile, mending: Bool = false, _ progress: @escaping ProgressHandler
  ) throws -> (map: RadioMap, walks: [WalkLabel]) {
    let part = AuthoringProgress.Part(
      .readingWalks, total: try file.walkCount(), progress)
    var builder = RadioMapBuilder()
    let recipe = builder
    var walks: [WalkLabel] = []
    let damaged = try file.forEachWalkRows(
      recipe: recipe.recipe, mending: mending, making: { try recipe.rows(of: $0) }
    ) { walk, rows in
      builder.add(rows)
      walks.append(WalkLabel(walk, rows))
      part.update(walks.count)
    }
    part.finish()
    if damaged > 0 {
      progress(
        .note(
          .rowsMadeAnew,
          "\(file.path): what was kept of \(Counted.text(damaged, "walk")) for radio maps was damaged, "
            + "and was made anew"))
    }
    return (try builder.map(), walks)
  }

  /// Reads the walks that no build has seen, and keeps what radio maps take of them.
  ///
  /// - Returns: how many those were.
  static func keepRows(
    in file: VenueFile, _ progress: @escaping ProgressHandler
  ) throws -> Int {
    let part = AuthoringProgress.Part(
      .readingNewWalks, total: try file.walkCount(), progress)
    defer { part.finish() }
    let builder = RadioMapBuilder()
    return try file.keepWalkRows(recipe: builder.recipe, progress: { part.update($0) }) {
      try builder.rows(of: $0)
    }
  }

  /// Hash of the walks' contents, 32 hexadecimal digits.
  static func dataHash(_ walks: [WalkLabel]) -> String {
    ContentHash.hexadecimal(Array(walks.map(\.hash).joined(separator: "\n").utf8))
  }
}
