import IndoorGeometry
import IndoorLibc

/// The numbers behind everything simulated: the same seed gives the same ones on every machine.
public struct SimulationRandom: RandomNumberGenerator, Sendable {
  private var bits: SplitMix64
  private var spare: Double?

  /// Makes the generator of a seed.
  public init(seed: UInt64) { bits = SplitMix64(seed: seed) }

  /// Makes the generator of a seed for one purpose, so that adding draws to one leaves the others
  /// as they were.
  public init(seed: UInt64, for purpose: String) {
    // FNV-1a over the name's UTF-8, because Swift's own hash differs from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in purpose.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.init(seed: seed ^ hash)
    _ = next()
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 { bits.next() }

  /// A number in [0, 1), of 53 bits.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in [lower, upper).
  public mutating func uniform(_ lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * uniform()
  }

  /// A whole number in 0..<count. Precondition: `count` is positive.
  public mutating func index(below count: Int) -> Int {
    min(count - 1, Int(uniform() * Double(count)))
  }

  /// A number of the normal distribution with mean 0 and standard deviation 1.
  ///
  /// Marsaglia and Bray's polar method (1964), doi:10.1137/1006063.
  public mutating func normal() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    while true {
      let x = uniform(-1, 1)
      let y = uniform(-1, 1)
      let s = x * x + y * y
      if s > 0, s < 1 {
        let factor = (-2 * log(s) / s).squareRoot()
        spare = y * factor
        return x * factor
      }
    }
  }
}
