import IndoorArchive
import IndoorFiles
import IndoorJSON
import IndoorLibc
import IndoorModel

/// Where recordings come from: a file or a folder, and the files it stands for.
public struct RecordingFiles: Sendable {
  /// One file to read.
  public struct File: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// What it is.
    public var format: RecordingFormat
    private let piped: PipedBytes?

    init(path: String, format: RecordingFormat, piped: PipedBytes? = nil) {
      self.path = path
      self.format = format
      self.piped = piped
    }

    /// Whether it came through a pipe.
    var isPiped: Bool { piped != nil }

    /// What is in it.
    func bytes() throws(RecordingError) -> [UInt8] {
      if let piped { return piped.bytes }
      return try FileBytes.read(path)
    }
  }

  /// The first bytes of a regular file, or `nil` where it can't be read.
  package static func opening(of path: String) -> [UInt8]? { FileBytes.opening(of: path) }

  /// The names of what is in a folder, in their order; none where it can't be read.
  package static func names(in folder: String) -> [String] {
    (try? FileBytes.entries(of: folder).names) ?? []
  }

  /// The file or folder.
  public let path: String
  /// The files, by name within their folder.
  public let files: [File]
  /// What of a folder was passed over though it is called like a recording, and why: a sentence
  /// each.
  public let passedOver: [String]
  /// What the columns of a `csv` are; `nil` where their names tell.
  public let columns: ColumnMap?

  /// Lists what is at a path: a file itself; of a folder of the competition its floors' traces; of
  /// any other folder the recordings among its files.
  ///
  /// Without a format, each file's opening bytes decide. What comes through a pipe is read here, as
  /// that goes only once; in folders pipes and the like are passed over.
  ///
  /// - Throws: `RecordingError` where there is nothing, or nothing that is a recording.
  public init(
    _ path: String, format: RecordingFormat? = nil, columns: ColumnMap? = nil,
    patience: PipePatience = PipePatience()
  ) throws(RecordingError) {
    self.path = path
    self.columns = columns
    switch FileBytes.kind(path) {
    case nil: throw .unreadable(path, .last)
    case .file:
      guard let opening = FileBytes.opening(of: path) else {
        throw .unreadable(path, .last)
      }
      files = [try Self.file(path, opening: opening, format: format)]
      passedOver = []
    case .socket: throw .malformed(path, "is a socket, which holds nothing to read; name a file")
    case .other:
      let bytes = try FileBytes.read(path, patience: patience)
      files = [
        try Self.file(
          path, opening: bytes.prefix(FileBytes.openingCount), format: format,
          piped: PipedBytes(bytes))
      ]
      passedOver = []
    case .folder where SensorLoggerReader.isRecording(path, named: format):
      files = [File(path: path, format: .sensorLogger)]
      passedOver = []
    case .folder:
      var folder = RecordingFolder(format: format)
      try folder.list(path)
      files = folder.files
      passedOver = folder.passedOver
      guard !files.isEmpty else { throw .emptyFolder(path, passedOver) }
    }
  }

  /// Bytes that came without a file, such as what was sent to a server.
  ///
  /// - Parameter name: what they are called; it may end as files of the format do.
  /// - Throws: `RecordingError` where they are no recording.
  package init(
    _ bytes: [UInt8], named name: String, format: RecordingFormat? = nil,
    columns: ColumnMap? = nil
  ) throws(RecordingError) {
    path = name
    self.columns = columns
    files = [
      try Self.file(
        name, opening: bytes.prefix(FileBytes.openingCount), format: format,
        piped: PipedBytes(bytes))
    ]
    passedOver = []
  }

  /// A file that was listed before, alone.
  public init(_ file: File, columns: ColumnMap? = nil) {
    path = file.path
    files = [file]
    passedOver = []
    self.columns = columns
  }

  private static func file(
    _ path: String, opening: some Sequence<UInt8>, format: RecordingFormat?,
    piped: PipedBytes? = nil
  ) throws(RecordingError) -> File {
    let opening = Array(opening)
    if format == nil, path.lowercased().hasSuffix(".truth.csv") { throw .truth(path) }
    if format == nil, let program = ForeignProgram(opening, name: path) {
      throw .malformed(path, program.noRecording)
    }
    if let fault = fault(of: opening, path, mayBeZip: true) { throw fault }
    let text = String(decoding: opening, as: UTF8.self)
    let isZip = format == nil && piped == nil && ZipArchive.isZip(path)
    if let found = format ?? (isZip ? .sensorLogger : detect(text: text)) {
      return File(path: path, format: found, piped: piped)
    }
    if text.firstLine?.lowercased().hasPrefix("sep=") == true { throw .namesSeparator(path) }
    if let fault = RecordingError.comment(above: text, path) { throw fault }
    if let first = text.firstLine, !first.contains(","),
      let other = String(first).separatorInstead
    {
      throw .otherSeparator(path, other)
    }
    throw .unknownFormat(path)
  }

  /// Why a file that begins so is no text, whatever is in it; `nil` where it may be one.
  ///
  /// - Parameters:
  ///   - mayBeZip: whether a zip is taken too, as Sensor Logger's recordings are.
  ///   - mayBeGeoJSON: whether GeoJSON is taken, which can be made of what maps are kept in.
  static func fault(
    of opening: [UInt8], _ path: String, mayBeZip: Bool = false, mayBeGeoJSON: Bool = false
  ) -> RecordingError? {
    if opening.isEmpty { return .empty(path) }
    if opening.starts(with: [0x1F, 0x8B]) { return .compressed(path) }
    if let encoding = ForeignEncoding(opening.prefix(64)) {
      return .malformed(path, encoding.sentence)
    }
    guard let kind = ForeignKind(opening), kind != .zip || !mayBeZip else { return nil }
    if kind == .database, WigleColumns.areInDatabase(opening) { return .wigleBackup(path) }
    if kind == .geoPackage, InputPipe.isPipe(path) {
      return .malformed(
        path, "\(kind.sentence), which can't be read through a pipe; name the file itself")
    }
    let remedied = kind == .geoPackage && !mayBeGeoJSON ? .database : kind
    return .malformed(path, "\(kind.sentence), \(remedied.remedy)")
  }

  /// Why a database that is no venue file is no recording either, where it is known: WiGLE's
  /// backup, or Kismet's.
  package static func fault(ofDatabase path: String) -> RecordingError? {
    guard let opening = FileBytes.opening(of: path) else { return nil }
    if WigleColumns.areInDatabase(opening) { return .wigleBackup(path) }
    return ForeignProgram(opening, name: path).map { .malformed(path, $0.noRecording) }
  }

  /// Whether it is a site, a floor, or a trace in a floor's folder, so that there are levels and
  /// plans with the walks.
  public var isCompetitionSite: Bool {
    !files.contains(where: \.isPiped) && CompetitionSite.isSite(path)
  }

  /// Where the competition's floors have their traces.
  package static let traceFolder = CompetitionFolders.traceFolder

  /// Whether files of these names, which came together, are a folder of recordings: some are called
  /// so, and they aren't one recording of Sensor Logger.
  package static func areFolder(_ names: [String]) -> Bool {
    let files = names.map { $0.split(separator: "/").last.map(String.init) ?? "" }
    return !SensorLoggerReader.isRecording(files: files)
      && files.contains(where: RecordingFolder.isCalledSo)
  }

  /// The format that a file's opening bytes tell, or `nil`.
  public static func detect(_ path: String) -> RecordingFormat? {
    FileBytes.opening(of: path).flatMap { detect(text: String(decoding: $0, as: UTF8.self)) }
  }

  static func detect(text: String) -> RecordingFormat? {
    if text.hasPrefix("# rate_hz") { return .broad }
    if text.hasPrefix("WigleWifi") { return .wigle }
    if text.hasPrefix("PK\u{3}\u{4}") { return .sensorLogger }
    if AnyplaceReader.isOne(text) { return .anyplace }
    if GetSensorDataReader.isOne(text) { return .getsensordata }
    guard let first = text.firstLine else { return nil }
    if first.hasPrefix("[") || first.hasPrefix("{") { return json(text, first: first) }
    if first.hasPrefix("#\t") || text.contains("\tTYPE_") { return .competition }
    if WigleColumns.isBackup(first) { return .wigle }
    let columns = first.split(separator: ",", maxSplits: 3).map { $0.filter { $0 != "\"" } }
    // Behind the numbers of rows that pandas writes, too.
    if columns.prefix(2).contains("WAP001"), columns.count > 3 { return .ujiindoorloc }
    // Sorted, as some tools write them.
    let some = first.split(separator: ",", maxSplits: 12)
    if some.contains("WAP001"), some.contains("BUILDINGID") { return .ujiindoorloc }
    // In small letters, as some others do.
    if columns.prefix(2).contains("wap001"), first.contains("buildingid") { return .ujiindoorloc }
    // R calls the column of its rows' names "".
    let named = columns.filter { !$0.isEmpty }
    if named.count > 2, named.allSatisfy({ $0.first?.isNumber == false }), !isProse(first) {
      return .csv
    }
    return isHeaderOfAddresses(first, isWhole: first.endIndex < text.endIndex) ? .csv : nil
  }

  /// Whether a line with commas is a sentence and no table's header: no column is called as places
  /// and levels are, and what stands between commas is some words.
  private static func isProse(_ line: Substring) -> Bool {
    line.split(separator: ",").contains { $0.filter { $0 != "\"" }.trimmed.contains(" ") }
      && !namesPlaces(line)
  }

  /// Whether one of the columns that a line names is called as places, levels and times are.
  static func namesPlaces(_ line: some StringProtocol) -> Bool {
    line.split(separator: ",").map { String($0).filter { $0 != "\"" }.trimmed }
      .contains { ColumnMap.usual[$0.lowercased()] ?? ColumnMap.dressed($0) != nil }
  }

  /// Whether a file that begins so is a table whose columns are transmitters' addresses.
  static func isHeaderOfAddresses(inOpening text: String) -> Bool {
    guard let first = text.firstLine else { return false }
    return isHeaderOfAddresses(first, isWhole: first.endIndex < text.endIndex)
  }

  /// Whether a line names places or levels and, by their addresses, transmitters, and holds no
  /// number that a row would.
  private static func isHeaderOfAddresses(_ line: Substring, isWhole: Bool) -> Bool {
    let columns = line.split(separator: ",", omittingEmptySubsequences: false)
      .dropLast(isWhole ? 0 : 1).map { String($0).filter { $0 != "\"" }.trimmed }
    func isAddress(_ name: String) -> Bool {
      Field.with(name) { $0.address } ?? Address.bits(grouped: name) != nil
    }
    return columns.contains(where: isAddress)
      && columns.contains { ColumnMap.usual[$0.lowercased()] ?? ColumnMap.dressed($0) != nil }
      && columns.allSatisfy { isAddress($0) || Field.with($0) { $0.number } == nil }
  }

  /// The format of JSON by the names in its first bytes.
  private static func json(_ text: String, first: Substring) -> RecordingFormat? {
    func has(_ names: String...) -> Bool { names.allSatisfy { text.contains("\"\($0)\"") } }
    if first.contains("\"indoorkit\"") { return .indoorkit }
    if first.hasPrefix("[") {
      return has("sensor") || has("payload") ? .sensorLogger : nil
    }
    if has("payload", "sessionId") || has("payload", "messageId") { return .sensorLogger }
    if has("timestamp", "type") { return .navigine }
    if has("t", "s"), has("wifi") || has("bluetooth") { return .find3 }
    return .indoorkit
  }
}

extension String {
  /// The first line that isn't empty.
  var firstLine: Substring? { split(maxSplits: 1, whereSeparator: \.isNewline).first }
}
