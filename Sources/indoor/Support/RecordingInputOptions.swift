public import ArgumentParser
import IndoorRecordings

/// How recordings are read.
struct RecordingInputOptions: ParsableArguments {
  @Option(
    help: "The recordings' format; without it each file tells its own.")
  var format: RecordingFormat?

  /// The files that a path stands for.
  func files(_ path: String) throws -> [RecordingFiles.File] {
    try RecordingFiles(path, format: format).files
  }

  /// A file's recordings.
  func stream(_ file: RecordingFiles.File) throws -> RecordingStream {
    try RecordingStream(file.path, format: file.format)
  }
}

extension RecordingFormat: ExpressibleByArgument {}
