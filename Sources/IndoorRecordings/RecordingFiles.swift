/// Where recordings come from: a file or a folder, and the files it stands for.
public struct RecordingFiles: Sendable {
  /// One file to read.
  public struct File: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// What it is.
    public var format: RecordingFormat
  }

  /// The file or folder.
  public let path: String
  /// The files, by name within their folder.
  public let files: [File]
  /// What the columns of a `csv` are; `nil` where their names tell.
  public let columns: ColumnMap?

  /// Lists what is at a path: a file itself; of a folder of the competition its floors' traces; of any other folder the
  /// recordings among its files.
  ///
  /// Without a format, each file's opening bytes decide.
  ///
  /// - Throws: `RecordingError` where there is nothing, or nothing that is a recording.
  public init(_ path: String, format: RecordingFormat? = nil, columns: ColumnMap? = nil)
    throws(RecordingError)
  {
    guard let isFolder = FileBytes.isFolder(path) else {
      throw .unreadable(path, reason: FileBytes.lastReason)
    }
    self.path = path
    self.columns = columns
    guard isFolder else {
      guard let found = format ?? Self.detect(path) else { throw .unknownFormat(path) }
      files = [File(path: path, format: found)]
      return
    }
    var found: [File] = []
    for folder in try CompetitionFolders.traceFolders(path) {
      for name in try FileBytes.entries(of: folder) where name.hasSuffix(".txt") {
        found.append(File(path: "\(folder)/\(name)", format: .competition))
      }
    }
    for name in try FileBytes.entries(of: path)
    where name.hasSuffix(".jsonl") || name.hasSuffix(".txt") {
      let file = "\(path)/\(name)"
      if let detected = Self.detect(file) { found.append(File(path: file, format: detected)) }
    }
    files = found.filter { format == nil || $0.format == format }
    guard !files.isEmpty else { throw .emptyFolder(path) }
  }

  /// Whether it is a site, a floor, or a trace in a floor's folder, so that there are levels and plans with the walks.
  public var isCompetitionSite: Bool { CompetitionSite.isSite(path) }

  /// The format that a file's opening bytes tell, or `nil`.
  public static func detect(_ path: String) -> RecordingFormat? {
    let text = String(decoding: FileBytes.opening(of: path), as: UTF8.self)
    if text.hasPrefix("# rate_hz") { return .broad }
    if text.hasPrefix("WigleWifi") { return .wigle }
    guard let first = text.split(whereSeparator: \.isNewline).first else { return nil }
    if first.hasPrefix("{") { return .indoorkit }
    if first.hasPrefix("#\t") || text.contains("\tTYPE_") { return .competition }
    let columns = first.split(separator: ",", maxSplits: 3).map { $0.filter { $0 != "\"" } }
    if columns.first == "WAP001", columns.count > 3 { return .ujiindoorloc }
    if columns.count > 2, columns.allSatisfy({ $0.first?.isNumber == false }) { return .csv }
    return nil
  }
}

/// How the competition lays out its folders.
enum CompetitionFolders {
  /// The folders of traces below a site's or a floor's folder, by floor; none where it is neither.
  static func traceFolders(_ path: String) throws(RecordingError) -> [String] {
    if FileBytes.isFolder("\(path)/path_data_files") == true { return ["\(path)/path_data_files"] }
    var folders: [String] = []
    for name in try FileBytes.entries(of: path) {
      let folder = "\(path)/\(name)/path_data_files"
      if FileBytes.isFolder(folder) == true { folders.append(folder) }
    }
    return folders
  }
}
