public import IndoorGeometry
public import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// Reads surveyed walks on a venue's ground without storing them, for who keeps them elsewhere than
/// in a venue file.
///
/// It takes what brings walks and nothing else: what an import would also make levels or plans of
/// is imported by `ImportSurvey`.
public struct PlaceWalks: Sendable {
  /// What places are told by: a venue's levels and places, and its placed plans.
  public struct Ground: Sendable {
    let path: String
    let venue: Venue
    let placer: FingerprintPlacer
    let places: PlaceNames

    /// Where the local metres of walks are counted from.
    public var origin: Coordinate { venue.origin }

    /// Reads a venue file.
    ///
    /// - Returns: `nil` where nobody has drawn the venue's levels, so that recordings add to them.
    /// - Throws: `StorageError`.
    public init?(_ path: String) throws {
      let file = try VenueFile.open(path, readOnly: true)
      guard let venue = try file.venue(), venue.isDrawn else { return nil }
      self.path = path
      self.venue = venue
      places = PlaceNames(venue)
      placer = FingerprintPlacer(
        resolver: WaypointResolver(venue: venue, placements: try file.placements()))
    }
  }

  /// Where walks are placed.
  public var ground: Ground
  /// A recording, or a folder of them; what a recording is called whose bytes came alone.
  public var source: String
  private let bytes: [UInt8]?
  /// How it is read.
  public var reading: RecordingReading
  /// What is said of the recordings beside their file.
  public var marks = RecordingMarks()

  /// Makes one for a recording.
  public init(on ground: Ground, source: String, reading: RecordingReading = RecordingReading()) {
    self.ground = ground
    self.source = source
    self.reading = reading
    bytes = nil
  }

  /// Makes one for the bytes of a recording that is no zip, under a name that no file needs to
  /// have.
  public init(
    on ground: Ground, recording bytes: [UInt8], named name: String,
    reading: RecordingReading = RecordingReading()
  ) {
    self.ground = ground
    self.bytes = bytes
    self.reading = reading
    source = name
  }

  /// Readings that are held at once: some 100 MB.
  private static let mostReadings = 2_000_000

  /// What came of it.
  public struct Result: Sendable {
    /// The walks that have scans with a place, each once.
    public let walks: [SurveyWalk]
    /// What was read, and what was left out and why; nothing is told to be new or known.
    public let tally: SurveyImportTally
  }

  /// Reads the walks.
  ///
  /// - Returns: `nil` for what brings more than walks, a competition's site or a venue file, and
  ///   for so many readings that they are better not held at once.
  /// - Throws: `RecordingError`, and `AuthoringError` where there is no walk.
  public func run() throws -> Result? {
    guard bytes != nil || !VenueFile.isDatabase(source) else { return nil }
    let marks = try marks.read(for: ground.path) { _ in }
    let recordings =
      try bytes.map { bytes throws(RecordingError) in
        try reading.recordings(bytes, named: source)
      } ?? reading.recordings(source) { _ in }
    guard !recordings.isCompetitionSite else { return nil }
    let levels = LevelNames(ground.venue)
    let labels = try marks.labels(in: ground.venue, places: ground.places)
    var stream = RecordingStream(recordings, gathered: true, levels: levels, labels: labels)
    var tally = SurveyImportTally()
    tally.levels = ground.venue.levels.count
    var walks: [SurveyWalk] = []
    var hashes: Set<String> = []
    while let read = try stream.next() {
      tally.leaveOut(read.skipped, of: read.path)
      tally.said.warnings.add(read.warnings)
      guard hashes.insert(read.hash).inserted else { continue }
      let placed = ground.placer.walk(of: read.recording, hash: read.hash)
      tally.countUnplaced(placed, in: ground.venue, of: read.place)
      guard !placed.walk.fingerprints.isEmpty else {
        tally.leaveOut(unplacedWalk: read)
        continue
      }
      tally.said.warnings.add(placed.walk, from: read.path)
      tally.said.walks.append(read.hash)
      tally.count(placed.walk.fingerprints)
      guard tally.readings <= Self.mostReadings else { return nil }
      walks.append(placed.walk)
    }
    tally.leaveOut(stream.remainders)
    tally.said.warnings.add(passedOver: recordings.passedOver)
    tally.files = stream.position
    guard !walks.isEmpty else { throw tally.nothingToImport(source) }
    return Result(walks: walks, tally: tally)
  }
}
