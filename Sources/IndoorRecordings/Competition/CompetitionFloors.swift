import IndoorModel

/// The floors that traces lie in, each folder read once.
struct CompetitionFloors {
  private var floors: [String: CompetitionFloor?] = [:]
  /// The building that the first trace of each folder says it is of.
  private var sites: [String: String] = [:]

  /// The floor whose folder holds the trace's `path_data_files`; `nil` where there is none that can
  /// be read, as a trace can be located without it.
  mutating func floor(ofTrace path: String) -> CompetitionFloor? {
    let folder = FileBytes.folder(of: FileBytes.folder(of: FileBytes.absolute(path)))
    if let known = floors[folder] { return known }
    let floor = try? CompetitionFloor(folder)
    floors[folder] = .some(floor)
    return floor
  }

  /// What a trace's head says otherwise than the folder that it lies in, and the traces there.
  mutating func contradictions(
    of remarks: TraceReader.Remarks, in floor: CompetitionFloor, _ path: String
  ) -> [RecordingWarning] {
    var warnings: [RecordingWarning] = []
    let folder = FileBytes.name(of: floor.folder)
    if let name = remarks.floorName, let ordinal = FloorLabel.ordinal(name),
      ordinal != floor.level.key.ordinal
    {
      warnings.append(
        RecordingWarning(
          .otherFloor,
          "\(path): says FloorName \(name.shown) and lies in the folder \(folder.shown), which counts; move "
            + "it into its own floor's"))
    }
    if let site = remarks.siteID {
      let first = sites[floor.folder] ?? site
      sites[floor.folder] = first
      if first != site {
        warnings.append(
          RecordingWarning(
            .otherFloor,
            "\(path): says SiteID \(site.shown), and the first trace of the folder \(folder.shown) says "
              + "\(first.shown); take out what is of another building"))
      }
    }
    return warnings
  }
}
