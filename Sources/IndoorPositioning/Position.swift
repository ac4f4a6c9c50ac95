public import IndoorGeometry
public import IndoorModel

/// Where the device is, on which level, how sure that is, and where it faces.
public struct Position: Hashable, Sendable {
  /// When, on the observations' clock.
  public var time: Timestamp
  /// Where, in local metres of the venue's frame.
  public var place: LocalPoint
  /// The same in WGS 84.
  public var coordinate: Coordinate
  /// The level.
  public var level: LevelKey
  /// Probability, 0 to 1, that the level is right.
  public var levelConfidence: Double
  /// Radius, in metres, that holds 68% of the errors; `nil` when unknown.
  public var horizontalAccuracy: Double?
  /// Where the device faces, when known.
  public var heading: Heading?
  /// What went into it.
  public var sources: Sources
  /// What the lift's button says for the level, where known.
  public var levelLabel: String?
  /// Id of the smallest unit that holds the place, where one does.
  public var unit: String?
  /// What is to be said of it: of a moment's conditions those that it would be misread without,
  /// `outdoors` and `unsureLevel`.
  public var conditions: PositionUpdate.Conditions
  private var movement: Movement

  private struct Movement: Hashable, Sendable {
    var course: Heading?
    var speed: Double?
  }

  /// Where the device moves, when it moves and that is known.
  public var course: Heading? {
    get { movement.course }
    set { movement.course = newValue }
  }

  /// Pace over ground, in metres a second; `nil` when unknown.
  public var speed: Double? {
    get { movement.speed }
    set { movement.speed = newValue }
  }

  /// Makes a position.
  public init(
    time: Timestamp, place: LocalPoint, coordinate: Coordinate, level: LevelKey,
    levelConfidence: Double, horizontalAccuracy: Double?, heading: Heading?, sources: Sources,
    levelLabel: String? = nil, unit: String? = nil, course: Heading? = nil, speed: Double? = nil,
    conditions: PositionUpdate.Conditions = []
  ) {
    self.time = time
    self.place = place
    self.coordinate = coordinate
    self.level = level
    self.levelConfidence = levelConfidence
    self.horizontalAccuracy = horizontalAccuracy
    self.heading = heading
    self.sources = sources
    self.levelLabel = levelLabel
    self.unit = unit
    self.conditions = conditions
    movement = Movement(course: course, speed: speed)
  }

  /// What a position was made from.
  public struct Sources: OptionSet, Hashable, Sendable {
    /// One bit a source.
    public var rawValue: UInt8
    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Wi-Fi scans.
    public static let wifi = Sources(rawValue: 1)
    /// Bluetooth beacons.
    public static let ble = Sources(rawValue: 2)
    /// Gyroscope, accelerometer, steps and compass.
    public static let motion = Sources(rawValue: 4)
    /// The barometer.
    public static let pressure = Sources(rawValue: 8)
    /// Walls and walkable area.
    public static let map = Sources(rawValue: 16)
    /// Known places.
    public static let fix = Sources(rawValue: 32)
    /// What came later, too: it is a track's, of a `Trajectory`.
    public static let smoothed = Sources(rawValue: 64)
    /// What the next seconds said: see `Positioner.Parameters.lag`.
    public static let lagged = Sources(rawValue: 128)
  }
}

/// Where a device faces.
public struct Heading: Hashable, Sendable {
  /// Degrees clockwise from true north, 0 to 360.
  public var degrees: Double
  /// Standard deviation, in degrees.
  public var accuracy: Double

  /// Makes a heading.
  public init(degrees: Double, accuracy: Double) {
    self.degrees = degrees
    self.accuracy = accuracy
  }
}
