public import IndoorFiles
public import IndoorPositioning

/// A file of positions, written recording after recording and put in its place only once it is
/// whole.
public final class PositionsFile {
  private let file: OutputFile
  private let encoder: any PositionsEncoder
  private var isFirst = true

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The file to write.
  ///   - format: What is written to it.
  ///   - namesBuildings: Whether rows say their building; those of a venue of one building
  ///     don't.
  /// - Throws: as `OutputFile`.
  public init(
    path: String, format: PositionsFormat, namesBuildings: Bool
  ) throws(FileError) {
    encoder = format.encoder(namesBuildings: namesBuildings)
    file = try OutputFile(path)
    try file.write(encoder.opening)
  }

  /// Appends one recording's positions, in order of time.
  ///
  /// - Throws: `.notWritten`.
  public func append(_ positions: [Position], recording: String) throws(FileError) {
    let text = encoder.text(of: positions, recording: recording, isFirst: isFirst)
    if !text.isEmpty { isFirst = false }
    try file.write(text)
  }

  /// Ends the file and puts it in its place.
  ///
  /// - Throws: `.notWritten`.
  public func finish() throws(FileError) {
    try file.write(encoder.closing)
    try file.finish()
  }
}
