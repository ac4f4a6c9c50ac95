import Testing

import IndoorSimulation

struct SplitMix64Tests {
  /// The first outputs for seed 1234567, as Rosetta Code's "Pseudo-random numbers/Splitmix64" lists them.
  @Test func `the numbers are those of the published generator`() {
    var generator = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.allSatisfy { $0 == generator.next() })
  }

  @Test func `normal numbers have mean 0 and deviation 1`() {
    var generator = SplitMix64(seed: 5)
    let values = (0..<20_000).map { _ in generator.normal() }
    let mean = values.reduce(0, +) / 20_000
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    // Four standard errors: 4 / √20000 and 4·√(2 / 20000).
    #expect(abs(mean) < 0.029)
    #expect(abs(variance - 1) < 0.04)
  }

  @Test func `purposes draw apart`() {
    var a = SplitMix64(seed: 9, for: "radio")
    var b = SplitMix64(seed: 9, for: "walk")
    #expect(a.next() != b.next())
  }
}
