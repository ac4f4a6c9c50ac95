public import IndoorModel

/// A walk to make: where to, in which order, when, and with what.
public struct WalkPlan: Sendable {
  /// The recording's id.
  public var id: String
  /// The units to visit, by id.
  public var stops: [String]
  /// When it begins.
  public var start: Timestamp
  /// Which phone records it, by number; phones differ in what they hear and how they err.
  public var phone: Int
  /// Who walks.
  public var surveyor: String
  /// Whether it is a survey: places are noted, and nobody lingers.
  public var isSurvey: Bool
  /// Whether acceleration, angular rate and magnetic field are recorded.
  public var recordsMotion: Bool
  /// What leads from level to level where both do.
  public var prefersLift: Bool

  /// Makes a plan.
  public init(
    id: String, stops: [String], start: Timestamp, phone: Int = 0, surveyor: String = "",
    isSurvey: Bool, recordsMotion: Bool = true, prefersLift: Bool = false
  ) {
    self.id = id
    self.stops = stops
    self.start = start
    self.phone = phone
    self.surveyor = surveyor
    self.isSurvey = isSurvey
    self.recordsMotion = recordsMotion
    self.prefersLift = prefersLift
  }
}
