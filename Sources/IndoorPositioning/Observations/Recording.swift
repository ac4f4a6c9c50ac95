public import IndoorGeometry
public import IndoorModel

/// One recording (one walk): what a device measured, and what its surveyor noted.
///
/// `observations` go to a `Positioner`; the rest are labels, for surveying and for scoring, and
/// never do.
public struct Recording: Sendable {
  /// The file's name without its extension; for tables the 0-based number of the data row.
  public var id: String
  /// What the device measured, in order of time.
  public var observations: [Observation]
  /// Places that the surveyor noted, in order of time.
  public var waypoints: [Waypoint]
  /// The level that the header states for the whole walk, where it does.
  public var level: LevelKey?
  /// Manufacturer and model, where known.
  public var device: String?
  /// Who walked, where known.
  public var surveyor: String?
  /// Which planned path was walked, where known.
  public var path: String?
  /// Seconds by which a stamp fell behind an earlier line's of the same kind: where it is more than
  /// a writer's delay, the clock was set back while recording.
  package var clockStepBack = 0.0
  /// For how many seconds a waypoint says where the phone was, where it says nothing of the way to
  /// the next one and each scan has its own place or none. `nil` where the phone was walked from
  /// one waypoint to the next.
  package var markSeconds: Double?

  /// Makes a recording.
  public init(
    id: String, observations: [Observation] = [], waypoints: [Waypoint] = [],
    level: LevelKey? = nil, device: String? = nil, surveyor: String? = nil,
    path: String? = nil
  ) {
    self.id = id
    self.observations = observations
    self.waypoints = waypoints
    self.level = level
    self.device = device
    self.surveyor = surveyor
    self.path = path
  }
}

/// A place that the surveyor was at, at a moment.
public struct Waypoint: Hashable, Sendable {
  /// When.
  public var time: Timestamp
  /// Where.
  public var place: Place
  /// On which level; `nil` where only the recording's header may say.
  public var level: LevelKey?

  /// Makes a waypoint.
  public init(time: Timestamp, place: Place, level: LevelKey? = nil) {
    self.time = time
    self.place = place
    self.level = level
  }

  /// How a recording says where.
  public enum Place: Hashable, Sendable {
    /// In degrees.
    case coordinate(Coordinate)
    /// In local metres of the venue's frame.
    case local(LocalPoint)
    /// On the page of the level's placed plan.
    case page(PagePoint)
    /// A unit or an opening of the venue, by id: its middle.
    case named(String)
  }
}
