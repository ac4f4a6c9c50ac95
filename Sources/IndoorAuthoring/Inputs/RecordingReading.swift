import IndoorModel
public import IndoorRecordings

/// How recordings are read, where they don't say it themselves.
public struct RecordingReading: Sendable {
  /// The format of all of them; without it each file decides.
  public var format: RecordingFormat?
  /// What the columns of a `csv` are; without it their names tell.
  public var columns: ColumnMap?
  /// The zone of times that are written without one; without it they are taken for UTC.
  public var zone: LocalTime?

  /// Makes one that leaves all to the files.
  public init(
    format: RecordingFormat? = nil, columns: ColumnMap? = nil, zone: LocalTime? = nil
  ) {
    self.format = format
    self.columns = columns
    self.zone = zone
  }

  /// The names of the formats.
  package static var formats: [String] { RecordingFormat.allCases.map(\.rawValue) }

  /// Takes a format's name, columns as `x=x_m,y=y_m,level=level`, and a zone as `Europe/Berlin`.
  ///
  /// - Throws: `RecordingError` for columns of any other spelling, `AuthoringError` for a zone that
  ///   isn't known.
  package init(format name: String?, columns text: String?, timeZone: String?) throws {
    format = name.flatMap { RecordingFormat(rawValue: $0) }
    columns = if let text { try ColumnMap(text) } else { nil }
    zone = try timeZone.map(LocalTime.named)
  }

  /// The recordings at a path. That a pipe is waited for, and what of a folder is passed over, is
  /// said.
  func recordings(
    _ path: String, _ progress: @escaping ProgressHandler
  ) throws(RecordingError) -> RecordingFiles {
    let found = try RecordingFiles(
      path, format: format, columns: columns, patience: Self.patience(progress))
    var warnings = RecordingWarnings()
    warnings.add(passedOver: found.passedOver)
    for warning in warnings.shown { progress(.warning(warning)) }
    return found
  }

  /// The recordings that some bytes are.
  func recordings(_ bytes: [UInt8], named name: String) throws(RecordingError) -> RecordingFiles {
    try RecordingFiles(bytes, named: name, format: format, columns: columns)
  }

  /// How pipes are waited for, which is said.
  static func patience(_ progress: @escaping ProgressHandler) -> PipePatience {
    PipePatience { progress(.waiting(for: $0)) }
  }

  /// A file's recordings, to be located: levels that mean nothing are left out.
  ///
  /// - Parameter places: the names of the venue's places, which are made once for all files.
  func stream(
    _ file: RecordingFiles.File, in venue: Venue? = nil, places: PlaceNames = PlaceNames()
  ) -> RecordingStream {
    RecordingStream(
      RecordingFiles(file, columns: columns), levels: .compared(with: venue, isLenient: true),
      labels: labels(places))
  }

  /// What is said of recordings that are located or compared: what places are called, and the zone.
  func labels(_ places: PlaceNames) -> RecordingLabels {
    RecordingLabels(places: places, zone: zone)
  }
}
