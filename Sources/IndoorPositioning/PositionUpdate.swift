public import IndoorModel

/// What a positioner has to tell at a moment: the position, where there is one, and what keeps it
/// from being better.
public struct PositionUpdate: Hashable, Sendable {
  /// When, on the observations' clock.
  public var time: Timestamp
  /// Where the device is; `nil` before the first fix.
  public var position: Position?
  /// What the app may want to say to its user.
  public var conditions: Conditions
  /// What is known of the phone by now; for an app to keep, and to begin with the next time, as
  /// `Positioner.Parameters.learned`.
  public var learned: Learned

  /// Makes an update.
  package init(
    time: Timestamp, position: Position?, conditions: Conditions = [],
    learned: Learned = .nothing
  ) {
    self.time = time
    self.position = position
    self.conditions = conditions
    self.learned = learned
  }

  /// What is peculiar about a moment.
  public struct Conditions: OptionSet, Hashable, Sendable {
    /// One bit a condition.
    public var rawValue: UInt8
    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// No step was taken in the last seconds.
    public static let stationary = Conditions(rawValue: 1)
    /// What is heard is unlike what was surveyed: the device is probably off the surveyed paths.
    public static let outsideCoverage = Conditions(rawValue: 2)
    /// No scan that the map knows has come for half a minute.
    public static let noRadio = Conditions(rawValue: 4)
    /// The motion sensors are silent.
    public static let noMotion = Conditions(rawValue: 8)
    /// The device is outside of every building, by satellite fixes and entrances; the level is the
    /// nearest entrance's.
    public static let outdoors = Conditions(rawValue: 16)
    /// Nothing says on which level the device is but scans of under five transmitters that the map
    /// knows.
    public static let unsureLevel = Conditions(rawValue: 32)
  }
}
