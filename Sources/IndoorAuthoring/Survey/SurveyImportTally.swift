import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorReport
import IndoorStorage
import IndoorSurveying

/// What an import did, counted.
public struct SurveyImportTally: Sendable {
  /// Files read.
  public internal(set) var files = 0
  /// The hashes of the walks that the sources have, stored now or before.
  public var walks: [String] { said.walks }
  /// How many levels the venue has.
  public internal(set) var levels = 0
  /// Walks that were stored now.
  public internal(set) var new = 0
  /// Walks that were stored before, and stay as they were.
  public internal(set) var known = 0
  /// Walks that were read twice, as of a row that a table has twice.
  var twice: Int { said.twice }
  /// Walks that were stored before, and were read again.
  public var replaced: Int { said.replacedCount }
  /// Walks stored before that were removed, and stay hidden; of merged files, those that are hidden
  /// now.
  public var hidden: Int { said.newlyHidden + said.stayHidden.count }
  /// Walks that a list left out.
  public internal(set) var excepted = 0
  /// Walks none of whose scans could be placed.
  public private(set) var withoutFingerprints = 0
  /// Scans with a place, of the new walks and those that were read again.
  public internal(set) var fingerprints = 0
  /// Readings of these.
  public internal(set) var readings = 0
  /// Scans that no waypoints say the place of.
  public internal(set) var scansWithoutPlace = 0
  /// Waypoints that lie nowhere in the venue.
  public var waypointsWithoutPlace: Int {
    unplaced.unknown + unplaced.withoutLevel + unplaced.withoutPlan + unplaced.onOtherLevel
      + unplaced.farOff + unplaced.farInMetres + unplaced.inDegrees
  }
  private var unplaced = UnplacedWaypoints()
  /// What is to be said of recordings and of walks that stay hidden.
  var said = Said()
  private var leftOut = LeftOut()

  /// Waypoints that lie nowhere in the venue, by reason.
  private struct UnplacedWaypoints {
    var unknown = 0
    /// The ids of places that the venue doesn't have, and the recording that has them first.
    var unknownPlaces: [String: String] = [:]
    /// Without a level, where the venue has several.
    var withoutLevel = 0
    /// The first files, or lines of tables, that have some.
    var withoutLevelFiles: [String] = []
    /// On a page of a level that no plan is placed on.
    var withoutPlan = 0
    /// What these levels are called.
    var levels: [LevelKey: String] = [:]
    /// At a place that isn't on the level which they say.
    var onOtherLevel = 0
    /// The ids of these places.
    var places: Set<String> = []
    /// Over 100 km from the venue.
    var farOff = 0
    /// The first files, or lines of tables, that have some.
    var farOffFiles: [String] = []
    /// Waypoints in metres that are over 100 km off.
    var farInMetres = 0
    /// Waypoints in degrees, where the file's are in metres from no known place.
    var inDegrees = 0
  }

  /// What an import has to say, beside its figures.
  struct Said {
    /// Files of the first walks none of whose scans could be placed.
    var unplacedWalks: [String] = []
    /// What is said of recordings.
    var warnings = RecordingWarnings()
    /// The hashes of the walks that were found.
    var walks: [String] = []
    /// The hashes of the walks that were stored now, where they are read again.
    var replaced: Set<String> = []
    /// How many of these were there.
    var replacedCount = 0
    /// Walks that were read twice.
    var twice = 0
    /// The walks that are stored, once one is compared with them.
    var twins: WalkTwins?
    /// Where new walks lie against what is drawn, once there is one.
    var beside: WalksBesideVenue?
    /// The levels that new fingerprints lie on.
    var levels: Set<LevelKey> = []
    /// Walks that are hidden now, as a merged file hides them.
    var newlyHidden = 0
    /// The hashes of walks that were hidden before.
    var stayHidden: Set<String> = []
    /// The first few of these.
    var firstHidden: [(hash: String, removal: StoredWalk.Removal)] = []
  }

  /// Counts what of a recording has no place.
  ///
  /// - Parameter path: the recording's file, or line of a table.
  mutating func countUnplaced(
    _ placed: FingerprintPlacer.Placed, in venue: Venue, of path: String
  ) {
    for id in placed.unknownPlaces where unplaced.unknownPlaces[id] == nil {
      unplaced.unknownPlaces[id] = path
    }
    for level in placed.levelsWithoutPlan where unplaced.levels[level] == nil {
      unplaced.levels[level] = level.title(in: venue)
    }
    scansWithoutPlace += placed.scansWithoutPlace
    unplaced.withoutLevel += placed.waypointsWithoutLevel
    if placed.waypointsWithoutLevel > 0,
      unplaced.withoutLevelFiles.count < SkippedLines.mostLines
    {
      unplaced.withoutLevelFiles.append(path)
    }
    unplaced.withoutPlan += placed.waypointsWithoutPlan
    unplaced.onOtherLevel += placed.waypointsOnOtherLevel
    unplaced.places.formUnion(placed.placesOnOtherLevel)
    if venue.hasKnownPlace {
      unplaced.farOff += placed.waypointsFarOff
    } else {
      unplaced.inDegrees += placed.waypointsFarOff
    }
    if placed.waypointsFarOff > 0, unplaced.farOffFiles.count < SkippedLines.mostLines {
      unplaced.farOffFiles.append(path)
    }
    unplaced.farInMetres += placed.waypointsFarInMetres
    unplaced.unknown +=
      placed.waypointsWithoutPlace - placed.waypointsWithoutLevel - placed.waypointsWithoutPlan
      - placed.waypointsOnOtherLevel - placed.waypointsFarOff - placed.waypointsFarInMetres
  }

  /// Looks where a merged walk's fingerprints lie in the venue.
  mutating func takePlaces(of walk: SurveyWalk, in venue: Venue) {
    guard venue.isDrawn else { return }
    var beside = said.beside ?? WalksBesideVenue()
    said.beside = nil
    beside.look(at: venue)
    beside.take(walk.fingerprints)
    said.beside = beside
  }

  /// Looks where a new walk's fingerprints lie in the venue.
  mutating func takePlaces(of walk: SurveyWalk, _ read: ReadRecording, in venue: Venue) {
    guard !venue.isDrawn else { return takePlaces(of: walk, in: venue) }
    guard venue.hasKnownPlace else { return }
    var beside = said.beside ?? WalksBesideVenue()
    said.beside = nil
    beside.take(undrawn: read, venue.origin)
    said.beside = beside
  }

  /// Counts what a new walk brings.
  mutating func count(_ new: [Fingerprint]) {
    fingerprints += new.count
    readings += new.reduce(0) { $0 + $1.scan.readings.count }
    said.levels.formUnion(new.map(\.level))
  }

  /// Says where a walk that comes into a file is another one's copy.
  mutating func compare(
    _ walk: SurveyWalk, from path: String, in file: VenueFile
  ) throws {
    var known = try said.twins ?? WalkTwins(file)
    said.twins = nil
    if let warning = known.add(walk, from: path) { said.warnings.add(warning) }
    said.twins = known
  }

  /// Stores walks in place of those that are there, where the venue is still as it was.
  mutating func replace(
    _ walks: [SurveyWalk], in file: VenueFile, on basis: VenueBasis
  ) throws {
    let replaced = try file.replace(walks, on: basis)
    said.replacedCount += replaced
    new += walks.count - replaced
    said.replaced.formUnion(walks.map(\.hash))
  }

  /// Counts a walk that stays hidden, by its hash.
  mutating func hide(_ hash: String, _ removal: StoredWalk.Removal) {
    guard said.stayHidden.insert(hash).inserted, said.firstHidden.count < 5 else { return }
    said.firstHidden.append((hash, removal))
  }

  /// Which walks stay hidden, a sentence each, under the names that they have in the file.
  func hiddenWalks(in file: VenueFile) throws -> [String] {
    try said.firstHidden.map { hash, removal in
      "\(try file.walkName(ofHash: hash) ?? hash): was removed by \(removal.by) (\(removal.time)), and stays "
        + "hidden; restore it to have it count"
    }
  }

  /// Counts a walk none of whose scans could be placed.
  mutating func leaveOut(unplacedWalk read: ReadRecording) {
    withoutFingerprints += 1
    guard said.unplacedWalks.count < SkippedLines.mostLines else { return }
    // Of a table all walks are of one file.
    said.unplacedWalks.append(read.path + (read.rows.first.map { ":\($0.line)" } ?? ""))
  }

  /// Counts what a reader left out of a file.
  mutating func leaveOut(_ some: SkippedLines, of path: String) { leftOut.add(some, of: path) }

  /// Counts what a reader left out of files after their last recordings.
  mutating func leaveOut(_ remainders: [(path: String, skipped: SkippedLines)]) {
    for remainder in remainders { leaveOut(remainder.skipped, of: remainder.path) }
  }

  /// Whether any walk was found, be it stored before or left out on purpose.
  var foundWalks: Bool { new + replaced + known + excepted > 0 }

  /// That no walk was found, and why.
  func nothingToImport(_ path: String) -> AuthoringError {
    .nothingToImport(path, reasonsText ?? "nothing in it", remedy: remedy)
  }

  /// What to do where nothing could be stored, if that is known.
  private var remedy: String? {
    if leftOut.hasPlacelessTable {
      return "give each row a place in columns called so, or say "
        + "what they are in the map of columns, as x=COLUMN,y=COLUMN"
    }
    if unplaced.withoutLevel > 0 {
      return "write the level with each place, or name one for all recordings"
    }
    if unplaced.withoutPlan > 0 { return "place the level's plan first" }
    if unplaced.onOtherLevel > 0 { return "correct the levels, or leave them out beside places" }
    var remedies = leftOut.numberRemedies
    // Some scans lack their places for another reason than a number.
    if !remedies.isEmpty, scansWithoutPlace > leftOut.unreadNumbers {
      remedies.append("give each scan a place")
    }
    return remedies.isEmpty ? nil : remedies.joined(separator: "; ")
  }

  /// What was left out, as a clause of a sentence.
  var reasonsText: String? { LeftOut.text(reasons) }

  /// What was left out, by reason.
  private var reasons: [LeftOut.Reason] {
    leftOut.reasons
      + [
        LeftOut.Reason(name: "scan without a place", count: scansWithoutPlace),
        LeftOut.Reason(
          name: LeftOutWaypoints.Reason.unknown.name, count: unplaced.unknown,
          levels: unplaced.unknownPlaces.sorted { $0.key < $1.key }.map {
            "no unit or opening has the id \(String($0.key.prefix(60)).onOneLine) (\($0.value))"
          }),
        LeftOut.Reason(
          name: LeftOutWaypoints.Reason.withoutLevel.name, count: unplaced.withoutLevel,
          places: unplaced.withoutLevelFiles),
        LeftOut.Reason(
          name: LeftOutWaypoints.Reason.withoutPlan.name, count: unplaced.withoutPlan,
          levels: unplaced.levels.sorted { $0.key < $1.key }.map(\.value)),
        LeftOut.Reason(
          name: "waypoint on another level than the place that it names",
          count: unplaced.onOtherLevel,
          levels: unplaced.places.sorted().map { String($0.prefix(60)).onOneLine }),
        LeftOut.Reason(
          name: SkippedLines.Reason.farWaypoint.rawValue, count: unplaced.farOff,
          places: unplaced.farOffFiles),
        LeftOut.Reason(
          name: SkippedLines.Reason.farInMetres.rawValue, count: unplaced.farInMetres),
        LeftOut.Reason(
          name: "waypoint in degrees, where the file's walks are in metres from no known place",
          count: unplaced.inDegrees, places: unplaced.farOffFiles),
        LeftOut.Reason(
          name: "walk without a placed scan", count: withoutFingerprints, places: said.unplacedWalks
        ),
      ].filter { $0.count > 0 }
  }

  /// The same for people; `venue` is the file's path.
  package func text(venue: String) -> String {
    let again = replaced > 0 ? " and \(Counted.text(replaced, "walk")) read again" : ""
    var lines = [
      "\(venue): \(Counted.text(new, "new walk"))\(again) with \(Counted.text(fingerprints, "fingerprint")) and "
        + "\(Counted.text(readings, "reading")) on \(Counted.text(said.levels.count, "level"))"
    ]
    if twice > 0 { lines.append("  \(Counted.text(twice, "walk")) read twice, which counts once") }
    if known > 0 { lines.append("  \(Counted.text(known, "walk")) stored before") }
    if hidden > 0 { lines.append("  \(Counted.text(hidden, "walk")) hidden, as removed before") }
    if excepted > 0 { lines.append("  \(Counted.text(excepted, "walk")) left out by the list") }
    if !reasons.isEmpty { lines.append("  left out:") }
    let width = reasons.map { String($0.count).count }.max() ?? 0
    for reason in reasons {
      let digits = String(reason.count)
      lines.append(
        "  " + String(repeating: " ", count: width - digits.count + 2)
          + "\(digits)  \(reason.text)")
    }
    return lines.joined(separator: "\n")
  }

  /// The same as JSON.
  public var json: String { output.text(pretty: true) }

  private var output: JSONOutput {
    func count(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    return .object(
      [
        (
          "walks",
          .object([
            ("new", count(new)), ("replaced", count(replaced)), ("known", count(known)),
            ("twice", count(twice)),
            ("excepted", count(excepted)), ("hidden", count(hidden)),
          ])
        ),
        ("fingerprints", count(fingerprints)), ("readings", count(readings)),
        ("levels", count(levels)), ("findings", said.warnings.json),
      ] + LeftOut.json(reasons))
  }
}
