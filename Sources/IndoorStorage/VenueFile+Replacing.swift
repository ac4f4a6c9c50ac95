import GRDB
public import IndoorModel

extension VenueFile {
  /// Stores walks in place of what is stored of them, by their hashes, all or none; walks that are
  /// not there yet are added.
  ///
  /// A walk keeps its place among the file's own (merged walks stand by their times), the name that
  /// it was given, whether it is hidden, and its entries in the journal. What was kept of it for
  /// radio maps is made anew by the next build.
  ///
  /// - Parameters:
  ///   - walks: the walks as they are read now.
  ///   - basis: what the walks were placed on; `nil` where nobody else writes.
  /// - Returns: how many were there.
  /// - Throws: `.noVenue` in a file without a venue, `.unstorable` for places that are not finite,
  ///   `.changed` where origin and levels aren't the basis' any more.
  @discardableResult
  public func replace(
    _ walks: [SurveyWalk], on basis: VenueBasis? = nil
  ) throws(StorageError) -> Int {
    try write { db, time in
      try basis?.check(.keys, in: db, path: path)
      let frame = try Self.frame(db, path: path)
      let writer = try WalkWriter(db: db, frame: frame, time: time, transmitters: transmitters)
      return try writer.replace(walks)
    }
  }
}
