import IndoorGeometry
import IndoorLibc

extension SplitMix64 {
  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }

  /// A standard normal, by Box and Muller.
  mutating func normal() -> Double {
    (-2 * log(1 - uniform(0, 1))).squareRoot() * cos(uniform(0, 2 * .pi))
  }
}
