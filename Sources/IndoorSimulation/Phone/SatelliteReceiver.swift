import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// A satellite receiver at 1 Hz: as good as a phone's under an open sky, worse before a façade,
/// which hides half of the sky and throws signals back, and worse yet in a building, where many
/// fixes fail.
///
/// Its error is the sum of two Gauss-Markov processes: errors of fixes are strongly correlated in
/// time (Ranacher et al. 2016, "Why GPS makes distances bigger than they are",
/// doi:10.1080/13658816.2015.1086924).
struct SatelliteReceiver {
  private let world: SimulatedWorld
  private let plan: WalkPlan
  private var generator: SimulationRandom

  /// Standard deviation along each axis under an open sky, in metres: phones are good to 4.9 m (van
  /// Diggelen and Enge 2015, "The World's first GPS MOOC and Worldwide Laboratory using
  /// Smartphones"), of which the radius that holds 68% is 1.51 times as much.
  private static let open = 3.25
  /// The same of what façades add, at a wall: with the sky's part an error of 8 m at the median, as
  /// a phone had in a city (Zandbergen 2009, doi:10.1111/j.1467-9671.2009.01152.x).
  private static let atWall = 6.0
  /// Metres from a wall after which that is 1/e.
  private static let reach = 8.0
  /// The same deep in a building: good receivers were off by ten metres, root mean square, in most
  /// of brick and concrete, and phones by more (Kjærgaard et al. 2010, "Indoor positioning using
  /// GPS revisited", doi:10.1007/978-3-642-12654-3_3).
  private static let deep = 12.0
  /// Metres behind a wall where that begins.
  private static let depth = 10.0
  /// Shares of the fixes that come behind a wall and deep in a building.
  private static let shares = (atWall: 0.9, deep: 0.3)
  /// Radius that holds 68% of a plane's normal distribution, in standard deviations along an axis.
  private static let radius = 1.5096
  /// What a receiver thinks of its error in a building, in the error's own: it takes echoes for
  /// signals.
  private static let optimism = 0.8

  init(world: SimulatedWorld, plan: WalkPlan) {
    self.world = world
    self.plan = plan
    generator = SimulationRandom(seed: world.seed, for: "satellites \(plan.id)")
  }

  /// The fixes of a walk.
  mutating func fixes(along track: Track) -> [Observation] {
    var sky = (0..<2).map { _ in Drift(deviation: 1, time: 60, generator: &generator) }
    var echo = (0..<2).map { _ in Drift(deviation: 1, time: 15, generator: &generator) }
    return stride(from: 0, to: track.samples.count, by: 50).compactMap { index in
      for axis in 0..<2 {
        sky[axis].advance(by: 1, generator: &generator)
        echo[axis].advance(by: 1, generator: &generator)
      }
      let sample = track.samples[index]
      let (chance, stated) = (generator.uniform(), exp(0.3 * generator.normal()))
      let level = world.levels[sample.level]
      let wall = distanceToWall(sample.place)
      let isOutdoors = world.isOutdoors(sample.place, level: sample.level)
      let deep = isOutdoors ? 0 : min(1, wall / Self.depth)
      let share =
        isOutdoors ? 1 : Self.shares.atWall + (Self.shares.deep - Self.shares.atWall) * deep
      guard level.key.ordinal >= 0, chance < share else { return nil }
      let echoes =
        isOutdoors
        ? Self.atWall * exp(-wall / Self.reach)
        : Self.atWall + (Self.deep - Self.atWall) * deep
      let place = LocalPoint(
        x: sample.place.x + Self.open * sky[0].value + echoes * echo[0].value,
        y: sample.place.y + Self.open * sky[1].value + echoes * echo[1].value)
      let exact = world.frame.coordinate(from: place)
      let radius =
        Self.radius * hypot(Self.open, echoes) * stated * (isOutdoors ? 1 : Self.optimism)
      return .fix(
        KnownPlace(
          Coordinate(
            latitude: exact.latitude.rounded(to: 1e8), longitude: exact.longitude.rounded(to: 1e8)),
          radius: max(3, radius).rounded(to: 10),
          time: Timestamp(microseconds: plan.start.microseconds + Int64(index) * 20_000),
          by: .satellites))
    }
  }

  /// Metres to the nearest outer wall of a building on the ground.
  private func distanceToWall(_ place: LocalPoint) -> Double {
    world.levels.lazy.filter { $0.key.ordinal == 0 }.flatMap(\.outline).flatMap(\.rings).flatMap {
      ring in zip(ring, ring.dropFirst() + ring.prefix(1))
    }.map { WalkGrid.distance(place, $0, $1) }.min() ?? .infinity
  }
}
