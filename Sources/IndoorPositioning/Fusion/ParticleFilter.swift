import IndoorGeometry
import IndoorModel

/// A particle filter over place, level, heading offset and step scale.
///
/// Sequential importance resampling after Gordon, Salmond and Smith (1993), doi:10.1049/ip-f-2.1993.0015, with a share
/// of the particles drawn anew from each scan's own likelihood (sensor resetting, Lenser and Veloso 2000,
/// doi:10.1109/ROBOT.2000.844766), so that a filter that is wrong finds back.
/// Its moving, weighing and resampling stand in files of their own.
struct ParticleFilter: Sendable {
  let parameters: Parameters
  var particles: ContiguousArray<Particle> = []
  /// Weight on each level. Shape: levels.
  var levelShares: ContiguousArray<Float>
  let walkable: WalkableGrid
  let corridors: CorridorField
  let storeys: Storeys
  let ground: SurveyedGround
  var spare: ContiguousArray<Particle> = []
  /// How much less likely the last scan was for the particles than at its best place, as a natural logarithm.
  var surprise = 0.0
  var random: RandomSource
  /// Whether the heading that steps have is a compass's; otherwise nothing is known of the offset.
  var isAbsolute = true
  /// Whether a barometer tells of ways up and down.
  var knowsHeight = false
  /// Standard deviation, in metres, of the storeys that were climbed lately, as their heights aren't known.
  var heightDoubt = 0.0
  /// How high storeys are.
  var storey: StoreyEstimate
  /// Which level else it may be.
  var belief: LevelBelief

  /// Makes a filter that knows nothing; the first scan starts it.
  init(
    parameters: Parameters, levels: [LevelKey], walkable: WalkableGrid, corridors: CorridorField,
    ground: SurveyedGround, seed: UInt64
  ) {
    self.ground = ground
    self.corridors = corridors
    storeys = Storeys(levels)
    storey = StoreyEstimate(parameters: parameters.storey)
    belief = LevelBelief(parameters: parameters.belief)
    self.parameters = parameters
    self.walkable = walkable
    levelShares = ContiguousArray(repeating: 0, count: levels.count)
    random = RandomSource(seed: seed)
    particles.reserveCapacity(parameters.count)
    spare.reserveCapacity(parameters.count)
  }

  /// Whether there was a scan.
  var isStarted: Bool { !particles.isEmpty }

  /// Whether walls and shops count.
  var usesMap: Bool { !walkable.isEmpty }

  /// Forgets everything.
  mutating func restart() {
    particles.removeAll(keepingCapacity: true)
    belief.restart()
  }
}
