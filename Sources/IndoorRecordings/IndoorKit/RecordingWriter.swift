import IndoorFiles
import IndoorJSON
import IndoorLibc
public import IndoorPositioning

/// Writes a recording in the project's own format, JSON Lines, while it is being made.
///
/// Every line is written whole: whatever ends the program, at most the last line is cut, and the reader loses only that.
/// Motion and pressure go out a second at a time, scans and waypoints at once. An existing file is continued.
public final class RecordingWriter {
  private let path: String
  private let sink: Sink
  private var motion = MotionBatch()
  private var isClosed = false

  /// Where lines go.
  private enum Sink {
    /// A file that grows line by line.
    case growing(Int32)
    /// A file that takes its place once it is whole.
    case whole(OutputFile)
  }

  /// Opens or creates a file, and writes the header line where it is empty. Of `recording` only the header's fields are
  /// taken, not its observations or waypoints.
  ///
  /// - Throws: `RecordingError` where the file can't be written.
  public init(path: String, header recording: Recording) throws(RecordingError) {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path, reason: FileBytes.lastReason) }
    sink = .growing(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unwritable(path, reason: FileBytes.lastReason)
    }
    if status.st_size == 0 {
      try write(RecordingLines.header(recording))
    } else {
      // A cut line gets an end, so that what follows is not glued to it.
      var last: UInt8 = 0
      if pread(descriptor, &last, 1, status.st_size - 1) == 1, last != 0x0A { try send([0x0A]) }
    }
  }

  deinit {
    if !isClosed, case .growing(let descriptor) = sink { IndoorLibc.close(descriptor) }
  }

  /// Writes what was measured. Within each kind in order of time.
  ///
  /// - Throws: `RecordingError` where the file can't be written.
  public func append(_ observation: Observation) throws(RecordingError) {
    if case .scan(let scan) = observation { return try write(RecordingLines.scan(scan)) }
    if motion.isFull(before: observation) { try flush() }
    motion.append(observation)
  }

  /// Writes a place that the surveyor noted.
  ///
  /// - Throws: `RecordingError` where the file can't be written.
  public func append(_ waypoint: Waypoint) throws(RecordingError) {
    try write(RecordingLines.waypoint(waypoint))
  }

  /// Writes what is still held back and closes the file.
  ///
  /// - Throws: `RecordingError` where the file can't be written.
  public func close() throws(RecordingError) {
    try flush()
    isClosed = true
    switch sink {
    case .growing(let descriptor):
      guard IndoorLibc.close(descriptor) == 0 else {
        throw .unwritable(path, reason: FileBytes.lastReason)
      }
    case .whole(let file):
      do { try file.finish() } catch { throw .unwritable(error) }
    }
  }

  /// Writes a whole recording, in the place of the file that is there.
  ///
  /// - Throws: `RecordingError` where the file can't be written.
  public static func write(_ recording: Recording, to path: String) throws(RecordingError) {
    let writer = try RecordingWriter(whole: path)
    try writer.write(RecordingLines.header(recording))
    var waypoints = recording.waypoints[...]
    for observation in recording.observations {
      while let next = waypoints.first, next.time <= observation.time {
        try writer.append(next)
        waypoints.removeFirst()
      }
      try writer.append(observation)
    }
    for waypoint in waypoints { try writer.append(waypoint) }
    try writer.close()
  }

  private init(whole path: String) throws(RecordingError) {
    self.path = path
    do { sink = .whole(try OutputFile(path)) } catch { throw .unwritable(error) }
  }

  private func flush() throws(RecordingError) {
    for line in motion.lines() { try write(line) }
    motion = MotionBatch()
  }

  private func write(_ line: JSONOutput) throws(RecordingError) {
    try send(Array(line.text().utf8) + [0x0A])
  }

  private func send(_ bytes: [UInt8]) throws(RecordingError) {
    switch sink {
    case .growing(let descriptor):
      let fault = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
      if let fault { throw .unwritable(path, reason: String(cString: strerror(fault))) }
    case .whole(let file):
      do { try file.write(bytes) } catch { throw .unwritable(error) }
    }
  }
}
