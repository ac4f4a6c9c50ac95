import IndoorModel
public import IndoorPositioning

/// Reads recordings one after the other, so that only one is in memory at a time.
///
///     var stream = try RecordingStream("site1")
///     while let read = try stream.next() { … }
public struct RecordingStream {
  /// The files that are read, in this order.
  public let files: [RecordingFiles.File]
  /// How many of `files` have been read or begun.
  public private(set) var position = 0

  private var floors = CompetitionFloorFrames()

  /// Prepares to read a file or a folder. Without a format, each file decides.
  ///
  /// - Throws: `RecordingError` where there is nothing, or nothing that is a recording.
  public init(_ path: String, format: RecordingFormat? = nil) throws(RecordingError) {
    files = try RecordingFiles(path, format: format).files
  }

  /// The next recording, or `nil` after the last one.
  public mutating func next() throws(RecordingError) -> ReadRecording? {
    guard position < files.count else { return nil }
    let file = files[position]
    position += 1
    let bytes = try FileBytes.read(file.path)
    switch file.format {
    case .competition:
      let floor = floors.floor(ofTrace: file.path)
      var (recording, skipped) = TraceReader.read(
        bytes, id: FileBytes.stem(of: file.path), floor: floor?.frame)
      // The folder says more surely than the header which floor it is.
      if let floor { recording.level = floor.level.key }
      return ReadRecording(
        recording: recording, hash: ContentHash.hexadecimal(bytes), path: file.path,
        skipped: skipped)
    case .indoorkit:
      let (recording, skipped) = try IndoorKitReader.read(bytes, path: file.path)
      return ReadRecording(
        recording: recording, hash: ContentHash.hexadecimal(bytes), path: file.path,
        skipped: skipped)
    default: throw .unknownFormat(file.path)
    }
  }
}

extension Recording {
  /// All recordings at a path, in order: a file's or a folder's.
  ///
  /// - Throws: `RecordingError` as `RecordingStream`.
  public static func recordings(at path: String, format: RecordingFormat? = nil)
    throws(RecordingError) -> [Recording]
  {
    var stream = try RecordingStream(path, format: format)
    var recordings: [Recording] = []
    while let read = try stream.next() { recordings.append(read.recording) }
    return recordings
  }
}
