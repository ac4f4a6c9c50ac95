/// How much stronger a device reads signals than the radio map has them at the same place.
///
/// Phones differ by several decibels, by their antennas, chips and cases: Haeberlen et al. (2004),
/// "Practical robust localization over large-scale 802.11 wireless networks",
/// doi:10.1145/1023720.1023728; Laoudias et al. (2013), "Device self-calibration in location
/// systems using signal strength histograms", doi:10.1080/17489725.2013.816792.
public struct RadioOffset: Hashable, Sendable, Codable {
  /// Decibels that the device reads more; negative where it reads less.
  public var decibels: Double
  /// Standard deviation, in decibels.
  public var accuracy: Double

  /// Makes an offset.
  public init(decibels: Double, accuracy: Double) {
    self.decibels = decibels
    self.accuracy = accuracy
  }

  /// What is known of a device that nothing is known of.
  package static let unknown = RadioOffset(decibels: 0, accuracy: 4)
}
