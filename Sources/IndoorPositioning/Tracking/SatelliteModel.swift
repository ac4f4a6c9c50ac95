import IndoorGeometry
import IndoorLibc

/// What satellite fixes are worth: outdoors as much as they say, in a building next to nothing. By
/// how far off they say that they are, they tell which of the two it is.
struct SatelliteModel: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Seconds after which a fix counts in full: errors of fixes at once after each other are the
    /// same (Ranacher et al. 2016, doi:10.1080/13658816.2015.1086924).
    var independence = 5.0
    /// Median of the radii that are stated outdoors, in metres, and the standard deviation of their
    /// natural logarithm: a phone is good to 4.9 m under an open sky (van Diggelen and Enge 2015,
    /// "The World's first GPS MOOC and Worldwide Laboratory using Smartphones").
    var outdoorRadius = 5.0
    var outdoorSpread = 0.5
    /// The same in a building.
    var indoorRadius = 20.0
    var indoorSpread = 0.7
    /// Standard deviation of fixes in a building, in metres along each axis: in brick and concrete
    /// good receivers were off by ten metres, root mean square, and phones by more (Kjærgaard et
    /// al. 2010, doi:10.1007/978-3-642-12654-3_3).
    var indoorSigma = 12.0
    /// Share of the fixes outdoors that are as far off: what façades throw back.
    var outliers = 0.05
    /// Share of the particles that is drawn anew from a fix, and the weight of each, in that of a
    /// mean one.
    var reset = 0.03
    var resetWeight = 0.25
    /// What the weight of a particle is multiplied by that was drawn on the other side of a wall
    /// than the one whose place it takes.
    var throughWall = 0.05
  }

  let parameters: Parameters
  /// Whether there was a fix since it began.
  private(set) var isKnown = false
  /// Whether nothing else was known up to now, so that the next scan is the first word on whether
  /// the device is inside.
  private(set) var isFirstScan = false
  /// Seconds since the last one.
  private var age = Double.infinity

  init(parameters: Parameters) { self.parameters = parameters }

  /// Nothing is known any more.
  mutating func restart() { (isKnown, isFirstScan, age) = (false, false, .infinity) }

  /// Lets time pass, in seconds.
  mutating func pass(_ elapsed: Double) { age += elapsed }

  /// From now on the ground around the buildings counts.
  ///
  /// - Parameter isAlone: Whether nothing else is known.
  mutating func begin(isAlone: Bool) { (isKnown, isFirstScan, age) = (true, isAlone, 0) }

  /// A scan has been heard.
  mutating func hear() { isFirstScan = false }

  /// Weighs particles by a fix.
  ///
  /// - Parameter outdoors: The index of the level that is none.
  mutating func weigh(
    _ particles: inout ParticleSet, by place: PlaceModel.Place, outdoors: Int32
  ) {
    let p = parameters
    let share = Float(1 - exp(-age / p.independence))
    let radius = log(max(1, place.sigma * PlaceModel.radius))
    func likelihood(_ median: Double, _ spread: Double) -> Double {
      let deviations = (radius - log(median)) / spread
      return exp(-0.5 * deviations * deviations) / spread
    }
    let (isOut, isIn) = (
      likelihood(p.outdoorRadius, p.outdoorSpread), likelihood(p.indoorRadius, p.indoorSpread)
    )
    let wide = place.sigma * place.sigma + p.indoorSigma * p.indoorSigma
    let near = Spread(variance: place.sigma * place.sigma, weight: isOut * (1 - p.outliers))
    let stray = Spread(variance: wide, weight: isOut * p.outliers)
    let inside = Spread(variance: wide, weight: isIn)
    let peak = max(near.height + stray.height + inside.height, .leastNormalMagnitude)
    let floor: Float = 1e-9
    particles.update { four in
      for lane in 0..<4 {
        let (dx, dy) = (four.x[lane] - place.x, four.y[lane] - place.y)
        let square = dx * dx + dy * dy
        let density =
          four.level[lane] == outdoors
          ? near.density(square) + stray.density(square) : inside.density(square)
        four.weight[lane] *= powf(density / peak + floor, share)
      }
    }
    (isKnown, age) = (true, 0)
  }

  /// A normal distribution in the plane.
  private struct Spread {
    let height: Float
    private let perSquare: Float

    init(variance: Double, weight: Double) {
      height = Float(weight / (2 * .pi * variance))
      perSquare = Float(0.5 / variance)
    }

    func density(_ square: Float) -> Float { height * expf(-min(80, square * perSquare)) }
  }
}
