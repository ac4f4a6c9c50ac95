import IndoorGeometry
import IndoorLibc

/// The Earth's magnetic field at a place, as a model has it.
public struct EarthMagneticField: Hashable, Sendable {
  /// Towards true north, in µT.
  public var north: Double
  /// Towards the east, in µT.
  public var east: Double
  /// Downwards, in µT.
  public var down: Double
  /// Where magnetic north lies, with the model's own error.
  public var declination: Declination
  /// What keeps it from being trusted, in one sentence: the model's years are over or not yet
  /// begun. `nil` where nothing does.
  public var warning: String?

  /// The horizontal part, in µT.
  public var horizontal: Double { hypot(north, east) }
  /// The whole, in µT.
  public var total: Double { hypot(horizontal, down) }
  /// Dip below the horizon, in degrees.
  public var inclination: Double { Angle.degrees(atan2(down, horizontal)) }
}
