import IndoorGeometry
import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// The radio map of all walks in a file.
enum SurveyedMap {
  /// Builds it, walk by walk in their order; of walks that a build has seen, what was kept serves
  /// again. What of that is damaged is made anew, which is said. What was forgotten is not in it,
  /// nor what the last walks past it didn't hear.
  ///
  /// - Parameters:
  ///   - mending: whether that is kept again, in a file that is open for writing.
  ///   - look: sees each walk with its rows.
  static func build(
    of file: VenueFile, mending: Bool = false, _ progress: @escaping ProgressHandler,
    looking look: (SurveyWalk, WalkRows) -> Void = { _, _ in }
  ) throws -> (built: RadioMapBuilder.Built, walks: [WalkLabel]) {
    let part = AuthoringProgress.Part(
      .readingWalks, total: try file.walkCount(), progress)
    var builder = RadioMapBuilder()
    let recipe = builder
    var walks: [WalkLabel] = []
    let longitude = try file.levels()?.origin.longitude ?? 0
    let damaged = try file.forEachWalkRows(
      recipe: recipe.recipe, mending: mending, making: { try recipe.rows(of: $0) }
    ) { walk, rows in
      let label = WalkLabel(walk, rows, longitude: longitude)
      builder.add(rows, of: label)
      look(walk, rows)
      walks.append(label)
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
    var built = try builder.build()
    built.map = built.map.without(Set(try file.forgottenTransmitters()))
    return (built, walks)
  }

  /// When each transmitter of the walks that count was last heard, and which were heard in rows
  /// alone that have no date.
  static func lastHeard(
    in file: VenueFile, _ progress: @escaping ProgressHandler
  ) throws -> (dated: [Transmitter: Timestamp], undated: Set<Transmitter>) {
    let part = AuthoringProgress.Part(.readingWalks, total: try file.walkCount(), progress)
    defer { part.finish() }
    let builder = RadioMapBuilder()
    var last: [Transmitter: Timestamp] = [:]
    var undated: Set<Transmitter> = []
    var done = 0
    try file.forEachWalkRows(
      recipe: builder.recipe, making: { try builder.rows(of: $0) }
    ) { _, rows in
      var lastRow = [Int64](repeating: .min, count: rows.map.transmitters.count)
      for (row, time) in rows.times.enumerated() {
        for entry in rows.map.entries(of: row) {
          let transmitter = Int(rows.map.transmitterIndices[entry])
          lastRow[transmitter] = max(lastRow[transmitter], time)
        }
      }
      for (transmitter, time) in zip(rows.map.transmitters, lastRow) where time > .min {
        let time = Timestamp(microseconds: time)
        guard time >= .firstSurveyed else {
          undated.insert(transmitter)
          continue
        }
        last[transmitter] = max(last[transmitter] ?? time, time)
      }
      done += 1
      part.update(done)
    }
    return (last, undated.filter { last[$0] == nil })
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
