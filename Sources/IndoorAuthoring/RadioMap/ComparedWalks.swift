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
    let mapped = MappedRows(of: map, rows: 0..<map.rowCount)
    for one in recordings.files.map({ RecordingFiles($0, columns: recordings.columns) }) {
      var stream = RecordingStream(
        one, levels: .compared(with: venue, isLenient: true), labels: labels)
      var fault: RecordingError?
      var faults = 0
      var own = OwnRows()
      while let read = try stream.next() {
        let placed = placer.walk(of: read.recording, hash: read.hash)
        said.add([(read.path, read.skipped)])
        said.leftOut.waypoints.add(read.recording, by: placer.resolver)
        said.add(read.warnings)
        strange.take(read.recording)
        try own.add(placed.walk, of: read, in: mapped, file)
        fault = fault ?? read.levelFault
        faults += read.levelFaults
        walks.append(placed.walk)
      }
      if let fault { said.warnings.add(.uncompared(fault, faults, nil)) }
      levelFault = levelFault ?? fault
      said.add(stream.remainders)
      if let warning = strange.finish(one.path) { said.warnings.add(warning) }
      if own.areOwn { said.warnings.add(.ownWalk(one.path)) }
    }
  }
}

/// How much of recordings a radio map is made of.
struct OwnRows {
  private var rows = 0
  /// Of walks of one row or two.
  private var found = 0
  private var hasOwn = false
  /// Readings that rows of their own need to tell anything: of one beacon, and of two, many are
  /// alike by chance.
  private static let leastHeard = 3
  private let builder = RadioMapBuilder()

  /// Takes the next walk of a file.
  ///
  /// - Parameters:
  ///   - walk: the recording's walk as it is placed today.
  ///   - read: the recording, whose walk may have been placed otherwise when it was imported.
  mutating func add(
    _ walk: SurveyWalk, of read: ReadRecording, in map: MappedRows, _ file: VenueFile
  ) throws {
    var counts = (rows: 0, found: 0)
    func count(_ walk: SurveyWalk) throws {
      let rows = try builder.rows(of: walk)
      guard rows.map.rowCount > 2 || rows.map.rssi.count >= Self.leastHeard * rows.map.rowCount
      else { return }
      counts = (rows.map.rowCount, map.rows(of: rows).found)
    }
    try count(walk)
    if counts.found == 0, let stored = try file.walk(ofHash: file.hash(of: read)) {
      try count(stored)
    }
    rows += counts.rows
    if counts.rows < 3 {
      found += counts.found
    } else {
      hasOwn = hasOwn || 2 * counts.found >= counts.rows
    }
  }

  /// Whether at least half of a walk's rows are the map's, or a fifth of all, where they are read
  /// one by one, as a table's: some of them are like others by chance.
  var areOwn: Bool { hasOwn || found > 0 && 5 * found >= rows }
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
      "\(path): is one of the walks that the radio map is made of, and so flatters it; compare with recordings "
        + "that aren't in the survey, or leave out walks instead")
  }
}
