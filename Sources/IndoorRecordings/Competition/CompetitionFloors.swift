import IndoorModel

/// The floors that traces lie in, each folder read once.
struct CompetitionFloors {
  private var floors: [String: CompetitionFloor?] = [:]

  /// The floor whose folder holds the trace's `path_data_files`; `nil` where there is none that can
  /// be read, as a trace can be located without it.
  mutating func floor(ofTrace path: String) -> CompetitionFloor? {
    let folder = FileBytes.folder(of: FileBytes.folder(of: FileBytes.absolute(path)))
    if let known = floors[folder] { return known }
    let floor = try? CompetitionFloor(folder)
    floors[folder] = .some(floor)
    return floor
  }
}
