package import IndoorModel
package import IndoorPositioning

/// The optical truth in a trial of the BROAD benchmark.
///
/// For scoring alone; what computes an attitude never sees it.
package struct BroadTruth: Sendable {
  /// How the sensor truly lay at a moment.
  package struct Point: Hashable, Sendable {
    /// When, by the stamps of the trial's recording.
    package var time: Timestamp
    /// From the sensor's frame to east-north-up.
    package var attitude: Quaternion
  }

  /// The rows that have one; the cameras lose the sensor now and then.
  package let points: [Point]

  /// Reads it from a trial.
  package init(path: String) throws(RecordingError) {
    try self.init(RecordingFiles.File(path: path, format: .broad))
  }

  /// Reads it from a trial that was listed before.
  package init(_ file: RecordingFiles.File) throws(RecordingError) {
    points = try BroadReader.reader(of: try file.bytes(), path: file.path).truth
  }
}

extension BroadTruth.Point {
  /// `nil` where the four components, w first, are no rotation.
  init?(time: Timestamp, turn q: SIMD4<Double>) {
    let squared = (q * q).sum()
    guard squared > 0.5, squared < 2 else { return nil }
    let unit = q / squared.squareRoot()
    self.init(
      time: time, attitude: Quaternion(w: unit[0], x: unit[1], y: unit[2], z: unit[3]))
  }
}
