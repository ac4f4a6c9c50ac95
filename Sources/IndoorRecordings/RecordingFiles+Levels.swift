extension RecordingFiles {
  /// Checks all levels that the files name, before anything is done with one of them.
  ///
  /// Traces of the competition, whose folders tell the level, and formats without levels are passed
  /// over.
  ///
  /// - Parameters:
  ///   - levels: what the venue's levels are called.
  ///   - except: files to pass over.
  /// - Throws: `RecordingError` for the first level that means nothing, and for a table that can't
  ///   be read.
  public func checkLevels(
    _ levels: LevelNames, except: ExceptionList? = nil
  ) throws(RecordingError) {
    var levels = levels
    for file in files where except?.contains(file.path) != true {
      switch file.format {
      case .indoorkit:
        try IndoorKitReader.checkLevels(
          try file.bytes(), path: file.path, levels: &levels)
      case .csv, .ujiindoorloc:
        var rows = try TableRows(
          try file.bytes(), path: file.path,
          layout: file.format == .csv ? .csv(columns) : .ujiindoorloc(columns), levels: levels)
        while try rows.next() != nil {}
      // What these call levels is looked at with their places, walk by walk.
      case .competition, .wigle, .broad, .sensorLogger, .getsensordata, .anyplace, .find3,
        .navigine:
        continue
      }
    }
  }
}
