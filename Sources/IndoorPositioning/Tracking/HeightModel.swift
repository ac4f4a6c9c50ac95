import IndoorGeometry
import IndoorLibc

/// How high particles are: air pressure tells how far a device went up or down, but not where from,
/// so that each particle knows how high it is above the floor of its level, and how high it takes a
/// level to be.
struct HeightModel: Sendable {
  struct Parameters: Hashable, Sendable {
    var levelHeight = LevelHeightEstimate.Parameters()
    /// Standard deviation of a level's height between particles, as a part of it.
    var levelHeightSigma = 0.05
    /// How far on the way to the next level's floor, as a part of the level's height, that level
    /// becomes a particle's: over a half, or noise on a landing would change it to and fro.
    var changeOfLevel = 0.6
    /// The same in a lift, where there is no landing.
    var changeOfLevelInLift = 0.5
    /// Part of a level's height from its floor that somebody stands on it, and not on a landing.
    var nearFloor = 0.25
    /// Weight of a particle that changes level elsewhere than on stairs, on an escalator or in a
    /// lift, as far as these are known.
    var changeElsewhere = 0.3
    var belief = LevelBelief.Parameters()
    /// Time constant, in seconds, with which a height near a floor is taken for that floor's where
    /// nobody goes up or down: levels aren't as high as they were taken to be, and weather drifts.
    var arrivalTime = 5.0
    /// The same for a height between two floors.
    var weatherTime = 60.0
    /// Smallest standard deviation of what was climbed, in metres.
    var minimumSigma = 0.1
    /// Levels that one piece of a climb leads over at most.
    var mostLevels = 100.0
  }

  let parameters: Parameters
  let ground: Ground
  /// Whether a barometer tells of ways up and down.
  var isKnown = false
  /// Standard deviation, in metres, of what was climbed lately, as the levels' heights aren't
  /// known.
  private var sigma = 0.0
  /// How high levels are.
  private(set) var levelHeight: LevelHeightEstimate
  /// Which level else it may be.
  private var belief: LevelBelief

  init(parameters: Parameters, ground: Ground) {
    self.parameters = parameters
    self.ground = ground
    levelHeight = LevelHeightEstimate(parameters: parameters.levelHeight)
    belief = LevelBelief(parameters: parameters.belief)
  }

  /// Forgets what scans have said.
  mutating func restart() { belief.restart() }

  /// Moves the particles up, or down where it is negative, and those that come nearer to another
  /// level's floor onto that.
  mutating func rise(_ piece: PressureHeight.Piece, _ particles: inout ParticleSet) {
    guard let (level, share) = particles.likeliestLevel() else { return }
    levelHeight.update(
      climbed: piece.metres, calm: piece.calm, level: level, share: share, levels: ground.levels)
    sigma *= exp(-piece.calm / parameters.weatherTime)
    sigma += abs(piece.metres) * levelHeight.relativeSigma
    let rise = Float(piece.metres)
    let nearby = Float(exp(-piece.calm / parameters.arrivalTime))
    let between = Float(exp(-piece.calm / parameters.weatherTime))
    let change = Float(
      piece.isFast ? parameters.changeOfLevelInLift : parameters.changeOfLevel)
    let nearFloor = Float(parameters.nearFloor)
    let height = Float(levelHeight.height)
    let outdoors = ground.levels.outdoors
    particles.updateLevels { four in
      let own = height * four.levelHeight
      let isInside = four.level .!= outdoors
      let risen = four.height + rise
      let isNear = risen.magnitudes .< nearFloor * own
      let left = risen * SIMD4(repeating: between).chosen(SIMD4(repeating: nearby), where: isNear)
      four.height = four.height.chosen(left, where: isInside)
      let isBeyond = isInside .& (left.magnitudes .> change * own)
      // Few are.
      guard isBeyond.isSetSomewhere else { return false }
      for lane in 0..<4 where isBeyond[lane] { changeLevel(of: &four, lane, change, own[lane]) }
      return true
    }
  }

  private func changeLevel(
    of four: inout FourParticles, _ lane: Int, _ change: Float, _ levelHeight: Float
  ) {
    let particle = four[lane]
    // Where the next level is in no map, the one beyond it may be.
    let most = Int(
      min(Float(parameters.mostLevels), abs(particle.height) / levelHeight + 1 - change))
    for count in stride(from: most, to: 0, by: -1) {
      let up = particle.height > 0 ? count : -count
      guard let level = ground.levels.level(from: particle.level, up: up) else { continue }
      four.level[lane] = level
      four.height[lane] -= Float(up) * levelHeight
      // Levels are changed on stairs, escalators and lifts.
      if ground.hasWalls, ground.walkable.hasPassages(level: Int(level)),
        !ground.walkable.isNearPassage(x: particle.x, y: particle.y, level: Int(level))
      {
        four.weight[lane] *= Float(parameters.changeElsewhere)
      }
      return
    }
  }

  /// Gives a particle that is drawn anew the height of one that is there. Where that is another
  /// level's than it was drawn on, it stands on the floor of its own, and weighs less.
  func giveHeight(
    to particle: inout Particle, like other: Particle, _ random: inout RandomSource
  ) {
    particle.levelHeight = 1 + Float(parameters.levelHeightSigma) * random.normal()
    if other.level == ground.levels.outdoors {
      // Who comes in from the ground hasn't climbed.
      if !ground.surroundings.isOnGround(Int(particle.level)) {
        particle.weight *= Float(parameters.belief.minimum)
      }
      return
    }
    let levelHeight = Float(levelHeight.height) * other.levelHeight
    let levels = ground.levels.levels(from: other.level, to: particle.level)
    let height = other.height - Float(levels ?? 0) * levelHeight
    let excess = Double(abs(height) - Float(parameters.changeOfLevel) * levelHeight)
    if levels != nil, excess <= 0 {
      particle.height = height
    } else {
      let deviations =
        levels == nil ? .infinity : excess / max(parameters.minimumSigma, sigma)
      let up = levels.map { $0 - Int((other.height / levelHeight).rounded()) }
      particle.weight *= max(
        belief.likelihood(levels: up ?? .max), Float(exp(-0.5 * deviations * deviations)))
    }
  }

  /// Lets a scan speak of the level, where a barometer has told of every climb before.
  ///
  /// - Parameters:
  ///   - level: the one that the device is taken to be on.
  ///   - elapsed: seconds since the scan before.
  mutating func hear(_ likelihood: ScanLikelihood, level: Int32, elapsed: Double) {
    guard isKnown else { return belief.restart() }
    belief.update(likelihood, level: level, levels: ground.levels, elapsed: elapsed)
  }

  /// A scan has put the device on another level than it was taken to be on.
  mutating func move(from level: Int32, to other: Int32) {
    belief.shift(by: ground.levels.levels(from: level, to: other) ?? 0)
  }
}
