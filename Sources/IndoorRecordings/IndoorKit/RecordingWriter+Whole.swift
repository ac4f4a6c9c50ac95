import IndoorFiles
public import IndoorPositioning

extension RecordingWriter {
  /// Writes a whole recording, in the place of the file that is there.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - path: where it goes.
  ///   - namesBuildings: whether the building without an id is named, too, as where there are
  ///     others.
  /// - Throws: `.unwritable`, `.noPlace`; then what was there is as it was.
  public static func write(
    _ recording: Recording, to path: String, namesBuildings: Bool = false
  ) throws(RecordingError) {
    do {
      let file = try OutputFile(path)
      var encoder = RecordingEncoder(namesBuildings: namesBuildings)
      try file.write(encoder.header(of: recording))
      var waypoints = recording.waypoints[...]
      for observation in recording.observations {
        while let next = waypoints.first, next.time <= observation.time {
          try file.write(encoder.encode(next))
          waypoints.removeFirst()
        }
        try file.write(encoder.encode(observation))
      }
      for waypoint in waypoints { try file.write(encoder.encode(waypoint)) }
      try file.write(encoder.flush())
      try file.finish()
    } catch {
      throw .unwritable(error)
    }
  }
}
