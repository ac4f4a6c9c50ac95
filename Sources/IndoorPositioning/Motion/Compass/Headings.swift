import IndoorGeometry
import IndoorLibc

/// Where a device faces, against magnetic north. `Heading` is the one against true north; only a
/// declination leads from one to the other, so that it isn't applied twice.
package struct MagneticHeading: Hashable, Sendable {
  /// Degrees clockwise from magnetic north, 0 to 360.
  package var degrees: Double
  /// Standard deviation, in degrees.
  package var accuracy: Double

  /// Makes a heading.
  package init(degrees: Double, accuracy: Double) {
    self.degrees = degrees
    self.accuracy = accuracy
  }

  /// The same direction against true north.
  package func heading(declination: Declination) -> Heading {
    Heading(
      degrees: Angle.compass(degrees + declination.degrees),
      accuracy: hypot(accuracy, declination.accuracy))
  }
}

/// How far magnetic north lies east of true north.
package struct Declination: Hashable, Sendable {
  /// Degrees, east positive.
  package var degrees: Double
  /// Standard deviation, in degrees, outdoors; what a building adds is the compass's error.
  package var accuracy: Double

  /// Makes a declination.
  package init(degrees: Double, accuracy: Double = 0) {
    self.degrees = degrees
    self.accuracy = accuracy
  }
}
