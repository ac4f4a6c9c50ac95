import IndoorArchive
import IndoorJSON
import IndoorModel
import IndoorPositioning

/// Reads recordings of Sensor Logger (Kelvin Choi; iOS and Android): a zip or a folder of CSV
/// files, its JSON export, and what its HTTP push sends.
///
/// Formats: tszheichoi/awesome-sensor-logger, README.md, UNITS.md, COORDINATES.md,
/// CROSSPLATFORM.md, PUSHING.md. Each file is read by its own header's names.
enum SensorLoggerReader {
  /// A file's recordings and what was left out of each of its files.
  struct Read {
    var reads: [ReadRecording]
    var files: [(path: String, skipped: SkippedLines)] = []
  }

  /// Whether a folder is one of its recordings: by its metadata, or where somebody says so and it
  /// holds a file of a known name.
  static func isRecording(_ folder: String, named format: RecordingFormat?) -> Bool {
    guard let format else { return isRecording(folder) }
    guard format == .sensorLogger, let names = try? FileBytes.entries(of: folder).names else {
      return false
    }
    return names.contains { SensorLoggerSensor(file: $0) != nil }
  }

  /// Whether a folder's metadata are those of a recording.
  static func isRecording(_ folder: String) -> Bool {
    let names = (try? FileBytes.entries(of: folder).names) ?? []
    return names.contains { name in
      SensorLoggerSensor(file: name) == .metadata
        && FileBytes.opening(of: "\(folder)/\(name)").map {
          String(decoding: $0, as: UTF8.self).contains("recording time")
        } == true
    }
  }

  /// Whether a zip is one.
  ///
  /// - Throws: `RecordingError` for one that is damaged.
  static func isRecording(zip path: String) throws(RecordingError) -> Bool {
    isRecording(files: try SensorLoggerFiles(path).list().map(\.name))
  }

  /// Whether files of these names, without folders, are one.
  static func isRecording(files: [String]) -> Bool {
    files.contains { SensorLoggerSensor(file: $0) != nil }
  }

  static func read(
    _ file: RecordingFiles.File, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(RecordingError) -> Read {
    if FileBytes.isFolder(file.path) == true { return try readFiles(file.path, labels, &levels) }
    let opening =
      file.isPiped ? Array(try file.bytes().prefix(4)) : FileBytes.opening(of: file.path) ?? []
    guard opening.starts(with: [0x50, 0x4B]) || !file.isPiped && ZipArchive.isZip(file.path) else {
      return try SensorLoggerJSON.read(try file.bytes(), path: file.path, labels, &levels)
    }
    guard !file.isPiped else {
      throw .malformed(file.path, "is a zip in a pipe, whose end comes first; write it to a file")
    }
    return try readFiles(file.path, labels, &levels)
  }

  private static func readFiles(
    _ path: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(RecordingError) -> Read {
    let source = try SensorLoggerFiles(path)
    let all = try source.list()
    var tables: [(file: SensorLoggerFiles.File, sensor: SensorLoggerSensor)] = []
    var passedOver = SkippedLines()
    for file in all {
      if let sensor = SensorLoggerSensor(file: file.name) {
        tables.append((file, sensor))
      } else if !file.name.lowercased().hasSuffix(".csv"), !file.name.hasPrefix(".") {
        passedOver.add(.media)
      }
    }
    for file in all {
      guard let original = SensorLoggerSensor.original(ofCopy: file.name),
        !tables.contains(where: { $0.sensor == SensorLoggerSensor(file: original) })
      else { continue }
      throw .malformed(
        path,
        "holds \(file.name) and no \(original); rename it if it is of this walk, or take it out")
    }
    let saying = tables.filter { $0.file.size > SensorLoggerSensor.mostOfHeader }
    let needed = SensorLoggerSensor.needed(
      of: Set(tables.map(\.sensor)), saying: Set(saying.map(\.sensor)))
    tables = tables.filter { needed.contains($0.sensor) }.sorted {
      ($0.sensor.rank, $0.file.name) < ($1.sensor.rank, $1.file.name)
    }
    guard tables.contains(where: { $0.sensor.rank > 1 }) else {
      throw .malformed(
        path,
        "holds none of Sensor Logger's CSV files (WiFi.csv, Accelerometer.csv, …); export the "
          + "recording as zipped CSV")
    }
    var names: [String: String] = [:]
    for name in tables.map(\.file.name) {
      guard let other = names.updateValue(name, forKey: name.lowercased()) else { continue }
      throw .malformed(
        path,
        (other == name
          ? "holds \(name) twice"
          : "holds \(other) and \(name), which are the same but for capitals")
          + "; give each recording by itself")
    }
    return try read(tables, of: source, path, passedOver, labels, &levels)
  }

  private static func read(
    _ tables: [(file: SensorLoggerFiles.File, sensor: SensorLoggerSensor)],
    of source: SensorLoggerFiles, _ path: String, _ passedOver: SkippedLines,
    _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(RecordingError) -> Read {
    var walk = SensorLoggerWalk()
    var (hashes, textHashes) = ("", "")
    var files: [(path: String, skipped: SkippedLines)] = []
    for (file, sensor) in tables {
      let name = "\(path)/\(file.name)"
      var table = SensorLoggerTable(sensor, path: name)
      var lines = ByteLines()
      walk.skipped = SkippedLines()
      var opening: [UInt8]?
      let (hash, textHash) = try source.read(file, of: path) { piece in
        if opening == nil { opening = Array(piece.prefix(64)) }
        lines.take(piece) { table.take($0, $1, into: &walk) }
      }
      lines.finish { table.take($0, $1, into: &walk) }
      table.finish(into: &walk)
      if table.isEmpty, walk.skipped.isEmpty { walk.skipped.add(.emptyTable) }
      if let encoding = opening.flatMap(ForeignEncoding.init) {
        throw .malformed(name, encoding.sentence)
      }
      hashes += "\(file.name) \(hash)\n"
      textHashes += "\(file.name) \(textHash ?? hash)\n"
      if !walk.skipped.isEmpty { files.append((name, walk.skipped)) }
      guard !walk.isFull else { throw .tooManySamples(path) }
      if let line = walk.otherMetadata { throw .joined(name, metadata: line, isLine: true) }
    }
    if !passedOver.isEmpty { files.append((path, passedOver)) }
    var read = walk.recording(
      hash: ContentHash.hexadecimal(Array(hashes.utf8)), path: path, labels, &levels)
    if textHashes != hashes {
      read.take(textHash: ContentHash.hexadecimal(Array(textHashes.utf8)), part: nil)
    }
    return Read(reads: [read], files: files)
  }
}

extension SensorLoggerWalk {
  /// What was read, under the file's or the folder's name.
  mutating func recording(
    hash: String, path: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) -> ReadRecording {
    let (recording, skipped, warnings) = finish(
      id: FileBytes.stem(of: path).onOneLine, path: path, labels, &levels)
    var read = ReadRecording(recording: recording, hash: hash, path: path, skipped: skipped)
    read.warnings = warnings
    return read
  }
}

extension RecordingError {
  static func tooManySamples(_ path: String) -> RecordingError {
    RecordingError(
      .tooLarge,
      "\(path): has over \(SensorLoggerWalk.mostSamples) samples, the most that is read; record "
        + "shorter walks, or sample motion less often")
  }
}
