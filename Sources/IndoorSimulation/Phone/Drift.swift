import IndoorLibc

/// A value that wanders about zero: a Gauss-Markov process with a deviation and a time constant in
/// seconds.
struct Drift {
  private(set) var value: Double
  private let deviation: Double
  private let time: Double

  init(deviation: Double, time: Double, generator: inout SimulationRandom) {
    self.deviation = deviation
    self.time = time
    value = deviation * generator.normal()
  }

  mutating func advance(by seconds: Double, generator: inout SimulationRandom) {
    let kept = exp(-seconds / time)
    value = value * kept + deviation * (1 - kept * kept).squareRoot() * generator.normal()
  }
}

/// A drift without kinks, as a hand's: what follows a drift half a second behind.
struct SmoothDrift {
  private(set) var value: Double
  private var leader: Drift

  init(deviation: Double, time: Double, generator: inout SimulationRandom) {
    leader = Drift(deviation: deviation, time: time, generator: &generator)
    value = leader.value
  }

  mutating func advance(by seconds: Double, generator: inout SimulationRandom) {
    leader.advance(by: seconds, generator: &generator)
    value += (leader.value - value) * min(1, seconds / 0.5)
  }
}
