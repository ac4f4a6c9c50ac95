import IndoorGeometry
import IndoorLibc

/// A random field over a level with mean 0, deviation 1 and the correlation exp(-distance /
/// length).
///
/// Gudmundson (1991), "Correlation model for shadow fading in mobile radio systems",
/// doi:10.1049/el:19911328, drawn as a sum of plane waves whose wave numbers follow that
/// correlation's spectrum in the plane, (1 + k²l²)^(-3/2).
struct SmoothField {
  private let waves: [(kx: Double, ky: Double, phase: Double)]

  init(length: Double, waves count: Int = 24, generator: inout SimulationRandom) {
    waves = (0..<count).map { _ in
      let direction = generator.uniform(0, 2 * .pi)
      // The spectrum's cumulative distribution is 1 - 1/√(1 + k²l²); beyond 0.97 lie ripples that
      // no phone resolves.
      let rest = 1 - 0.97 * generator.uniform()
      let k = (1 / (rest * rest) - 1).squareRoot() / length
      return (k * cos(direction), k * sin(direction), generator.uniform(0, 2 * .pi))
    }
  }

  /// What no value is beyond.
  var most: Double { (2 * Double(waves.count)).squareRoot() }

  func value(at p: LocalPoint) -> Double {
    let sum = waves.reduce(0) { $0 + cos($1.kx * p.x + $1.ky * p.y + $1.phase) }
    return sum * (2 / Double(waves.count)).squareRoot()
  }
}
