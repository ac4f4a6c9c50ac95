/// The recordings in a folder, and what of it is none though it is called like one.
struct RecordingFolder {
  private(set) var files: [RecordingFiles.File] = []
  private(set) var passedOver: [String] = []

  /// How files are called that recordings may be.
  static let endings = [".jsonl", ".txt", ".log", ".json", ".zip", ".csv"]

  /// Looks through a folder of the competition, or any other.
  mutating func list(_ path: String) throws(RecordingError) {
    for folder in try CompetitionFolders.traceFolders(path) {
      for file in try candidates(in: folder, endings: [".txt"]) {
        files.append(RecordingFiles.File(path: file, format: .competition))
      }
    }
    for name in try FileBytes.entries(of: path).names
    where SensorLoggerReader.isRecording("\(path)/\(name)") {
      files.append(RecordingFiles.File(path: "\(path)/\(name)", format: .sensorLogger))
    }
    for file in try candidates(in: path, endings: Self.endings) {
      guard let opening = FileBytes.opening(of: file) else {
        passOver(file, "can't be read (\(FileBytes.lastReason))")
        continue
      }
      let text = String(decoding: opening, as: UTF8.self)
      guard let format = RecordingFiles.detect(text: text), Self.takes(format, file) else {
        continue
      }
      guard !file.hasSuffix(".zip") || SensorLoggerReader.isRecording(zip: file) else {
        passOver(file, "holds none of Sensor Logger's CSV files")
        continue
      }
      files.append(RecordingFiles.File(path: file, format: format))
    }
  }

  /// Whether a file in a folder is taken for a recording of a format: tables and drawings lie
  /// beside recordings, too.
  private static func takes(_ format: RecordingFormat, _ file: String) -> Bool {
    if file.hasSuffix(".csv") { return format == .wigle }
    if file.hasSuffix(".json") || file.hasSuffix(".zip") { return format == .sensorLogger }
    return true
  }

  /// The regular files of a folder that are called like recordings.
  private mutating func candidates(
    in folder: String, endings: [String]
  ) throws(RecordingError) -> [String] {
    let (names, misnamed) = try FileBytes.entries(of: folder)
    func isCalledSo(_ name: String) -> Bool { endings.contains { name.hasSuffix($0) } }
    for name in misnamed where isCalledSo(name) {
      passOver("\(folder)/\(name)", "has a name that is not UTF-8; rename it to have it read")
    }
    var paths: [String] = []
    for name in names where isCalledSo(name) {
      let path = "\(folder)/\(name)"
      switch FileBytes.kind(path) {
      case .file: paths.append(path)
      case nil: passOver(path, "can't be read (\(FileBytes.lastReason))")
      case .folder, .other: passOver(path, "is no regular file; name it to have it read")
      }
    }
    return paths
  }

  private mutating func passOver(_ path: String, _ reason: String) {
    passedOver.append("\(path.onOneLine): is passed over, as it \(reason)")
  }
}
