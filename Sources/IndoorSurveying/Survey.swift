import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// Everything that was surveyed, gathered walk by walk: what its checks and its coverage are worked
/// out from.
///
/// Walks can be added one after the other without being kept; readings go into columns like a radio
/// map's.
public struct Survey: Sendable {
  /// What is kept of a walk.
  public struct Walk: Hashable, Sendable {
    /// Hash of the recording's content, hexadecimal.
    package var hash: String
    /// The recording's id.
    public var recording: String
    /// Manufacturer and model, where known.
    public var device: String?
    /// Who walked, where known.
    public var surveyor: String?
    /// Which planned path was walked, where known.
    public var plannedPath: String?
    /// The day it was taken, by the venue's mean solar time, counted from the Unix epoch.
    public var day: Int64
    /// The surveyed places, in order of time.
    public var path: [SurveyWalk.PathPoint]
    /// How many scans it has.
    public var scans: Int
    /// Whether each scan brought its own place, as in tables of fingerprints; there is no way
    /// between them then.
    public var isTable: Bool

    /// Whether it says when it was taken: tables without a date are of 1970.
    var isDated: Bool { day >= Timestamp.firstSurveyed.microseconds / 86_400_000_000 }
  }

  /// The walks, in the order they were added.
  public private(set) var walks: [Walk] = []
  /// What was taken in each cell.
  public private(set) var cells: [GroundCell: CellTally] = [:]
  /// How many scans there are.
  public private(set) var scanCount = 0
  /// How many readings there are.
  public private(set) var readingCount = 0

  private(set) var findings: [SurveyFinding] = []
  private(set) var staleReadings = 0
  private(set) var seenScans = SeenScans()
  private(set) var tableRows = TableRows()
  private var heard = RadioMapBuilder(parameters: Self.asHeard)
  private let keepsReadings: Bool
  private let longitude: Double
  let ground: SurveyGround

  /// Makes a survey without walks on a ground.
  ///
  /// - Parameters:
  ///   - ground: levels, outlines and walkable parts.
  ///   - keepsReadings: whether it keeps what was heard, five bytes a reading. Checks want
  ///     it, coverage doesn't.
  ///   - longitude: degrees east of Greenwich of the venue, by which days begin.
  public init(ground: SurveyGround, keepsReadings: Bool = true, longitude: Double = 0) {
    self.ground = ground
    self.longitude = longitude
    self.keepsReadings = keepsReadings
  }

  /// Takes a walk into account.
  public mutating func add(_ walk: SurveyWalk) {
    let number = walks.count
    let label = WalkLabel(walk, longitude: longitude)
    walks.append(
      Walk(
        hash: walk.hash, recording: walk.recording, device: walk.device, surveyor: walk.surveyor,
        plannedPath: walk.plannedPath, day: label.day, path: walk.path,
        scans: walk.fingerprints.count, isTable: walk.isTable))
    if keepsReadings { heard.add(walk) }
    let courses = WalkCourses(walk)
    for fingerprint in walk.fingerprints where !fingerprint.scan.readings.isEmpty {
      let cell = GroundCell(level: fingerprint.level, place: fingerprint.place)
      cells[cell, default: CellTally()].add(
        walk: number, course: courses.course(at: fingerprint.scan.time))
    }
    scanCount += walk.fingerprints.count
    var checks = WalkChecks(walk: walk, number: number, ground: ground)
    checks.run(seen: &seenScans) { [walks] in
      "\(walks[$0].recording) (\(walks[$0].hash.prefix(12)))"
    }
    findings += checks.findings
    readingCount += checks.readings
    staleReadings += checks.staleReadings
    if walk.isTable, walk.fingerprints.count == 1 { tableRows.add(checks.copies.first) }
  }

  /// What phones heard and didn't only remember, as strong as they heard it.
  private static let asHeard: RadioMapBuilder.Parameters = {
    var parameters = RadioMapBuilder.Parameters(retires: false)
    parameters.oldest = WalkChecks.stale
    parameters.fading = .infinity
    return parameters
  }()

  /// Rows like the radio map's, but with what was heard alone and at full strength: who was heard
  /// where, and by whom. Its walks are numbered as here.
  func heardMap() throws(SurveyError) -> RadioMap { try heard.map() }
}

extension SurveyWalk {
  /// Whether each scan brought its own place, as in tables of fingerprints; the stamps are then no
  /// walk's.
  package var isTable: Bool {
    path.count == fingerprints.count
      && zip(path, fingerprints).allSatisfy { $0.time == $1.scan.time }
  }
}

/// Rows of tables that are walks of a scan each, so that none of them can say of itself how many
/// are there twice.
struct TableRows {
  private var count = 0
  private var copies = 0
  private var first: Fingerprint?

  /// Takes a row, and what it is a copy of.
  mutating func add(_ copy: (fingerprint: Fingerprint, source: ScanSource)?) {
    count += 1
    guard let copy else { return }
    copies += 1
    first = first ?? copy.fingerprint
  }

  /// That many are copies, where they are.
  var finding: SurveyFinding? {
    guard let first, copies >= max(2, Int((WalkChecks.mostBad * Double(count)).rounded())) else {
      return nil
    }
    return SurveyFinding(
      rule: .duplicateScans,
      message:
        "\(copies) of \(count) rows of tables are copies of others, as where a table was exported and imported again",
      level: first.level, place: first.place, walk: first.recording, weight: Double(copies))
  }
}

/// The scans of the walks so far.
struct SeenScans {
  /// Where each was first, by its content.
  var sources: [UInt64: ScanSource] = [:]
  /// Which walks have them.
  var shared = SharedScans()
}

/// Which scan some content was first seen in.
struct ScanSource {
  var walk: Int
  var place: LocalPoint
  var level: LevelKey
}

/// Where a surveyor walked, between one waypoint and the next.
struct WalkCourses {
  private let path: [SurveyWalk.PathPoint]

  /// Metres under which two waypoints give no direction.
  private static let least = 1.0

  init(_ walk: SurveyWalk) { path = walk.isTable ? [] : walk.path }

  /// The course at a moment, in radians counter-clockwise from east; `nil` off the path and where
  /// nobody moved.
  func course(at time: Timestamp) -> Double? {
    let low = path.partitioningIndex { $0.time > time }
    guard low > 0, low < path.count else { return nil }
    let (from, to) = (path[low - 1], path[low])
    guard from.level == to.level, from.place.distance(to: to.place) >= Self.least else {
      return nil
    }
    return atan2(to.place.y - from.place.y, to.place.x - from.place.x)
  }
}
