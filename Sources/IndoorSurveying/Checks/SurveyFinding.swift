public import IndoorGeometry
public import IndoorModel

/// Something about a survey that whoever leads it should know.
public struct SurveyFinding: Hashable, Sendable {
  /// Which rule found it.
  public var rule: SurveyRule
  /// What was found, as a clause without place and remedy.
  public var message: String
  /// The level, where it is about one.
  public var level: LevelKey?
  /// Where, in local metres; the middle of an area.
  public var place: LocalPoint?
  /// The ground that it is about, in local metres; empty where it is about a place.
  public var area: [Polygon<LocalPoint>] = []
  /// The recording that it is about, where it is about one.
  public var walk: String?
  /// Hash of that recording's content, hexadecimal: several may have one name.
  public var hash: String?
  /// Whom it is about, where it is about transmitters.
  public var transmitters: [Transmitter] = []
  /// How bad it is beside others of its rule, largest first, in a unit of the rule's own.
  public var weight: Double = 0

  /// How much it matters.
  public var severity: SurveySeverity { rule.severity }
}

/// How much a finding matters.
public enum SurveySeverity: String, Hashable, Sendable, CaseIterable {
  /// It puts scans into the radio map at places where they were not taken: `check` ends with 1.
  case error
  /// Positions will suffer, or something is probably not as meant.
  case warning
  /// Good to know.
  case info
}
