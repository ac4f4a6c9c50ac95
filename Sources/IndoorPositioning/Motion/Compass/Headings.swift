import IndoorGeometry
import IndoorLibc

/// Where a device faces, against magnetic north. `Heading` is the one against true north,
/// `GridHeading` the one against the local frame's; only a declination and a convergence lead from
/// one to another, so that neither is applied twice.
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

/// Where a device faces, against the y axis of the venue's local frame.
package struct GridHeading: Hashable, Sendable {
  /// Degrees clockwise from the frame's y axis, 0 to 360.
  package var degrees: Double
  /// Standard deviation, in degrees.
  package var accuracy: Double

  /// Makes a heading.
  package init(degrees: Double, accuracy: Double) {
    self.degrees = degrees
    self.accuracy = accuracy
  }

  /// The same direction against true north, at a place where the frame's y axis points
  /// `convergence` degrees east of it.
  package func heading(convergence: Double) -> Heading {
    Heading(degrees: Angle.compass(degrees + convergence), accuracy: accuracy)
  }
}

extension Heading {
  /// The same direction against magnetic north.
  package func magnetic(declination: Declination) -> MagneticHeading {
    MagneticHeading(
      degrees: Angle.compass(degrees - declination.degrees),
      accuracy: hypot(accuracy, declination.accuracy))
  }

  /// The same direction against the local frame's y axis, which at that place points `convergence`
  /// degrees east of true north (`LocalFrame.convergence(at:)`).
  package func grid(convergence: Double) -> GridHeading {
    GridHeading(degrees: Angle.compass(degrees - convergence), accuracy: accuracy)
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
