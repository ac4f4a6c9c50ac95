import IndoorLibc
import IndoorModel
import IndoorPositioning

/// A barometer at 10 Hz: height, the weather's drift, and a gust when some door opens.
struct Barometer {
  private let plan: WalkPlan
  private let kind: PhoneKind
  private var generator: SimulationRandom

  init(world: SimulatedWorld, plan: WalkPlan, kind: PhoneKind) {
    self.plan = plan
    self.kind = kind
    generator = SimulationRandom(seed: world.seed, for: "pressure \(plan.id)")
  }

  mutating func samples(along track: Track) -> [Observation] {
    let ground = 1013 + 6 * generator.normal() + kind.pressureOffset
    // Half a hectopascal an hour is ordinary weather.
    let trend = 0.5 / 3600 * generator.normal()
    var drift = Drift(deviation: 0.03, time: 60, generator: &generator)
    var gust = 0.0
    return stride(from: 0, to: track.samples.count, by: 5).map { index in
      drift.advance(by: 0.1, generator: &generator)
      gust *= exp(-0.1 / 1.2)
      if generator.uniform() < 0.1 / 25 { gust += 0.12 * generator.normal() }
      let sample = track.samples[index]
      // The isothermal atmosphere's scale height at 15 °C: RT/(Mg) = 8,434 m.
      let air = ground * exp(-(sample.elevation + 1.3) / 8434)
      let value = air + trend * sample.time + drift.value + gust + 0.02 * generator.normal()
      return .pressure(
        time: Timestamp(microseconds: plan.start.microseconds + Int64(index) * 20_000),
        hectopascals: value.rounded(to: 100))
    }
  }
}
