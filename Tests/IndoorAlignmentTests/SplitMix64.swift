import IndoorLibc

/// Steele, Lea and Flood (2014), "Fast splittable pseudorandom number generators", doi:10.1145/2714064.2660195.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }

  /// A standard normal, by Box and Muller.
  mutating func normal() -> Double {
    (-2 * log(1 - uniform(0, 1))).squareRoot() * cos(uniform(0, 2 * .pi))
  }
}
