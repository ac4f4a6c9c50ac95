import HTTPTypes
import IndoorFiles
import IndoorModel

/// What came in a body, as a file that use cases read; it goes with its last user.
struct UploadedFile: Sendable {
  /// Where it is.
  let path: String
  private let folder: TemporaryFolder

  /// - Parameter name: what it is called; no path.
  /// - Throws: `FileError`.
  init(_ bytes: [UInt8], name: String) throws(FileError) {
    folder = try TemporaryFolder()
    path = "\(folder.path)/\(name)"
    try OutputFile.write(bytes, to: path)
  }

  /// Does something with it. What is wrong with it is its sender's to mend, and no error tells
  /// where files are.
  ///
  /// - Parameters:
  ///   - venue: a venue file's path.
  ///   - id: what errors call that.
  func naming<Value>(_ venue: String, _ id: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as any IndoorError {
      var problem = Problem(error)
      if error.message.contains(path), !error.isMachineFault {
        problem.status = .unprocessableContent
      }
      throw NamedProblem(
        problem: problem.naming(path, "upload").naming(folder.path, "upload").naming(venue, id))
    }
  }
}
