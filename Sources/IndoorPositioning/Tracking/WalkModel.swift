import IndoorGeometry
import IndoorLibc

/// How walkers move: each step moves the particles, and weighs them by the walls and corridors that
/// they come to.
struct WalkModel: Sendable {
  struct Parameters: Hashable, Sendable {
    /// How far a walker's course lies clockwise of a compass's heading, in radians: phones are held
    /// in a hand, and walls of steel bend the field. Fitted on the malls' survey walks.
    var offsetMean = 0.07
    /// Standard deviation of course against a compass's heading, in radians.
    var offsetSigma = 0.22
    /// Time after which an offset against a compass's heading is another one, in seconds.
    var offsetTime = 20.0
    /// Standard deviation of one step's direction, in radians.
    var headingNoise = 0.05
    /// Standard deviation of one step's length, as a part of it.
    var lengthNoise = 0.1
    /// Standard deviation of a walker's step length against the motion sensors', as a part of it.
    var scaleSigma = 0.06
    /// Standard deviation of drift beside the steps, in metres a square root of a second.
    var drift = 0.2
    /// Pace that a device without motion sensors may have, in metres a second.
    var pace = 1.4
    /// Standard deviation of that pace, as a part of it.
    var paceNoise = 0.5
    /// Standard deviation of the turn that a device without motion sensors may make in a second, in
    /// radians.
    var turnNoise = 0.4
    /// Seconds of a pause in which such a device moves on; longer ones move it no farther.
    var longestPause = 60.0
    /// Seconds of a pause after which such a device may turn.
    var pauseStep = 1.0
    /// What a particle's weight is multiplied by for a step into a shop or a wall.
    var blocked = 0.05
    /// Exponent of the likelihood of a straight step's direction by the walls around: one corridor
    /// is seen at every step.
    var corridor = 0.2
    /// How often a step on stairs, on an escalator or in a lift leads to the next level, 0 to 1,
    /// where no barometer says so.
    var levelChange = 0.02
    /// Depth of a stair's tread, in metres.
    var tread = 0.3
    /// Share of the particles that must count for as much as equal ones; below it they are drawn
    /// anew.
    var effectiveShare = 0.5
  }

  /// What a step, or a piece of a pause, does to a particle.
  private struct Move {
    /// Metres, and their standard deviation as a part of them.
    var length: Float
    var lengthNoise: Float
    /// Radians clockwise, and their standard deviation.
    var heading: Float
    var headingNoise: Float
    /// What is left of the heading offset's distance from its mean, and the standard deviation of
    /// what is new in it, in radians.
    var decay: Float
    var drive: Float
    var isStraight = false
  }

  let parameters: Parameters
  let ground: Ground
  /// Whether the heading that steps have is a compass's; otherwise nothing is known of the offset.
  private(set) var isAbsolute = true
  /// Whether the ground around the buildings counts.
  var isOpen = false

  /// Moves every particle one step.
  ///
  /// - Parameters:
  ///   - isOnStairs: whether the barometer says that the step led up or down.
  ///   - knowsHeight: whether it tells of every climb.
  mutating func step(
    _ stride: MotionTracker.Stride, isOnStairs: Bool, knowsHeight: Bool,
    _ particles: inout ParticleSet, _ random: inout RandomSource
  ) {
    setAbsolute(stride.isAbsolute, &particles, &random)
    // A compass's error is a Gauss-Markov process; without a compass the offset stays what it is.
    let decay = isAbsolute ? Float(exp(-stride.elapsed / parameters.offsetTime)) : 1
    move(
      Move(
        length: Float(isOnStairs ? min(stride.length, parameters.tread) : stride.length),
        lengthNoise: Float(parameters.lengthNoise), heading: Float(stride.heading),
        headingNoise: Float(parameters.headingNoise), decay: decay,
        drive: Float(parameters.offsetSigma) * (1 - decay * decay).squareRoot(),
        isStraight: stride.isStraight && !isOnStairs),
      knowsHeight: knowsHeight, &particles, &random)
  }

  /// Lets time pass beside the steps.
  func drift(elapsed: Double, _ particles: inout ParticleSet, _ random: inout RandomSource) {
    let sigma = Float(parameters.drift * max(0, elapsed).squareRoot())
    particles.update { four in
      let (a, b) = random.fourNormals()
      four.x += sigma * a
      four.y += sigma * b
    }
  }

  /// Lets time pass without motion sensors: each particle keeps walking its own way.
  mutating func wander(
    elapsed: Double, knowsHeight: Bool, _ particles: inout ParticleSet,
    _ random: inout RandomSource
  ) {
    setAbsolute(false, &particles, &random)
    var left = min(parameters.longestPause, max(0, elapsed))
    while left > 0 {
      let piece = min(parameters.pauseStep, left)
      left -= piece
      move(
        Move(
          length: Float(parameters.pace * piece),
          lengthNoise: Float(parameters.paceNoise / max(1, piece).squareRoot()),
          heading: 0, headingNoise: 0, decay: 1,
          drive: Float(parameters.turnNoise * piece.squareRoot())),
        knowsHeight: knowsHeight, &particles, &random)
    }
  }

  /// Where headings come from another source, no offset is known any more.
  private mutating func setAbsolute(
    _ absolute: Bool, _ particles: inout ParticleSet, _ random: inout RandomSource
  ) {
    guard absolute != isAbsolute else { return }
    isAbsolute = absolute
    particles.update { four in
      for lane in 0..<4 { four.offset[lane] = newOffset(&random) }
    }
  }

  private func move(
    _ move: Move, knowsHeight: Bool, _ particles: inout ParticleSet, _ random: inout RandomSource
  ) {
    let mean = isAbsolute ? Float(parameters.offsetMean) : 0
    let corridor = ground.hasWalls && move.isStraight ? Float(parameters.corridor) : 0
    let corridors = ground.corridors
    particles.update { four in
      let (a, b, c) = random.fourTriples()
      four.offset = mean + (four.offset - mean) * move.decay + move.drive * a
      let course = move.heading + four.offset + move.headingNoise * c
      let distance = move.length * four.scale * (1 + move.lengthNoise * b)
      let (sine, cosine) = course.sineAndCosine
      four.x += distance * sine
      four.y += distance * cosine
      if corridor > 0 {
        let logarithms = corridors.logarithms(
          ofCourses: course, x: four.x, y: four.y, levels: four.level)
        four.weight *= (corridor * logarithms).exponential
      }
    }
    if isOpen { cross(&particles) }
    if ground.hasWalls { avoidWalls(knowsHeight: knowsHeight, &particles, &random) }
  }

  /// Leads particles in and out through entrances, and weighs those that stepped from the open into
  /// a building elsewhere.
  private func cross(_ particles: inout ParticleSet) {
    let (surroundings, outdoors) = (ground.surroundings, ground.levels.outdoors)
    let blocked = Float(parameters.blocked)
    particles.update { four in
      for lane in 0..<4 {
        let isOutdoors = four.level[lane] == outdoors
        switch surroundings.place(x: four.x[lane], y: four.y[lane]) {
        case .open: break
        case .building:
          if isOutdoors { four.weight[lane] = max(1e-30, four.weight[lane] * blocked) }
        case .threshold(let level, let isInside):
          guard isOutdoors ? isInside : !isInside && four.level[lane] == level else { continue }
          four.level[lane] = isOutdoors ? level : outdoors
          four.height[lane] = 0
        }
      }
    }
  }

  /// Weighs the particles by where they stepped.
  private func avoidWalls(
    knowsHeight: Bool, _ particles: inout ParticleSet, _ random: inout RandomSource
  ) {
    let blocked = Float(parameters.blocked)
    let levelChange = knowsHeight ? 0 : Float(parameters.levelChange)
    var sum = SIMD4<Float>()
    var squares = SIMD4<Float>()
    let (walkable, levels) = (ground.walkable, ground.levels)
    particles.update { four in
      let kinds = walkable.kinds(x: four.x, y: four.y, levels: four.level)
      // Above what a Float can't hold: where all are in a wall, all are alike.
      let inWall = four.weight * blocked
      four.weight = four.weight.chosen(
        inWall.chosen(SIMD4(repeating: 1e-30), where: inWall .< 1e-30),
        where: kinds .== Int32(GroundGrid.Cell.blocked.rawValue))
      let isPassage = kinds .== Int32(GroundGrid.Cell.passage.rawValue)
      // Few are.
      for lane in 0..<(isPassage.isSetSomewhere ? 4 : 0) where isPassage[lane] {
        let chance = random.uniform()
        guard chance < levelChange else { continue }
        four.level[lane] =
          levels.level(from: four.level[lane], up: chance < levelChange / 2 ? 1 : -1)
          ?? four.level[lane]
      }
      sum += four.weight
      squares += four.weight * four.weight
    }
    // Kong, Liu and Wong's (1994) effective sample size, doi:10.1080/01621459.1994.10476469.
    let count = particles.count
    let needed = Float(parameters.effectiveShare) * Float(count) * squares.sum()
    if sum.sum() * sum.sum() < needed {
      particles.normalise()
      particles.resample(to: count, weight: 1 / Float(count), &random)
    }
  }

  /// An offset of which nothing is known but whether the heading is a compass's.
  func newOffset(_ random: inout RandomSource) -> Float {
    isAbsolute
      ? Float(parameters.offsetMean) + Float(parameters.offsetSigma) * random.normal()
      : (random.uniform() * 2 - 1) * Float.pi
  }

  /// A walker's step length in the motion sensors'.
  func newScale(_ random: inout RandomSource) -> Float {
    1 + Float(parameters.scaleSigma) * random.normal()
  }
}
