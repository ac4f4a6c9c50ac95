import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// The walks of recordings that a radio map is compared with, and what is to be said of them.
struct ComparedWalks {
  private(set) var walks: [SurveyWalk] = []
  private(set) var said = RecordingsSaid()
  /// Why the first level means nothing that was left out for that.
  private(set) var levelFault: RecordingError?

  /// Reads them.
  init(
    _ recordings: RecordingFiles, reading: RecordingReading, file: VenueFile, venue: Venue,
    map: RadioMap
  ) throws {
    let placer = FingerprintPlacer(
      resolver: WaypointResolver(venue: venue, placements: try file.placements()))
    let labels = reading.labels(PlaceNames(venue))
    var strange = StrangeTransmitters(map)
    for one in recordings.files.map({ RecordingFiles($0, columns: recordings.columns) }) {
      var stream = RecordingStream(
        one, levels: .compared(with: venue, isLenient: true), labels: labels)
      var fault: RecordingError?
      var faults = 0
      let isTable = one.files.contains { [.csv, .ujiindoorloc].contains($0.format) }
      var isOwn = try isTable && Self.isOwnTable(one, file: file, venue: venue, labels)
      while let read = try stream.next() {
        let placed = placer.walk(of: read.recording, hash: read.hash)
        said.add([(read.path, read.skipped)])
        said.leftOut.waypoints.add(read.recording, by: placer.resolver)
        said.add(read.warnings)
        strange.take(read.recording)
        isOwn = try isOwn || !isTable && file.counts(read)
        fault = fault ?? read.levelFault
        faults += read.levelFaults
        walks.append(placed.walk)
      }
      if let fault { said.warnings.add(.uncompared(fault, faults, nil)) }
      levelFault = levelFault ?? fault
      said.add(stream.remainders)
      if let warning = strange.finish(one.path) { said.warnings.add(warning) }
      if isOwn { said.warnings.add(.ownWalk(one.path)) }
    }
  }

  /// Whether a table has rows that were surveyed here, which is known of all that belong together.
  private static func isOwnTable(
    _ one: RecordingFiles, file: VenueFile, venue: Venue, _ labels: RecordingLabels
  ) throws -> Bool {
    var stream = RecordingStream(
      one, gathered: true, levels: .compared(with: venue, isLenient: true), labels: labels)
    while let read = try? stream.next() {
      if try file.counts(read) { return true }
    }
    return false
  }
}

extension VenueFile {
  /// Whether a recording's walk is there and wasn't removed.
  func counts(_ read: ReadRecording) throws -> Bool {
    let hash = try hash(of: read)
    return try hasWalk(hash) && removal(ofWalk: hash) == nil
  }
}

extension AuthoringWarning {
  /// That a file's levels mean nothing.
  ///
  /// - Parameters:
  ///   - fault: why the first of them doesn't.
  ///   - count: how many there are.
  ///   - done: what is done with them all the same.
  static func uncompared(
    _ fault: RecordingError, _ count: Int, _ done: String?
  ) -> AuthoringWarning {
    let subject = count > 1 ? "\(count) such places are" : "it is"
    return AuthoringWarning(
      .unknownLevel,
      "\(fault.message) (\(subject) \(done.map { "\($0), and " } ?? "")not compared with)")
  }

  fileprivate static func ownWalk(_ path: String) -> AuthoringWarning {
    AuthoringWarning(
      .ownWalk,
      "\(path): is one of the survey's own walks, and a radio map that is made of it flatters itself; compare "
        + "with recordings that aren't in the survey, or leave out walks instead")
  }
}
