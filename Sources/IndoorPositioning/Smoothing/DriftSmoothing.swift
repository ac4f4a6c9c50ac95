import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Filtering and backward simulation of a device that only drifts along a line and measures where
/// it is: all is linear and Gaussian, so that the exact answer is known elsewhere.
package struct DriftSmoothing: Sendable {
  /// Standard deviations, in metres: of the place before anything is measured, of a second's drift,
  /// and of what is measured.
  package var spread = 10.0
  package var drift = 1.5
  package var noise = 3.0
  /// How many particles, and how many ways back.
  package var particles = 4000
  package var ways = 2000

  /// The usual one.
  package init() {}

  /// Mean and standard deviation, in metres, of the ways at each second, of what was measured then.
  package func smoothed(_ measured: [Double], seed: UInt64) -> [(mean: Double, deviation: Double)] {
    var walk = WalkModel.Parameters()
    walk.drift = drift
    let moments = filtered(measured, walk, seed: seed).moments
    var parameters = BackwardSimulation.Parameters()
    (parameters.count, parameters.bandwidth) = (ways, 0.05)
    guard let map = Self.map else { return [] }
    let ground = Ground(surveyed: SurveyedGround(MapRows(map)), levels: LevelStack(map.levels))
    var simulation = BackwardSimulation(
      parameters: parameters, walk: walk, ground: ground, seed: seed)
    var found: [(mean: Double, deviation: Double)] = []
    for number in moments.indices.reversed() {
      if number + 1 < moments.count, let leg = moments[number + 1].leg {
        simulation.goBack(to: moments[number], along: leg)
      } else {
        simulation.begin(at: moments[number])
      }
      let ways = simulation.ways()
      let places = (0..<ways.count).map { Double(ways[$0].x) }
      let mean = places.reduce(0, +) / Double(places.count)
      let squares = places.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      found.append((mean, (squares / Double(places.count)).squareRoot()))
    }
    return found.reversed()
  }

  /// A single row, as ground has to be surveyed somewhere.
  private static let map = RadioMap(
    levels: [LevelKey(ordinal: 0)], transmitters: [.wifi(1)], places: [LocalPoint(x: 0, y: 0)],
    levelIndices: [0], walks: [0], rowStarts: [0, 1], transmitterIndices: [0], rssi: [-50])

  private func filtered(
    _ measured: [Double], _ walk: WalkModel.Parameters, seed: UInt64
  ) -> ParticleLog {
    var random = RandomSource(seed: seed)
    var log = ParticleLog(parameters: walk)
    var set = ParticleSet(capacity: particles, levels: 1)
    let weight = 1 / Float(particles)
    for _ in 0..<particles {
      set.append(
        Particle(
          x: Float(spread) * random.normal(), y: 0, offset: 0, scale: 1, weight: weight, level: 0))
    }
    for (number, place) in measured.enumerated() {
      let time = Timestamp(microseconds: Int64(number) * 1_000_000)
      if number > 0 {
        set.resample(to: particles, weight: weight, &random)
        set.update { four in
          for lane in 0..<4 { four.x[lane] += Float(drift) * random.normal() }
        }
        log.pass(1, to: time, hasMotion: true)
      }
      set.update { four in
        for lane in 0..<4 {
          let off = (Double(four.x[lane]) - place) / noise
          four.weight[lane] *= Float(exp(-0.5 * off * off))
        }
      }
      set.normalise()
      log.append(set, at: time, features: AccuracyFeatures(), levelHeight: 4)
    }
    return log
  }
}
