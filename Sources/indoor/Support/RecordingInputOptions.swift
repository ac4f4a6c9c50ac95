import ArgumentParser
import IndoorRecordings

/// `--format` and `--columns`, for every command that reads recordings.
struct RecordingInputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The recordings' format: \(RecordingFormat.allCases.map(\.rawValue).joined(separator: ", "))"
        + "; without it each file decides.", valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Which columns of a csv are what, as x=x_m,y=y_m,level=level,building=building.",
      valueName: "key=column,..."))
  var columns: String?

  func validate() throws {
    if let format, RecordingFormat(rawValue: format) == nil {
      throw ValidationError("There is no format \(format).")
    }
  }

  /// The recordings at a path.
  func recordings(_ path: String) throws -> RecordingFiles {
    try recordings(path, format: format.flatMap { RecordingFormat(rawValue: $0) })
  }

  /// The files that a path stands for.
  func files(_ path: String) throws -> [RecordingFiles.File] { try recordings(path).files }

  /// A file's recordings.
  func stream(_ file: RecordingFiles.File) throws -> RecordingStream {
    RecordingStream(try recordings(file.path, format: file.format))
  }

  private func recordings(_ path: String, format: RecordingFormat?) throws -> RecordingFiles {
    try RecordingFiles(path, format: format, columns: columns.map { try ColumnMap($0) })
  }
}
