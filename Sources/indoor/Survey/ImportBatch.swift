import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// Recordings on their way into a venue file: placed one by one, stored a few at a time.
struct ImportBatch {
  private let file: VenueFile
  private let placer: FingerprintPlacer
  private var walks: [SurveyWalk] = []
  private var readings = 0

  init(file: VenueFile, venue: Venue) throws {
    self.file = file
    placer = FingerprintPlacer(
      resolver: WaypointResolver(venue: venue, placements: try file.placements()))
  }

  /// Places a recording, and stores the batch where that is enough.
  mutating func add(_ read: ReadRecording, _ tally: inout SurveyImportTally) throws {
    tally.skipped.add(read.skipped)
    if try walks.contains(where: { $0.hash == read.hash }) || file.hasWalk(read.hash) {
      tally.known += 1
      return
    }
    let placed = placer.walk(of: read.recording, hash: read.hash)
    tally.scansWithoutPlace += placed.scansWithoutPlace
    tally.waypointsWithoutPlace += placed.waypointsWithoutPlace
    guard !placed.walk.fingerprints.isEmpty else {
      tally.withoutFingerprints += 1
      return
    }
    walks.append(placed.walk)
    readings += placed.walk.fingerprints.reduce(0) { $0 + $1.scan.readings.count }
    // Enough to make the transaction's cost small, and little enough to lose.
    if walks.count >= 64 || readings >= 200_000 { try store(&tally) }
  }

  /// Stores what is waiting, all of it or nothing.
  mutating func store(_ tally: inout SurveyImportTally) throws {
    guard !walks.isEmpty else { return }
    let new = try file.append(walks)
    tally.new += new
    tally.known += walks.count - new
    tally.fingerprints += walks.reduce(0) { $0 + $1.fingerprints.count }
    tally.readings += readings
    walks.removeAll(keepingCapacity: true)
    readings = 0
  }
}
