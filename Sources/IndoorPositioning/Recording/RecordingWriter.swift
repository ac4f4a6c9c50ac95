import IndoorLibc

/// Writes a recording to a file in the project's own format, JSON Lines, while it is being made.
///
///     let writer = try RecordingWriter(path: path, header: Recording(id: "walk-07", device: model))
///     try writer.append(observation)  // for each, as the sensors deliver them
///     try writer.append(Waypoint(time: now, place: .coordinate(tapped), level: level))
///     try writer.close()
///
/// Every line is written whole: whatever ends the program, at most the last line is cut, and the
/// reader loses only that. Motion and pressure go out a second at a time, scans and waypoints at
/// once. An existing recording is continued, and any other file left as it is.
public final class RecordingWriter {
  private let path: String
  /// -1 once it is closed.
  private var descriptor: Int32
  private var encoder: RecordingEncoder

  /// Opens or creates a file, and writes the header line where it is empty. Of `recording` only the
  /// header's fields are taken, not its observations or waypoints.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - recording: the header.
  ///   - namesBuildings: whether the building without an id is named, too: where a venue has
  ///     others a level without one says nothing.
  /// - Throws: `.unwritable`, `.notARecording`.
  public init(
    path: String, header recording: Recording, namesBuildings: Bool = false
  ) throws(PositioningError) {
    self.path = path
    encoder = RecordingEncoder(namesBuildings: namesBuildings)
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unwritable(path) }
    if status.st_size == 0 {
      try send(encoder.header(of: recording))
    } else {
      // Each line is an object.
      var (first, last) = (UInt8(0), UInt8(0))
      guard pread(descriptor, &first, 1, 0) == 1 else { throw .unwritable(path) }
      guard first == UInt8(ascii: "{") else { throw .notARecording(path) }
      // A cut line gets an end, so that what follows is not glued to it.
      if pread(descriptor, &last, 1, status.st_size - 1) == 1, last != 0x0A { try send([0x0A]) }
    }
  }

  deinit {
    if descriptor >= 0 { IndoorLibc.close(descriptor) }
  }

  /// Writes what was measured. Within each kind in order of time.
  ///
  /// - Throws: `.unwritable`.
  public func append(_ observation: Observation) throws(PositioningError) {
    try send(encoder.encode(observation))
  }

  /// Writes a place that the surveyor noted.
  ///
  /// - Throws: `.unwritable`.
  public func append(_ waypoint: Waypoint) throws(PositioningError) {
    try send(encoder.encode(waypoint))
  }

  /// Writes what is still held back, up to a second of motion: when an app goes to the background,
  /// for example.
  ///
  /// - Throws: `.unwritable`.
  public func flush() throws(PositioningError) {
    try send(encoder.flush())
  }

  /// Writes what is still held back and closes the file.
  ///
  /// - Throws: `.unwritable`, also where it is closed already.
  public func close() throws(PositioningError) {
    try flush()
    defer { descriptor = -1 }
    guard IndoorLibc.close(descriptor) == 0 else { throw .unwritable(path) }
  }

  private func send(_ bytes: [UInt8]) throws(PositioningError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        IndoorLibc.write(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path) }
      sent += count
    }
  }
}
