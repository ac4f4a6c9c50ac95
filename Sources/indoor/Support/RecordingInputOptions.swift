import ArgumentParser
import IndoorModel
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
      "Which columns of a csv are what, as x=x_m,y=y_m,z=z_m,level=level,building=building.",
      valueName: "key=column,..."))
  var columns: String?

  func validate() throws {
    if let format, RecordingFormat(rawValue: format) == nil {
      throw ValidationError("There is no format \(format).")
    }
  }

  /// The recordings at a path. That a pipe is waited for, and what of a folder is passed over, is said.
  func recordings(_ path: String) throws -> RecordingFiles {
    let found = try RecordingFiles(
      path, format: format.flatMap { RecordingFormat(rawValue: $0) }, columns: columnMap(),
      patience: Self.patience)
    for sentence in found.passedOver { Console.note(sentence) }
    return found
  }

  /// How pipes are waited for, which is said.
  static let patience = PipePatience {
    Console.note("\($0): waiting for what is written to it")
  }

  /// The files that a path stands for.
  func files(_ path: String) throws -> [RecordingFiles.File] { try recordings(path).files }

  /// A file's recordings, to be located: levels that mean nothing are left out.
  func stream(_ file: RecordingFiles.File, in venue: Venue? = nil) throws -> RecordingStream {
    RecordingStream(
      RecordingFiles(file, columns: try columnMap()),
      levels: LevelNames(venue, isLenient: true))
  }

  private func columnMap() throws -> ColumnMap? { try columns.map { try ColumnMap($0) } }
}
