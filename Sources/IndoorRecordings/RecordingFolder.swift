import IndoorArchive
import IndoorFiles
import IndoorJSON
import IndoorLibc

/// The recordings in a folder, and what of it is none though it is called like one.
struct RecordingFolder {
  private(set) var files: [RecordingFiles.File] = []
  private(set) var passedOver: [String] = []
  /// The format that they are said to have.
  private let format: RecordingFormat?

  init(format: RecordingFormat? = nil) { self.format = format }

  /// How files are called that recordings may be, in capitals or not.
  private static let endings: Set<String> = ["jsonl", "ndjson", "txt", "log", "json", "zip", "csv"]

  /// Whether a file is called as recordings are.
  static func isCalledSo(_ name: String) -> Bool {
    endings.contains(PathParts(name).ending.lowercased())
  }

  /// Looks through a folder of the competition, or any other.
  mutating func list(_ path: String) throws(RecordingError) {
    for folder in try CompetitionFolders.traceFolders(path) {
      for file in try candidates(in: folder) {
        guard try opening(of: file) != nil, Self.ending(of: file) == "txt" else { continue }
        add(file, .competition)
      }
    }
    for name in try FileBytes.entries(of: path).names
    where FileBytes.isFolder("\(path)/\(name)") == true {
      look(intoFolder: "\(path)/\(name)")
    }
    for file in try candidates(in: path) {
      guard let opening = try opening(of: file) else { continue }
      try look(at: file, String(decoding: opening, as: UTF8.self))
    }
  }

  private mutating func add(_ file: String, _ found: RecordingFormat) {
    guard format == nil || format == found else {
      return passOver(
        file, "is of the format \(found.rawValue), and \(format?.rawValue ?? "") was asked for")
    }
    files.append(RecordingFiles.File(path: file, format: found))
  }

  /// A folder in the folder is a recording, a floor, or something that its user may have meant.
  private mutating func look(intoFolder path: String) {
    if SensorLoggerReader.isRecording(path) { return add(path, .sensorLogger) }
    guard PathParts(path).name != CompetitionFolders.traceFolder,
      FileBytes.isFolder("\(path)/\(CompetitionFolders.traceFolder)") != true,
      !Self.isCalledSo(path), Self.holdsRecordings(path)
    else { return }
    passOver(path, "is a folder of its own; name it to have its recordings read")
  }

  /// Whether there is something in a folder, or a few folders down, that is called like a
  /// recording.
  private static func holdsRecordings(_ path: String, depth: Int = 3) -> Bool {
    guard let names = try? FileBytes.entries(of: path).names else { return false }
    return names.contains { isCalledSo($0) || isPacked($0) }
      || (depth > 1
        && names.prefix(100).contains {
          FileBytes.isFolder("\(path)/\($0)") == true
            && holdsRecordings("\(path)/\($0)", depth: depth - 1)
        })
  }

  private mutating func look(at file: String, _ text: String) throws(RecordingError) {
    let ending = Self.ending(of: file)
    let found = RecordingFiles.detect(text: text)
    let isZip = ending == "zip" && (found != nil || ZipArchive.isZip(file))
    guard !isZip else { return try look(atZip: file) }
    if let found, isTaken(found, ending, text) { return add(file, found) }
    // Tables and drawings lie beside recordings, too.
    switch ending {
    case "csv":
      guard !file.lowercased().hasSuffix(".truth.csv") else { return }
      passOver(
        file, "is a table that may be something else than fingerprints; name it to have it read")
    case "json": return
    default: passOver(file, "tells no format of a recording; name it, and its format")
    }
  }

  /// Whether a file of an ending is taken for a recording of the format that it seems to have.
  private func isTaken(_ found: RecordingFormat, _ ending: String, _ text: String) -> Bool {
    switch ending {
    case "csv":
      found != .csv || format == .csv || RecordingFiles.isHeaderOfAddresses(inOpening: text)
    case "json":
      found != .csv && !text.contains("\"FeatureCollection\"")
        && (found != .indoorkit || text.contains("\"indoorkit\""))
    case "jsonl", "ndjson": found != .csv
    default: true
    }
  }

  private mutating func look(atZip file: String) throws(RecordingError) {
    do throws(RecordingError) {
      guard try SensorLoggerReader.isRecording(zip: file) else {
        return passOver(file, "holds none of Sensor Logger's CSV files")
      }
      add(file, .sensorLogger)
    } catch {
      guard !error.isMachineFault else { throw error }
      passOver(file, error)
    }
  }

  private static func ending(of path: String) -> String { PathParts(path).ending.lowercased() }

  /// Whether a file is called as a recording that gzip has packed.
  private static func isPacked(_ name: String) -> Bool {
    let parts = PathParts(name)
    return parts.ending.lowercased() == "gz" && isCalledSo(parts.stem)
  }

  /// How a file begins, or `nil` after it was told why that can't be a recording.
  private mutating func opening(of file: String) throws(RecordingError) -> [UInt8]? {
    guard let opening = FileBytes.opening(of: file) else {
      try passOver(file, .last)
      return nil
    }
    if let fault = RecordingFiles.fault(of: opening, file, mayBeZip: true) {
      passOver(file, fault)
      return nil
    }
    return opening
  }

  /// The regular files of a folder that are called like recordings, packed or not.
  private mutating func candidates(in folder: String) throws(RecordingError) -> [String] {
    let (names, misnamed) = try FileBytes.entries(of: folder)
    func isCalledSo(_ name: String) -> Bool { Self.isCalledSo(name) || Self.isPacked(name) }
    for name in misnamed where isCalledSo(name) {
      passOver("\(folder)/\(name)", "has a name that is not UTF-8; rename it to have it read")
    }
    let hidden = try FileBytes.entries(of: folder, hidden: true).names
    for original in CloudPlaceholder.absent(hidden, beside: names) where isCalledSo(original) {
      passOver("\(folder)/\(original)", "\(CloudPlaceholder.sentence); \(CloudPlaceholder.remedy)")
    }
    var paths: [String] = []
    for name in names where isCalledSo(name) {
      let path = "\(folder)/\(name)"
      switch FileBytes.kind(path) {
      case .file: paths.append(path)
      case nil: try passOver(path, .last)
      // One called like a recording's file that is a recording was taken as a folder.
      case .folder where SensorLoggerReader.isRecording(path): continue
      case .folder, .other: passOver(path, "is no regular file; name it to have it read")
      case .socket: passOver(path, "is a socket, which holds nothing to read")
      }
    }
    return paths
  }

  /// Passes over a file for what reading it alone would have said.
  private mutating func passOver(_ path: String, _ error: RecordingError) {
    let place = "\(path): "
    let reason =
      error.message.hasPrefix(place) ? String(error.message.dropFirst(place.count)) : error.message
    passOver(path, reason)
  }

  /// Passes over a file that can't be read, but where that isn't its fault: the machine's would
  /// lose all of them.
  private mutating func passOver(_ path: String, _ fault: InputFault) throws(RecordingError) {
    guard !fault.isMachineFault else { throw .unreadable(path, fault) }
    passOver(path, "can't be read (\(fault.reason))")
  }

  private mutating func passOver(_ path: String, _ reason: String) {
    passedOver.append("\(path.onOneLine): is passed over, as it \(reason)")
  }
}
