public import IndoorGeometry
public import IndoorModel

/// A walk to make: where to, in which order, when, and with what.
public struct WalkPlan: Sendable {
  /// The recording's id.
  public var id: String
  /// Where to, in order.
  public var stops: [Stop]
  /// When it begins.
  public var start: Timestamp
  /// Which phone records it, by number; phones differ in what they hear and how they err.
  public var phone: Int
  /// What it reads more than others of its kind, in decibels.
  public var radioOffset: Double
  /// Who walks.
  public var surveyor: String
  /// Whether it is a survey: places are noted, and nobody lingers.
  public var isSurvey: Bool
  /// Whether acceleration, angular rate and magnetic field are recorded.
  public var recordsMotion: Bool
  /// What leads from level to level where both do.
  public var prefersLift: Bool
  /// Whether satellite fixes are recorded.
  public var recordsSatellites: Bool

  /// A place to go to.
  public enum Stop: Hashable, Sendable {
    /// A unit of the venue, by id; a survey goes through all of it.
    case unit(String)
    /// A place on a level, in local metres.
    case place(LevelKey, LocalPoint)
    /// An opening that leads out of a building, by id: through it to the other side.
    case entrance(String)
    /// A place under the open sky, in local metres, straight from where the walker is outdoors.
    case outdoors(LocalPoint)
  }

  /// Makes a plan.
  public init(
    id: String, stops: [Stop], start: Timestamp, phone: Int = 0, radioOffset: Double = 0,
    surveyor: String = "", isSurvey: Bool, recordsMotion: Bool = true, prefersLift: Bool = false,
    recordsSatellites: Bool = false
  ) {
    self.id = id
    self.stops = stops
    self.start = start
    self.phone = phone
    self.radioOffset = radioOffset
    self.surveyor = surveyor
    self.isSurvey = isSurvey
    self.recordsMotion = recordsMotion
    self.prefersLift = prefersLift
    self.recordsSatellites = recordsSatellites
  }
}
