import IndoorAuthoring
import IndoorFiles
import IndoorJSON
import IndoorModel
import IndoorRecordings

/// Recordings that were sent, and what was said of them.
struct SurveyUpload: Sendable {
  let bytes: [UInt8]
  /// In hexadecimal digits.
  let sha256: String
  private let name: String
  private let reading: RecordingReading
  private let marks: RecordingMarks

  /// - Throws: 422 for what the query says and means nothing.
  init(_ bytes: [UInt8], sha256: String, _ query: Query) throws {
    self.bytes = bytes
    self.sha256 = sha256
    try Self.checkName(query["name"])
    let isZip = bytes.starts(with: Array("PK".utf8))
    name = query["name"] ?? "upload-\(sha256.prefix(12))\(isZip ? ".zip" : ".txt")"
    reading = try Self.reading(query)
    marks = RecordingMarks(level: query["level"], building: query["building"])
  }

  /// Imports it into a venue file.
  func importing(
    into venue: ServedVenue
  ) throws -> (tally: SurveyImportTally, said: [(String, JSONOutput)]) {
    let file = try UploadedFile(bytes, name: name)
    return try file.naming(venue.path, venue.id) {
      var importing = try ImportSurvey(
        venue: venue.path, sources: [file.recordings()], reading: reading)
      importing.marks = marks
      let tally = try importing.run()
      return (tally, try tally.said(naming: file.paths))
    }
  }

  /// Reads its walks on a venue's ground; `nil` where it brings more than walks.
  func placed(
    on ground: PlaceWalks.Ground, of venue: ServedVenue
  ) throws -> (result: PlaceWalks.Result, said: [(String, JSONOutput)])? {
    guard isFile else {
      let name = "upload/\(name)"
      return try UploadedFile.naming([name], venue.path, venue.id) {
        try placed(
          PlaceWalks(on: ground, recording: bytes, named: name, reading: reading), [name])
      }
    }
    let file = try UploadedFile(bytes, name: name)
    return try file.naming(venue.path, venue.id) {
      try placed(
        PlaceWalks(on: ground, source: file.recordings(), reading: reading), file.paths)
    }
  }

  private func placed(
    _ placing: PlaceWalks, _ paths: [String]
  ) throws -> (result: PlaceWalks.Result, said: [(String, JSONOutput)])? {
    var placing = placing
    placing.marks = marks
    return try placing.run().map { ($0, try $0.tally.said(naming: paths)) }
  }

  /// Whether it is read from the disk: a zip, or a venue file. A file for a moment costs as much as
  /// reading a walk.
  private var isFile: Bool {
    ["PK", "SQLite format 3\0"].contains { bytes.starts(with: $0.utf8) }
  }

  private static func reading(_ query: Query) throws -> RecordingReading {
    var reading = RecordingReading()
    if let name = query["format"] {
      guard let format = RecordingFormat(rawValue: name) else {
        throw Refusal.parameter(
          "format: there is no \"\(name)\"; "
            + RecordingFormat.allCases.map(\.rawValue).joined(separator: ", "))
      }
      reading.format = format
    }
    reading.columns = try query["columns"].map { try ColumnMap($0) }
    return reading
  }

  /// A name must not lead anywhere.
  static func checkName(_ name: String?) throws(Refusal) {
    guard let name else { return }
    let isFit =
      (1...128).contains(name.utf8.count) && !name.hasPrefix(".")
      && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 }
    guard isFit else { throw Refusal.parameter("name: is no file's name of 1 to 128 bytes") }
  }
}

extension SurveyImportTally {
  /// What readers said of the recordings, what of them couldn't be read and where the first of that
  /// is, as the command prints it, with `upload` for its paths. What has no place in the venue is
  /// only counted for walks that are new, so that it isn't told.
  fileprivate func said(naming paths: [String]) throws -> [(String, JSONOutput)] {
    let text = paths.reduce(json) { $0.replacing($1, with: "upload") }
    let root = try JSONDocument(bytes: Array(text.utf8), name: "findings").root
    let first = root["firstSkipped"]
    let skipped = (root["skipped"]?.members.map(\.self) ?? []).filter { first?[$0.key] != nil }
    return [
      ("findings", root["findings"].map { JSONOutput($0) } ?? .array([])),
      ("skipped", .object(skipped.map { ($0.key, JSONOutput($0.value)) })),
      ("firstSkipped", first.map { JSONOutput($0) } ?? .object([])),
    ]
  }
}
