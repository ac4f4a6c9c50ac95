import Foundation
import IndoorAlignment
import IndoorModel
import IndoorRecordings

/// What a survey team says of recordings that these don't say themselves: where numbered marks are,
/// on which level they were taken, and in which time zone.
public struct RecordingMarks: Sendable {
  /// A file of the marks' places: `n,place[,level]` a line, or GeoJSON points with `n`.
  public var waypoints: String?
  /// The level of recordings that name none: a label of the venue, else an ordinal.
  public var level: String?
  /// The building of that level, by id or name.
  public var building: String?
  /// The zone of times that are written without one, `Europe/Berlin`.
  public var timeZone: String?

  /// Makes one that says nothing.
  public init(
    waypoints: String? = nil, level: String? = nil, building: String? = nil,
    timeZone: String? = nil
  ) {
    self.waypoints = waypoints
    self.level = level
    self.building = building
    self.timeZone = timeZone
  }

  /// Looks at what needs neither a venue nor a file.
  ///
  /// - Throws: `AuthoringError` for a zone that isn't known.
  package func check() throws(AuthoringError) { _ = try zone() }

  private func zone() throws(AuthoringError) -> LocalTime? { try timeZone.map(LocalTime.named) }

  /// The same, read and looked up as far as no venue is needed.
  ///
  /// - Parameter path: the venue file that messages name.
  func read(for path: String, _ progress: @escaping ProgressHandler) throws -> ReadMarks {
    let zone = try zone()
    return ReadMarks(
      path: path,
      waypoints: try waypoints.map {
        try WaypointFile(path: $0, patience: RecordingReading.patience(progress)) { code, x, y in
          try ReferenceSystem.named("EPSG:\(code)").coordinate(x: x, y: y)
        }
      }, level: level, building: building, zone: zone)
  }
}

/// What was said of recordings, ready to be looked up in a venue.
struct ReadMarks {
  let path: String
  var waypoints: WaypointFile?
  var level: String?
  var building: String?
  var zone: LocalTime?

  /// The labels in a venue, whose places' names may be at hand already.
  ///
  /// - Throws: `RecordingError` for a level that it doesn't have, `AuthoringError` for a building's
  ///   name that two have.
  func labels(in venue: Venue?, places: PlaceNames? = nil) throws -> RecordingLabels {
    RecordingLabels(
      places: places ?? PlaceNames(venue), waypoints: waypoints,
      level: try level.map {
        try LevelNames(venue).stated($0, building: try id(of: building, in: venue))
      },
      zone: zone)
  }

  private func id(of building: String?, in venue: Venue?) throws(AuthoringError) -> String? {
    guard let building, let venue else { return building }
    return try BuildingName.id(building, in: venue, of: path)
  }
}

extension LocalTime {
  /// A zone by its name.
  ///
  /// - Throws: `AuthoringError` for one that isn't known.
  static func named(_ name: String) throws(AuthoringError) -> LocalTime {
    guard let zone = TimeZone(named: name) else { throw .unknownTimeZone(name) }
    return LocalTime(zone)
  }

  /// A zone by the system's rules. An hour that clocks show twice is the first of the two, one that
  /// they leave out goes on from the hour before it.
  private init(_ zone: TimeZone) {
    @Sendable func offset(_ seconds: Int64) -> Int64 {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
    self.init { local in
      // No zone is farther from Greenwich than a day.
      let (before, after) = (offset(local &- 86_400), offset(local &+ 86_400))
      let meant = [local &- before, local &- after].filter { $0 &+ offset($0) == local }
      return meant.min() ?? local &- before
    }
  }
}

extension AuthoringError {
  static func unknownTimeZone(_ name: String) -> AuthoringError {
    AuthoringError(
      .unknownTimeZone, "time zone \(name): no one zone has that name; write it as Europe/Berlin")
  }
}

extension TimeZone {
  /// Names that systems know from of old and that mean one zone to some and another to others, or
  /// are none of the time zone database's: BST is Bangladesh's there and Britain's summer time.
  private static let ambiguous: Set<String> = [
    "ACT", "AET", "AGT", "ART", "AST", "BET", "BST", "CAT", "CNT", "CST", "CTT", "EAT", "ECT",
    "IET", "IST", "JST", "MIT", "NET", "NST", "PLT", "PNT", "PRT", "PST", "SST", "VST",
  ]

  /// A zone by its name in the time zone database, as Europe/Berlin.
  init?(named name: String) {
    guard !Self.ambiguous.contains(name.uppercased()) else { return nil }
    self.init(identifier: name)
  }
}
