import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// Recordings on their way into a venue file: placed one by one, stored a few at a time.
struct ImportBatch {
  private let file: VenueFile
  private let placer: FingerprintPlacer
  private let venue: Venue
  /// What the file's venue was when this one was made from it.
  private let known: Venue?
  private var isVenueStored = false
  private var walks: [SurveyWalk] = []
  /// Their hashes.
  private var waiting: Set<String> = []
  /// The hashes of all walks that came so far.
  private var seen: Set<String> = []
  private var readings = 0
  private let readsAgain: Bool

  /// - Parameters:
  ///   - file: the file.
  ///   - venue: the venue that the walks are in; stored with the first walk where it isn't `known`.
  ///   - known: the venue that the file has.
  ///   - readsAgain: whether walks that are stored are replaced.
  init(file: VenueFile, venue: Venue, known: Venue?, readsAgain: Bool) throws {
    self.file = file
    self.readsAgain = readsAgain
    self.venue = venue
    self.known = known
    placer = FingerprintPlacer(
      resolver: WaypointResolver(venue: venue, placements: try file.placements()))
  }

  /// The venue that the file has.
  var stored: Venue? { isVenueStored ? venue : known }

  /// Places a recording, and stores the batch where that is enough.
  mutating func add(_ read: ReadRecording, _ tally: inout SurveyImportTally) throws {
    tally.leaveOut(read.skipped, of: read.path)
    tally.said.warnings.add(read.warnings)
    let hash = try file.hash(of: read)
    let isStored = try file.hasWalk(hash)
    let removal = isStored ? try file.removal(ofWalk: hash) : nil
    if let removal { tally.hide(hash, removal) }
    let isNew = seen.insert(hash).inserted
    if waiting.contains(hash)
      || isStored && (!readsAgain || tally.said.replaced.contains(hash))
    {
      if isNew { tally.known += 1 } else { tally.said.twice += 1 }
      tally.said.walks.append(hash)
      return
    }
    let placed = placer.walk(of: read.recording, hash: hash)
    tally.countUnplaced(placed, in: venue, of: read.place)
    guard !placed.walk.fingerprints.isEmpty else {
      tally.leaveOut(unplacedWalk: read)
      // What is stored is better than nothing.
      if isStored {
        tally.known += 1
        tally.said.walks.append(hash)
      }
      return
    }
    tally.takePlaces(of: placed.walk, read, in: venue)
    tally.said.warnings.add(placed.walk, from: read.path)
    if removal == nil { try tally.compare(placed.walk, from: read.path, in: file) }
    walks.append(placed.walk)
    waiting.insert(hash)
    tally.said.walks.append(hash)
    readings += placed.walk.fingerprints.reduce(0) { $0 + $1.scan.readings.count }
    // Enough to make the transaction's cost small, and little enough to lose.
    if walks.count >= 1000 || readings >= 200_000 { try store(&tally) }
  }

  /// Stores what is waiting, all of it or nothing.
  mutating func store(_ tally: inout SurveyImportTally) throws {
    guard !walks.isEmpty else { return }
    if !isVenueStored, venue != known { try file.save(venue, on: VenueBasis(known)) }
    isVenueStored = true
    if readsAgain {
      try tally.replace(walks, in: file, on: VenueBasis(venue))
    } else {
      let new = try file.append(walks, on: VenueBasis(venue))
      tally.new += new
      tally.known += walks.count - new
    }
    for walk in walks { tally.count(walk.fingerprints) }
    walks.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    readings = 0
  }
}
