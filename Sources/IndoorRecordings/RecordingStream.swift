import IndoorLibc
import IndoorModel
public import IndoorPositioning

/// Reads recordings one after the other, so that only one file is in memory at a time.
///
///     var stream = try RecordingStream("site1")
///     while let read = try stream.next() { … }
public struct RecordingStream {
  /// What is read.
  public let source: RecordingFiles
  /// How many of the source's files have been read or begun.
  public private(set) var position = 0
  /// How many files were passed over because the list names them.
  public private(set) var excepted = 0
  /// What was left out of a table after its last recording, as all of one that gave none: file by
  /// file.
  public private(set) var remainders: [(path: String, skipped: SkippedLines)] = []

  private let gathered: Bool
  private let exceptions: ExceptionList?
  private var levels: LevelNames
  private var floors = CompetitionFloors()
  private var table: FingerprintTable?
  /// Recordings of the file that was read last, the next one at the end.
  private var waiting: [ReadRecording] = []
  private let labels: RecordingLabels
  /// The position of the file whose times were last said to be ahead of the machine's clock, and of
  /// that whose strengths were last said to be all the same.
  private var said = (ahead: 0, alike: 0)

  /// Prepares to read a source.
  ///
  /// - Parameters:
  ///   - source: the files to read.
  ///   - gathered: of a table of fingerprints, whether rows that belong together (one surveyor,
  ///     phone and floor; one place) are one recording, as for surveying, and not each row one, as for locating.
  ///   - except: files to pass over.
  ///   - levels: what levels are called. Without a venue's, labels are read by their numbering.
  ///   - labels: what is said of the recordings beside their files.
  public init(
    _ source: RecordingFiles, gathered: Bool = false, except: ExceptionList? = nil,
    levels: LevelNames = LevelNames(), labels: RecordingLabels = RecordingLabels()
  ) {
    self.source = source
    self.gathered = gathered
    exceptions = except
    self.levels = levels
    self.labels = labels
  }

  /// Prepares to read a file or a folder. Without a format, each file decides.
  ///
  /// - Throws: `RecordingError` where there is nothing, or nothing that is a recording.
  public init(_ path: String, format: RecordingFormat? = nil) throws(RecordingError) {
    self.init(try RecordingFiles(path, format: format))
  }

  /// The next recording, or `nil` after the last one.
  ///
  /// - Throws: `RecordingError` where a file can't be read, isn't of its format at all, or names a
  ///   level that means nothing.
  public mutating func next() throws(RecordingError) -> ReadRecording? {
    guard var read = try nextRead() else { return nil }
    if read.recording.level == nil { read.recording.level = try statedLevel(of: read) }
    let format = source.files[position - 1].format
    read.countWaypointsOnce()
    read.leaveOutUnknownLevels(levels)
    let stuck = StuckSensors(read.recording.observations)
    stuck.leave(outOf: &read.recording.observations)
    read.warnings += stuck.warnings(read.path)
    read.warnings += SensorUnits(read.recording.observations).warnings(read.path)
    if let warning = RecordingWarning.otherUnit(read, of: format) { read.warnings.append(warning) }
    // A row's time that isn't known is told with the row.
    let isTable = [.csv, .ujiindoorloc].contains(format)
    if let warning = RecordingWarning.twoClocks(read)
      ?? (isTable ? nil : RecordingWarning.undated(read))
    {
      read.warnings.append(warning)
    }
    if !isTable, said.alike != position, let warning = RecordingWarning.strengthsAlike(read) {
      read.warnings.append(warning)
      said.alike = position
    }
    if !isTable, let warning = RecordingWarning.placesAlike(read) { read.warnings.append(warning) }
    if said.ahead != position,
      let warning = RecordingWarning.ahead(read, of: format, now: Int64(time(nil)))
    {
      read.warnings.append(warning)
      said.ahead = position
    }
    return read
  }

  /// The level that is stated for a recording that names none; where it names its building, that
  /// one's.
  private func statedLevel(of read: ReadRecording) throws(RecordingError) -> LevelKey? {
    guard let building = read.building, !levels.isLenient else { return labels.level }
    guard let stated = labels.level else {
      guard !levels.isDrawn, !read.recording.waypoints.isEmpty else { return nil }
      throw RecordingError(
        .unknownLevel,
        "\(read.place): names the building \"\(building.shown)\" and no level, and nobody has drawn the "
          + "venue; write its level, or name one for all recordings (0 is the ground floor)")
    }
    let key: LevelKey
    do throws(LevelFault) {
      key = try levels.level(
        Double(stated.ordinal), as: String(stated.ordinal), building: building)
    } catch { throw RecordingError(.unknownLevel, "\(read.place): \(error.sentence)") }
    guard !levels.isDrawn || levels.isKnown(key) else {
      throw RecordingError(
        .unknownLevel,
        "\(read.place): names the building \"\(building.shown)\", which has no level of ordinal "
          + "\(stated.ordinal); write its level, or name one for all recordings that it has")
    }
    return key
  }

  private mutating func nextRead() throws(RecordingError) -> ReadRecording? {
    while true {
      if let read = waiting.popLast() { return read }
      if let read = try table?.next() { return read }
      if let skipped = table?.skipped, !skipped.isEmpty {
        remainders.append((source.files[position - 1].path, skipped))
      }
      table = nil
      guard position < source.files.count else { return nil }
      let file = source.files[position]
      position += 1
      if exceptions?.contains(file.path) == true {
        excepted += 1
      } else if let read = try read(file) {
        return read
      }
    }
  }

  /// The first recording of a file, or `nil` where the file is a table, whose rows come one by one.
  private mutating func read(_ file: RecordingFiles.File) throws(RecordingError) -> ReadRecording? {
    if file.format == .sensorLogger {
      let found = try SensorLoggerReader.read(file, labels, &levels)
      remainders += found.files
      waiting = found.reads.reversed()
      return waiting.popLast()
    }
    let bytes = try file.bytes()
    // WiGLE's reader takes them, as Sensor Logger's does. Where lines end otherwise, the first one
    // answers.
    if file.format != .wigle, bytes.hasReturnsAlone { throw .returnsAlone(file.path) }
    guard var read = try read(file, bytes) else { return nil }
    if let hash = ContentHash.ofText(bytes) {
      read.take(textHash: hash, part: waiting.isEmpty ? nil : read.recording.device ?? "")
      for index in waiting.indices {
        waiting[index].take(textHash: hash, part: waiting[index].recording.device ?? "")
      }
    }
    return read
  }

  /// The first recording of what is no archive; `nil` for a table.
  private mutating func read(
    _ file: RecordingFiles.File, _ bytes: [UInt8]
  ) throws(RecordingError) -> ReadRecording? {
    let id = FileBytes.stem(of: file.path).onOneLine
    let (recording, skipped): (Recording, SkippedLines)
    var warnings: [RecordingWarning] = []
    switch file.format {
    case .competition:
      if let line = TraceReader.lineOfSecondHeader(bytes) { throw .joined(file.path, line: line) }
      let floor = file.isPiped ? nil : floors.floor(ofTrace: file.path)
      var trace = TraceReader.read(bytes, id: id, floor: floor?.frame)
      if let floor {
        // The folder says more surely than the header which floor it is.
        trace.recording.level = floor.level.key
        warnings = floors.contradictions(of: trace.remarks, in: floor, file.path)
      }
      if let warning = RecordingWarning.otherAges(trace.remarks, file.path) {
        warnings.append(warning)
      }
      (recording, skipped) = (trace.recording, trace.skipped)
    case .indoorkit: return try IndoorKitReader.read(bytes, path: file.path, levels: &levels)
    case .broad: (recording, skipped) = try BroadReader.read(bytes, path: file.path)
    case .wigle: return try WigleReader.read(bytes, path: file.path, zone: labels.zone)
    case .getsensordata:
      return try GetSensorDataReader.read(bytes, path: file.path, labels, &levels)
    case .anyplace: return try AnyplaceReader.read(bytes, path: file.path, labels, &levels)
    case .navigine: return try NavigineReader.read(bytes, path: file.path)
    case .find3:
      waiting = try Find3Reader.read(bytes, path: file.path, labels, &levels).reversed()
      return waiting.popLast()
    case .sensorLogger: return nil
    case .ujiindoorloc, .csv:
      table = try FingerprintTable(
        bytes, path: file.path,
        layout: file.format == .csv ? .csv(source.columns) : .ujiindoorloc(source.columns),
        gathered: gathered,
        levels: levels, statesLevel: labels.level != nil)
      return nil
    }
    var read = ReadRecording(
      recording: recording, hash: ContentHash.hexadecimal(bytes), path: file.path, skipped: skipped)
    read.warnings = warnings
    return read
  }
}

extension Recording {
  /// All recordings at a path, in order: a file's or a folder's; of a table each row.
  ///
  /// - Throws: `RecordingError` as `RecordingStream`.
  public static func recordings(at path: String, format: RecordingFormat? = nil)
    throws(RecordingError) -> [Recording]
  {
    var stream = try RecordingStream(path, format: format)
    var recordings: [Recording] = []
    while let read = try stream.next() { recordings.append(read.recording) }
    return recordings
  }
}
