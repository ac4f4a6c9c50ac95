import HTTPTypes
import IndoorAuthoring
import IndoorFiles
import IndoorModel

/// What came in a body, as a file that use cases read; it goes with its last user.
struct UploadedFile: Sendable {
  /// Where it is.
  let path: String
  private let folder: TemporaryFolder
  /// Where it is unpacked: a file may be called anything.
  private let room: TemporaryFolder

  /// - Parameter name: what it is called; no path.
  /// - Throws: `FileError`.
  init(_ bytes: [UInt8], name: String) throws(FileError) {
    (folder, room) = (try TemporaryFolder(), try TemporaryFolder())
    path = "\(folder.path)/\(name)"
    try OutputFile.write(bytes, to: path)
  }

  /// Where its recordings are: unpacked where it is a zip of what is a folder elsewhere.
  ///
  /// - Throws: `ArchiveError` for what is too large or damaged, `FileError`.
  func recordings() throws -> String {
    // A floor's folder says by its name which floor it is.
    try ZippedFolder.unpack(path, to: "\(room.path)/\(PathParts(path).stem)") ?? path
  }

  /// The paths that nobody is told, the longest first.
  var paths: [String] { [path, room.path, folder.path] }

  /// Does something with it. What is wrong with it is its sender's to mend, and no error tells
  /// where files are.
  ///
  /// - Parameters:
  ///   - venue: a venue file's path.
  ///   - id: what errors call that.
  func naming<Value>(_ venue: String, _ id: String, _ body: () throws -> Value) throws -> Value {
    try Self.naming(paths, venue, id, body)
  }

  /// The same of what has these paths, the longest first.
  static func naming<Value>(
    _ paths: [String], _ venue: String, _ id: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as any IndoorError {
      var problem = Problem(error)
      if paths.contains(where: { error.message.contains($0) }), !error.isMachineFault {
        problem.status = .unprocessableContent
      }
      throw NamedProblem(
        problem: paths.reduce(problem) { $0.naming($1, "upload") }.naming(venue, id))
    }
  }
}
