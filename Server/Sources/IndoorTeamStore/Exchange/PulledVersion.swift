import IndoorFiles
import IndoorJSON
import IndoorLibc

/// Which of the store's versions a venue file is, or was made from: kept beside it as `FILE.team`,
/// so that the file itself stays row for row what it was.
struct PulledVersion: Equatable {
  /// The store's own id.
  var store: String
  /// The venue's id there.
  var venue: String
  /// The version.
  var number: Int
  /// The file's state at which it is that version to the row; `nil` where it was changed before.
  var stamp: String?

  private static func path(of file: String) -> String { "\(file).team" }

  /// What is noted of a file in a store; `nil` where nothing is.
  static func read(of file: String, store: String, venue: String) -> PulledVersion? {
    guard let root = try? JSONDocument(path: path(of: file)).root,
      let known = root["store"]?.string, let id = root["venue"]?.string, known == store,
      id == venue, let number = root["version"]?.integer
    else { return nil }
    return PulledVersion(
      store: known, venue: id, number: Int(clamping: number), stamp: root["stamp"]?.string)
  }

  /// The version that is noted of a file, of whatever store.
  static func number(of file: String) -> Int? {
    (try? JSONDocument(path: path(of: file)).root["version"]?.integer).map { Int(clamping: $0) }
  }

  /// Notes it.
  ///
  /// - Throws: `FileError`.
  func write(of file: String) throws(FileError) {
    let text = JSONOutput.object([
      ("store", .string(store)), ("venue", .string(venue)), ("version", .integer(Int64(number))),
      ("stamp", stamp.map(JSONOutput.string) ?? .null),
    ]).text(pretty: true)
    try OutputFile.write(text + "\n", to: Self.path(of: file))
  }

  /// Whether anything is noted of a file.
  static func isThere(of file: String) -> Bool {
    var status = stat()
    return stat(path(of: file), &status) == 0
  }

  /// Forgets what is noted of a file.
  static func forget(_ file: String) { unlink(path(of: file)) }

  /// What tells a file's state from another without reading it; `nil` where there is none, and
  /// where a program left a log beside it.
  static func stamp(of file: String) -> String? {
    var status = stat()
    for log in ["-wal", "-journal"] where stat("\(file)\(log)", &status) == 0 { return nil }
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }
}
