import IndoorGeometry
import IndoorLibc

/// What known places are worth: how they weigh the particles, how many of these are drawn anew from
/// one, and how little scans count while one is fresh.
struct PlaceModel: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Share of the particles drawn anew from a place; nearly all where none was near it.
    var reset = 0.3
    var resetWhenLost = 0.95
    /// Weight of a particle that is nowhere near, in that of one at the place itself: places may
    /// be wrong, too.
    var outlierFloor = 1e-3
    /// How fast a place that is left behind gets less sure, in metres a second.
    var drift = 0.15
    /// Standard deviation of where scans put a device, in metres: most of it is a bias that lasts
    /// for a walk, so that many scans on end know no better than one.
    var scanSigma = 5.0
  }

  /// A place in a filter's own terms.
  struct Place: Sendable {
    var x: Float
    var y: Float
    /// Standard deviation along each axis, in metres.
    var sigma: Double
    /// Index of the level.
    var level: Int32?
    /// Where it isn't known, those that it may be; none for all.
    var levels: [Int32] = []
  }

  /// Of a normal distribution in a plane: the radius that holds 68%, in standard deviations along
  /// an axis, √(-2 ln 0.32).
  static let radius = 1.5096
  /// The smallest radius that is believed, in metres: people stand beside what they tap.
  static let minimumRadius = 1.0

  let parameters: Parameters
  /// Variance, in m², of the last place, and seconds since then.
  private var variance: Double?
  private var age = 0.0

  init(parameters: Parameters) { self.parameters = parameters }

  /// Whether there was a place.
  var isKnown: Bool { variance != nil }

  /// Nothing is known any more.
  mutating func restart() { variance = nil }

  /// Lets time pass, in seconds.
  mutating func pass(_ elapsed: Double) { age += elapsed }

  /// From now on scans count for less beside a place that is known so well.
  mutating func know(_ place: Place) { (variance, age) = (place.sigma * place.sigma, 0) }

  /// Weighs particles by a place; the share of them, 0 to 1, that is to be drawn anew from it.
  func weigh(_ particles: inout ParticleSet, by place: Place) -> Double {
    let perSquare = Float(0.5 / (place.sigma * place.sigma))
    let floor = Float(parameters.outlierFloor)
    var (near, all) = (Float(0), Float(0))
    particles.update { four in
      let (dx, dy) = (four.x - place.x, four.y - place.y)
      let squares = (dx * dx + dy * dy) * perSquare
      let exponents = squares.chosen(SIMD4(repeating: 80), where: squares .> 80)
      // Lane by lane by name: a loop over them would go through memory.
      var likelihood = SIMD4(
        expf(-exponents[0]), expf(-exponents[1]), expf(-exponents[2]), expf(-exponents[3]))
      if let level = place.level {
        likelihood = likelihood.chosen(SIMD4(), where: four.level .!= level)
      }
      near.add(four.weight * likelihood)
      all.add(four.weight)
      four.weight *= likelihood + floor
    }
    // Where a thousand particles have as much at the place as the floor alone, none was near.
    let share = all > 0 ? Double(near / all) : 0
    let lost = 1 / (1 + share / parameters.outlierFloor)
    return parameters.reset + (parameters.resetWhenLost - parameters.reset) * lost
  }

  /// How much a scan counts beside the last place, 0 to 1: two estimates' weights are as one over
  /// their variances.
  var scanShare: Double {
    guard let variance else { return 1 }
    let drifted = parameters.drift * age
    let known = variance + drifted * drifted
    return known / (known + parameters.scanSigma * parameters.scanSigma)
  }
}
