import IndoorGeometry
import IndoorLibc

/// The Earth's magnetic field at a place, as a model has it.
package struct EarthMagneticField: Hashable, Sendable {
  /// Towards true north, in µT.
  package var north: Double
  /// Towards the east, in µT.
  package var east: Double
  /// Downwards, in µT.
  package var down: Double
  /// Where magnetic north lies, with the model's own error.
  package var declination: Declination
  /// What keeps it from being trusted, in one sentence: the model's years are over or not yet
  /// begun. `nil` where nothing does.
  package var warning: String?

  /// The horizontal part, in µT.
  package var horizontal: Double { hypot(north, east) }
  /// The whole, in µT.
  package var total: Double { hypot(horizontal, down) }
  /// Dip below the horizon, in degrees.
  package var inclination: Double { Angle.degrees(atan2(down, horizontal)) }
}
