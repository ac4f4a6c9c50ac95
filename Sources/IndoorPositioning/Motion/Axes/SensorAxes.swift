package import IndoorGeometry
import IndoorModel

/// Whether a recording's motion sensors have the axes and signs of one phone: the kit can't tell
/// which of them are wrong, and believed, they put a walker where nobody went.
///
/// A direction that stays in the world, as gravity's or the Earth's field, moves in a phone that
/// turns by what the gyroscope says, dv/dt = −ω × v. What that leaves of windows with a turn is
/// compared with what it would leave by exchanged axes and signs. That accelerations have the other
/// sign altogether shows in nothing but the field's dip.
package struct SensorAxes {
  /// What is wrong.
  package enum Fault: Equatable, Sendable {
    /// Accelerations don't turn as the gyroscope says.
    case accelerations
    /// The magnetic field doesn't turn as the gyroscope says.
    case magneticField
    /// The magnetic field points up by accelerations where the Earth's points down, or the other
    /// way round.
    case dip
  }

  /// What was found, if anything.
  package let fault: Fault?

  /// Whether accelerations turn as the gyroscope says, and not as one of the other sign would, so
  /// that a fault of the magnetic field is its own.
  package let isGyroscopeConfirmed: Bool

  /// Looks at a recording's samples.
  ///
  /// - Parameters:
  ///   - observations: the samples, in order of time.
  ///   - place: where it was recorded; without it the field's dip isn't known.
  ///   - usesField: whether it matters that the magnetic field is wrong by itself.
  package init(_ observations: [Observation], at place: Coordinate? = nil, usesField: Bool = true) {
    var windows = SensorWindows()
    for observation in observations { windows.add(observation) }
    windows.finish()
    isGyroscopeConfirmed = windows.accelerations.areConfirmed
    if windows.accelerations.areContradicted {
      fault = .accelerations
    } else if usesField, windows.field.areContradicted {
      fault = .magneticField
    } else if let place, let time = windows.start,
      let field = EarthMagneticField.known(at: place, time: time),
      windows.dips.contradict(field)
    {
      fault = .dip
    } else {
      fault = nil
    }
  }
}

extension SensorAxes.Fault {
  /// What is to be said of it, without the file's name.
  package var sentence: String {
    let axes = "write x to the right of the screen, y to its top and z out of it"
    return switch self {
    case .accelerations:
      "its accelerations don't turn as its angular rates say, as where axes are exchanged or one has the other sign; \(axes)"
    case .magneticField:
      "its magnetic field doesn't turn as its angular rates say, as where axes are exchanged, one has the other sign or a "
        + "magnet came or went; \(axes)"
    case .dip:
      "its magnetic field points up where the Earth's points down, or the other way round, as where accelerations have iOS' "
        + "sign or axes are exchanged; write accelerations that are about +9.81 upwards at rest, and \(axes)"
    }
  }
}

extension EarthMagneticField {
  /// The beginning of 2015, in microseconds since 1970.
  private static let oldestModel: Int64 = 1_420_070_400_000_000

  /// The field at a place and time; of a clock that doesn't count from the Unix epoch, the oldest
  /// model's.
  static func known(at place: Coordinate, time: Timestamp) -> EarthMagneticField? {
    (time.microseconds >= oldestModel ? WorldMagneticModel.field(at: place, time: time) : nil)
      ?? WorldMagneticModel.field(at: place, year: 2015)
  }
}
