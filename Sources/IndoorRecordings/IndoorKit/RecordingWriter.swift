import IndoorJSON
import IndoorLibc
public import IndoorPositioning

/// Writes a recording in the project's own format, JSON Lines, while it is being made.
///
/// Every line is written whole: whatever ends the program, at most the last line is cut, and the reader loses only that.
/// Motion and pressure go out a second at a time, scans and waypoints at once. An existing file is continued.
public final class RecordingWriter {
  private let path: String
  private let descriptor: Int32
  private var motion = MotionBatch()
  private var isClosed = false

  /// Opens or creates a file, and writes the header line where it is empty. Of `recording` only the header's fields are
  /// taken, not its observations or waypoints.
  ///
  /// - Throws: `RecordingError` where the file can't be written.
  public init(path: String, header recording: Recording) throws(RecordingError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path, reason: FileBytes.lastReason) }
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
    if !isClosed { IndoorLibc.close(descriptor) }
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
    guard IndoorLibc.close(descriptor) == 0 else {
      throw .unwritable(path, reason: FileBytes.lastReason)
    }
  }

  /// Writes a whole recording to a new file, in the place of one that is there.
  ///
  /// - Throws: `RecordingError` where the file can't be written.
  public static func write(_ recording: Recording, to path: String) throws(RecordingError) {
    unlink(path)
    let writer = try RecordingWriter(path: path, header: recording)
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

  private func flush() throws(RecordingError) {
    for line in motion.lines() { try write(line) }
    motion = MotionBatch()
  }

  private func write(_ line: JSONOutput) throws(RecordingError) {
    try send(Array(line.text().utf8) + [0x0A])
  }

  private func send(_ bytes: [UInt8]) throws(RecordingError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        IndoorLibc.write(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      guard count > 0 else { throw .unwritable(path, reason: FileBytes.lastReason) }
      sent += count
    }
  }
}
