import IndoorGeometry
import IndoorLibc

/// How sure a heading is that the particles have turned.
///
/// Their deviation, and what they can't know, as they agree too soon: on the malls' survey walks,
/// 8.5° about the line between two waypoints however close they are. What the heading lost lately
/// (a gap, another carry) is added.
struct HeadingAccuracy: Hashable, Sendable {
  /// Standard deviation, in degrees, however close the particles are.
  var floor = 8.5
  /// Part of the particles' deviation that counts, and the largest, in degrees, that is taken up.
  var agreement = 0.55
  var largest = 16.0
  /// Standard deviation of a heading that has lost nothing, in degrees.
  var usual = 12.0

  /// A compass's heading, turned by the offset that places and walls have taught the particles:
  /// where the device faces as far as it is carried the way it looks, and where it moves.
  ///
  /// - Parameter offset: The mean direction of the particles' offsets, in radians, and its length.
  func turned(_ heading: Heading, by offset: (direction: Double, length: Double)) -> Heading {
    // Of a wrapped normal distribution (Mardia and Jupp 2000, eq. 3.4.15): σ² = -2 ln R.
    let deviation =
      offset.length > 0 ? Angle.degrees((-2 * log(offset.length)).squareRoot()) : 180
    let agreed = agreement * min(largest, deviation)
    let lost = max(0, heading.accuracy * heading.accuracy - usual * usual)
    return Heading(
      degrees: Angle.compass(heading.degrees + Angle.degrees(offset.direction)),
      accuracy: min(180, (floor * floor + agreed * agreed + lost).squareRoot()))
  }
}
