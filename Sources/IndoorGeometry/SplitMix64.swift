/// Random numbers that a seed determines, the same on every platform and with every version of the
/// standard library.
///
/// SplitMix64: Steele, Lea and Flood (2014), "Fast splittable pseudorandom number generators",
/// doi:10.1145/2660193.2660195; its constants are those of Vigna's public-domain `splitmix64.c`.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline var state: UInt64

  /// Makes the generator of a seed.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }
}
