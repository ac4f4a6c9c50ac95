import Testing

import IndoorSimulation

struct SimulationRandomTests {
  @Test func `normal numbers have mean 0 and deviation 1`() {
    var generator = SimulationRandom(seed: 5)
    let values = (0..<20_000).map { _ in generator.normal() }
    let mean = values.reduce(0, +) / 20_000
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    // Four standard errors: 4 / √20000 and 4·√(2 / 20000).
    #expect(abs(mean) < 0.029)
    #expect(abs(variance - 1) < 0.04)
  }

  @Test func `purposes draw apart`() {
    var a = SimulationRandom(seed: 9, for: "radio")
    var b = SimulationRandom(seed: 9, for: "walk")
    #expect(a.next() != b.next())
  }
}
