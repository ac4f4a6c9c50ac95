public import IndoorGeometry
public import IndoorModel
package import IndoorPositioning

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

  /// A point, and where it stands.
  struct Row {
    var point: Point
    /// The recording that it names; `nil` without a column for it.
    let recording: String
    /// The level as it stands there, and the building, `nil` without a column for it.
    let levelText: String
    let building: String?
    let line: Int
  }

  /// The points, in order of time.
  public var points: [Point] { rows.map(\.point) }
  let rows: [Row]
  /// What the levels are named by.
  let column: LevelColumn
  /// Which rows are of recordings whose names end so, where parts are asked for.
  let byName: [String: [Int]]

  init(rows: [Row], column: LevelColumn = .ordinals, isWhole: Bool = false) {
    (self.rows, self.column) = (rows, column)
    byName =
      isWhole ? Dictionary(grouping: rows.indices) { Self.end(of: rows[$0].recording) } : [:]
  }

  /// Reads a file by the names of its columns: `time_ms`, `latitude`, `longitude`, `level` and,
  /// where there are several, `building` and `recording`. Others are ignored.
  ///
  /// Labels of levels are read by how floors are usually numbered.
  ///
  /// - Throws: `RecordingError` for what is no truth, and for a level that means nothing by itself.
  public init(path: String) throws(RecordingError) {
    try self.init(path: path, isPlacedLater: false)
  }

  /// - Parameter isPlacedLater: whether a venue says yet what the levels mean.
  private init(path: String, isPlacedLater: Bool) throws(RecordingError) {
    let bytes = try FileBytes.read(path)
    guard !bytes.isEmpty else {
      throw .malformed(path, "is empty; \(Self.remedy)")
    }
    let opening = Array(bytes.prefix(FileBytes.openingCount))
    if let fault = RecordingFiles.fault(of: opening, path) { throw fault }
    let lines = CSVLine.lines(of: bytes)
    let header = try Self.fields(of: lines.first ?? [], path, 1)
    let columns = try Columns(header, path)
    var rows: [Row] = []
    rows.reserveCapacity(lines.count)
    var column = LevelColumn.ordinals
    // Files that were joined end to end have the header again.
    for (index, line) in lines.enumerated().dropFirst()
    where line.contains(where: { $0 != 0x0D }) && line != lines.first {
      let fields = try Self.fields(of: line, path, index + 1)
      // Spreadsheets write rows of nothing for cells that were only formatted.
      if fields.allSatisfy(\.isEmpty) { continue }
      do {
        let row = Row(
          point: try columns.point(of: fields),
          recording: columns.recording.map { fields[$0] } ?? "",
          levelText: fields[columns.level],
          building: columns.building.map { fields[$0] }, line: index + 1)
        if case .ordinals = column, row.levelText != rows.last?.levelText,
          case .label = LevelWord(row.levelText)
        {
          column = .labels(first: row.levelText, line: row.line)
        }
        rows.append(row)
      } catch {
        throw .malformed(path, line: index + 1, error.sentence)
      }
    }
    var names = TruthLevels(LevelNames(), column)
    for index in rows.indices {
      do throws(LevelFault) { rows[index].point.level = try names.level(of: rows[index]) } catch {
        guard isPlacedLater else { throw error.error(path, line: rows[index].line) }
      }
    }
    rows.sort { ($0.point.time, $0.line) < ($1.point.time, $1.line) }
    self.init(rows: rows, column: column, isWhole: true)
  }

  fileprivate static let remedy =
    "write a header of recording,time_ms,latitude,longitude,level and a row a moment, or delete it"

  /// Bytes of a line at most: a dozen numbers and a few names have hundreds.
  private static let longest = 100_000

  private static func fields(
    of line: ArraySlice<UInt8>, _ path: String, _ number: Int
  ) throws(RecordingError) -> [String] {
    guard line.count <= longest else {
      throw .malformed(path, line: number, "is longer than \(longest / 1000) kB; \(remedy)")
    }
    let fields = line.withUnsafeBufferPointer { bytes -> [String]? in
      guard let start = bytes.baseAddress else { return [] }
      return CSVLine.fields(Field(start: start, end: start + bytes.count).withoutReturns)
    }
    guard let fields else { throw .unclosedQuote(path, line: number) }
    return fields.map(\.trimmed)
  }

  /// Where a recording's truth is looked for; in capitals where there is only that.
  public static func path(besideRecording path: String) -> String {
    let stem = "\(FileBytes.folder(of: path))/\(FileBytes.stem(of: path))"
    let (usual, inCapitals) = ("\(stem).truth.csv", "\(stem).TRUTH.CSV")
    return FileBytes.kind(usual) == nil && FileBytes.kind(inCapitals) == .file ? inCapitals : usual
  }

  /// What stands where a recording's truth is looked for.
  package enum Beside: Sendable {
    /// Nothing.
    case nothing
    /// The recording's truth.
    case truth(TruthFile)
    /// Something that says nothing of where the recording was: a sentence with its path.
    case passedOver(String)
  }

  /// What stands beside a recording: `walk.truth.csv` for `walk.jsonl`.
  ///
  /// - Throws: `RecordingError` where a file there can't be read or is no truth.
  package static func beside(recording path: String) throws(RecordingError) -> Beside {
    let file = Self.path(besideRecording: path)
    let what: String
    switch FileBytes.kind(file) {
    case .file:
      let truth = try TruthFile(path: file, isPlacedLater: true)
      if !truth.rows.isEmpty { return .truth(truth) }
      what = "has a header and no row"
    case .folder: what = "is a folder"
    case .socket: what = "is a socket"
    case .other: what = "is a pipe or a device"
    case nil:
      guard FileBytes.isDanglingLink(file) else { return .nothing }
      what = "is a link to nothing"
    }
    return .passedOver(
      "\(file): \(what) where the recording's truth is looked for, so it is passed over; put the "
        + "file with the truth there, or give it another name")
  }

  /// What is to be said where the truth has no moment in common with the recording that it stands
  /// beside; `nil` where it has.
  package func fault(of recording: Recording, at path: String) -> String? {
    let times = recording.observations.map(\.time)
    guard let begin = times.min(), let end = times.max(), let first = rows.first?.point.time,
      let last = rows.last?.point.time,
      !rows.contains(where: { (begin...end).contains($0.point.time) })
    else { return nil }
    return
      "\(Self.path(besideRecording: path)): is of \(first.milliseconds) to \(last.milliseconds) ms, "
      + "and the recording of \(begin.milliseconds) to \(end.milliseconds) ms, so that it is passed over; "
      + "correct its times, or give it another name"
  }

  /// Milliseconds after a recording's end up to which it still says where the device was.
  private static let grace: Int64 = 2000

  /// The truth up to a moment at which a recording ends: where the device was later it can't say.
  package func upTo(_ end: Timestamp?) -> TruthFile {
    guard let end else { return self }
    return TruthFile(
      rows: rows.filter { $0.point.time.milliseconds - Self.grace <= end.milliseconds })
  }

  /// What is to be said where the truth goes on after all recordings that it stands beside, the
  /// last of which ends at a moment; `nil` where it doesn't.
  package func remainder(after end: Timestamp?, at path: String) -> String? {
    let late = rows.count - upTo(end).rows.count
    guard late > 0, let end else { return nil }
    return
      "\(Self.path(besideRecording: path)): \(late) of \(rows.count) points are later than the recording's end "
      + "at \(end.milliseconds) ms, so that they are passed over; correct their times, or take them out"
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

/// What the levels of a truth's rows mean, where the one of the row before is often the next one's.
struct TruthLevels {
  private var names: LevelNames
  private let column: LevelColumn
  private var last: (text: String, building: String?, key: LevelKey)?

  init(_ names: LevelNames, _ column: LevelColumn) {
    (self.names, self.column) = (names, column)
  }

  mutating func level(of row: TruthFile.Row) throws(LevelFault) -> LevelKey {
    if let last, last.text == row.levelText, last.building == row.building { return last.key }
    guard let key = try names.level(row.levelText, in: column, building: row.building) else {
      throw .neitherKind()
    }
    if let fault = names.fault(ofCompared: key) { throw fault }
    last = (row.levelText, row.building, key)
    return key
  }
}

extension TruthFile {
  /// Which fields of a row say when and where.
  private struct Columns {
    let count: Int
    let time: Int
    let latitude: Int
    let longitude: Int
    let level: Int
    let building: Int?
    let recording: Int?

    /// What is wrong with a row.
    struct Fault: Error {
      let sentence: String
    }

    init(_ header: [String], _ path: String) throws(RecordingError) {
      func column(_ name: String) -> Int? { header.firstIndex { $0 == name } }
      guard let time = column("time_ms"), let latitude = column("latitude"),
        let longitude = column("longitude"), let level = column("level")
      else {
        if let separator = [";", "\t"].first(where: { header.joined().contains($0) }) {
          throw .malformed(
            path, line: 1,
            "the header's fields are separated by \(separator == ";" ? "semicolons" : "tabs"), "
              + "save it with commas, and with points in its numbers")
        }
        let missing = ["time_ms", "latitude", "longitude", "level"].filter { column($0) == nil }
        throw .malformed(
          path, line: 1,
          "the header has no \(missing.joined(separator: " and no ")), so this is no truth; "
            + TruthFile.remedy)
      }
      let names = ["time_ms", "latitude", "longitude", "level", "building", "recording"]
      if let twice = names.first(where: { name in header.count { $0 == name } > 1 }) {
        throw .malformed(path, line: 1, "the header has \(twice) twice, write it once")
      }
      count = header.count
      (self.time, self.latitude, self.longitude) = (time, latitude, longitude)
      (self.level, building, recording) = (level, column("building"), column("recording"))
    }

    /// The point of a row, whose level isn't known yet.
    func point(of fields: [String]) throws(Fault) -> Point {
      guard fields.count == count else {
        throw Fault(
          sentence: "has \(fields.count) field\(fields.count == 1 ? "" : "s") where the header has "
            + "\(count), write one for each of its columns")
      }
      guard let milliseconds = Int64(fields[time]) ?? Field.with(fields[time], { $0.whole }) else {
        throw Fault(
          sentence:
            "time_ms \"\(fields[time].shown)\" is no whole number, write milliseconds since 1970")
      }
      guard !milliseconds.multipliedReportingOverflow(by: 1000).overflow else {
        throw Fault(
          sentence:
            "time_ms \(fields[time].shown) is over 290,000 years from 1970, write milliseconds, "
            + "as nanoseconds divided by a million")
      }
      let coordinate = Coordinate(
        latitude: try degrees(fields[latitude], "latitude"),
        longitude: try degrees(fields[longitude], "longitude"))
      guard !fields[level].isEmpty else {
        throw Fault(
          sentence: "level is empty, write the ordinal, 0 for the ground floor, or the label")
      }
      guard coordinate.isValid else {
        throw Fault(
          sentence: "latitude \(coordinate.latitude), longitude \(coordinate.longitude) is out of "
            + "range, are they swapped?")
      }
      return Point(
        time: Timestamp(milliseconds: milliseconds), coordinate: coordinate,
        level: LevelKey(ordinal: 0))
    }

    private func degrees(_ text: String, _ name: String) throws(Fault) -> Double {
      guard let number = Double(decimal: text) else {
        throw Fault(sentence: "\(name) \"\(text.shown)\" is no number, write decimal degrees")
      }
      guard !Double.isShortened(text, beyond: Double.leastDegrees) else {
        throw Fault(
          sentence:
            "\(name) \"\(text.shown)\" was cut to a few digits, as a spreadsheet does, write "
            + "all of them, without an exponent")
      }
      return number
    }
  }
}
