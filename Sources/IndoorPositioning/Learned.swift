/// What walking has shown of a phone, for an app to keep and to begin with the next time. It
/// belongs to the phone and holds in every venue.
///
///     let kept = try JSONEncoder().encode(update.learned)
///     parameters.learned = try JSONDecoder().decode(Learned.self, from: kept)
public struct Learned: Hashable, Sendable, Codable {
  /// How much stronger the phone reads signals than the phones of the survey.
  @_spi(Measuring) public var radioOffset: RadioOffset

  /// Makes what is known of a phone.
  @_spi(Measuring) public init(radioOffset: RadioOffset) { self.radioOffset = radioOffset }

  /// Of a phone that hasn't walked yet.
  public static let nothing = Learned(radioOffset: .unknown)
}
