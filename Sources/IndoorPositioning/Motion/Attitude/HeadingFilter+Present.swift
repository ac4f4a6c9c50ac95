import IndoorGeometry

extension HeadingFilter {
  /// What is known at the latest sample: apart and small, since whoever asks a filter for it copies
  /// what the answer is made of.
  @usableFromInline
  struct Present: Sendable {
    @usableFromInline var attitude = Quaternion.identity
    /// Variance of the heading, in rad²; `nil` before acceleration and compass have spoken.
    var variance: Double?

    @usableFromInline init() {}

    /// Where the device faces.
    @usableFromInline var heading: MagneticHeading? {
      guard let variance else { return nil }
      var degrees = Angle.degrees(attitude.facing)
      if degrees < 0 { degrees += 360 }
      // What is less than zero by rounding alone becomes 360.
      if degrees >= 360 { degrees = 0 }
      return MagneticHeading(
        degrees: degrees, accuracy: min(180, Angle.degrees(variance.squareRoot())))
    }
  }

  /// From the sensor's frame to east-north-up, north being magnetic; before the compass has spoken,
  /// x and y mean nothing.
  @inlinable
  package var attitude: Quaternion { present.attitude }

  /// Where the device faces: its +y axis on the ground, or its −z axis where y stands over 45° from
  /// level; `nil` until acceleration and compass have spoken.
  @inlinable
  package var heading: MagneticHeading? { present.heading }
}
