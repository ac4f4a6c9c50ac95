public import IndoorGeometry
public import IndoorModel

/// The truth beside a simulated recording: `ID.truth.csv`, in positions.csv's columns.
///
/// For scoring alone; what locates never sees it.
public struct TruthFile: Sendable {
  /// Where the device truly was at a moment.
  public struct Point: Hashable, Sendable {
    /// When.
    public var time: Timestamp
    /// Where.
    public var coordinate: Coordinate
    /// On which level.
    public var level: LevelKey
  }

  /// The points, in order of time.
  public let points: [Point]

  /// Reads a file by the names of its columns: `time_ms`, `latitude`, `longitude`, `level` and,
  /// where there are several buildings, `building`. Others are ignored.
  public init(path: String) throws(RecordingError) {
    let lines = try FileBytes.read(path).split(separator: 0x0A, omittingEmptySubsequences: false)
    let header = try Self.fields(of: lines.first ?? [], path, 1)
    func column(_ name: String) -> Int? { header.firstIndex { $0 == name } }
    guard let time = column("time_ms"), let latitude = column("latitude"),
      let longitude = column("longitude"), let level = column("level")
    else {
      throw .malformed(
        path, line: 1,
        "the header has no time_ms, latitude, longitude and level, so this is no truth")
    }
    let building = column("building")

    var points: [Point] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty && line != [0x0D] {
      let fields = try Self.fields(of: line, path, index + 1)
      guard fields.count == header.count, let milliseconds = Int64(fields[time]),
        let latitude = Double(fields[latitude]), let longitude = Double(fields[longitude]),
        let ordinal = Int(fields[level])
      else {
        throw .malformed(
          path, line: index + 1, "a field is missing or no number, correct the row")
      }
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      guard coordinate.isValid else {
        throw .malformed(
          path, line: index + 1,
          "latitude \(latitude), longitude \(longitude) is out of range, are they swapped?")
      }
      points.append(
        Point(
          time: Timestamp(milliseconds: milliseconds), coordinate: coordinate,
          level: LevelKey(building: building.map { fields[$0] } ?? "", ordinal: ordinal)))
    }
    self.points = points.sorted { $0.time < $1.time }
  }

  private static func fields(
    of line: ArraySlice<UInt8>, _ path: String, _ number: Int
  ) throws(RecordingError) -> [String] {
    let fields = line.withUnsafeBufferPointer { bytes -> [String]? in
      guard let start = bytes.baseAddress else { return [] }
      return CSVLine.fields(Field(start: start, end: start + bytes.count).withoutReturn)
    }
    guard let fields else { throw .unclosedQuote(path, line: number) }
    return fields
  }

  /// Where a recording's truth is looked for.
  public static func path(besideRecording path: String) -> String {
    "\(FileBytes.folder(of: path))/\(FileBytes.stem(of: path)).truth.csv"
  }

  /// The truth beside a recording, or `nil` where there is none: `walk.truth.csv` for `walk.jsonl`.
  public init?(besideRecording path: String) throws(RecordingError) {
    let file = Self.path(besideRecording: path)
    guard FileBytes.kind(file) == .file else { return nil }
    try self.init(path: file)
  }

  /// The points in a venue's local metres.
  ///
  /// - Parameters:
  ///   - frame: the venue's local frame.
  ///   - building: the building of points that name none, as those of a venue of one building.
  public func path(in frame: LocalFrame, building: String) -> [SurveyWalk.PathPoint] {
    points.map { point in
      var level = point.level
      if level.building.isEmpty { level.building = building }
      return SurveyWalk.PathPoint(
        time: point.time, level: level, place: frame.local(from: point.coordinate))
    }
  }
}
