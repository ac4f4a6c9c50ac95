public import IndoorPositioning

extension VenueFile {
  /// A positioner on the file's venue and its newest radio map, that knows nothing yet of where the
  /// device is.
  ///
  ///     var positioner = try VenueFile.open(path, readOnly: true).positioner()
  ///
  /// - Throws: what `positioningMap` throws.
  public func positioner(
    parameters: Positioner.Parameters = Positioner.Parameters()
  ) throws(StorageError) -> Positioner {
    Positioner(map: try positioningMap(), parameters: parameters)
  }

  /// What positioners know of the file's venue, for `PositionUpdates` and for several positioners
  /// to share.
  ///
  /// - Throws: `.noVenue`, `.noRadioMap`, and what reading throws.
  public func positioningMap() throws(StorageError) -> PositioningMap {
    guard let venue = try venue() else { throw .noVenue(path) }
    guard let map = try radioMap() else { throw .noRadioMap(path) }
    return PositioningMap(venue: venue, map: map)
  }
}
