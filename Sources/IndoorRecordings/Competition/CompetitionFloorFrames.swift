/// The frames of floors' folders, each read once.
struct CompetitionFloorFrames {
  private var frames: [String: CompetitionFloorFrame?] = [:]

  /// The frame of the floor whose folder holds the trace's `path_data_files`; `nil` where it is not there.
  mutating func frame(ofTrace path: String) -> CompetitionFloorFrame? {
    nil
  }
}
