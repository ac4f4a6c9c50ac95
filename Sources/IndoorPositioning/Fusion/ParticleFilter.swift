import IndoorGeometry
import IndoorModel

/// A particle filter over place, level, heading offset and step scale.
///
/// Sequential importance resampling after Gordon, Salmond and Smith (1993), doi:10.1049/ip-f-2.1993.0015, with a share
/// of the particles drawn anew from each scan's own likelihood (sensor resetting, Lenser and Veloso 2000,
/// doi:10.1109/ROBOT.2000.844766), so that a filter that is wrong finds back.
struct ParticleFilter: Sendable {
  struct Parameters: Hashable, Sendable {
    /// How many particles there are.
    var count = 1000
    /// Share of the particles drawn anew at each scan; more finds back faster and is less calm.
    var reset = 0.05
    /// The same for a device without motion sensors.
    var resetWithoutMotion = 0.25
    /// Share of the particles drawn anew where two scans on end say that all are wrong: a device that was carried off.
    var resetWhenLost = 0.95
    /// From how much surprise on (see `surprise`) particles may be wrong, and from how much on they surely are.
    var lostFrom = 3.0
    var lostAt = 4.0
    /// Weight of a particle drawn anew, in those of a mean one.
    var resetWeight = 0.25
    /// Density that every place has beside a scan's own, a square metre and level; more is more forgiving of a scan.
    var background = 3e-5
    /// What the log-likelihood of a scan at once after another is multiplied by: they hear much the same.
    var temper = 0.4
    /// The same where no compass says which way the steps went.
    var temperWithoutCompass = 0.8
    /// The same for a device without motion sensors: a scan is all there is.
    var temperWithoutMotion = 1.5
    /// Seconds after the last scan from which a scan counts in full.
    var independence = 12.0
    /// How far a walker's course lies clockwise of a compass's heading, in radians: phones are held in a hand, and walls of
    /// steel bend the field. Fitted on the malls' survey walks.
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
    /// Standard deviation of the turn that a device without motion sensors may make in a second, in radians.
    var turnNoise = 0.4
    /// Share of the particles drawn anew that take over the heading offset and step scale of one that is there.
    var inherit = 0.8
    /// What a particle's weight is multiplied by for a step into a shop or a wall.
    var blocked = 0.05
    /// What the log-likelihood of a straight step's direction, by the walls around, is multiplied by: one corridor is seen at
    /// every step.
    var corridor = 0.2
    /// How often a step on stairs, on an escalator or in a lift leads to the next level, 0 to 1.
    var levelChange = 0.02
    /// Height of a storey, in metres, and its standard deviation.
    var storey = 4.2
    var storeySigma = 0.6
    /// Iterations of the geometric median.
    var medianIterations = 3
  }

  let parameters: Parameters
  private(set) var particles: ContiguousArray<Particle> = []
  /// Weight on each level. Shape: levels.
  var levelShares: ContiguousArray<Float>
  private let walkable: WalkableGrid
  private let corridors: CorridorField
  private let storeys: Storeys
  private var spare: ContiguousArray<Particle> = []
  /// How much less likely the last scan was for the particles than at its best place, as a natural logarithm.
  private(set) var surprise = 0.0
  private var random: RandomSource
  /// Whether the heading that steps have is a compass's; otherwise nothing is known of the offset.
  private var isAbsolute = true

  /// Makes a filter that knows nothing; the first scan starts it.
  init(
    parameters: Parameters, levels: [LevelKey], walkable: WalkableGrid, corridors: CorridorField,
    seed: UInt64
  ) {
    self.corridors = corridors
    storeys = Storeys(levels)
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
  mutating func restart() { particles.removeAll(keepingCapacity: true) }

  /// Moves every particle one step.
  mutating func step(_ stride: MotionTracker.Stride) {
    setAbsolute(stride.isAbsolute)
    // A compass's error is a Gauss-Markov process; without a compass the offset stays what it is.
    let decay = isAbsolute ? Float(exp(-stride.elapsed / parameters.offsetTime)) : 1
    let drive = Float(parameters.offsetSigma) * (1 - decay * decay).squareRoot()
    move(
      length: Float(stride.length), lengthNoise: Float(parameters.lengthNoise),
      heading: Float(stride.heading), headingNoise: Float(parameters.headingNoise),
      decay: decay, drive: drive, isStraight: stride.isStraight)
  }

  /// Lets time pass beside the steps. Without motion sensors each particle keeps walking its own way.
  mutating func drift(elapsed: Double, hasMotion: Bool) {
    guard !hasMotion else {
      let sigma = Float(parameters.drift * max(0, elapsed).squareRoot())
      for i in particles.indices {
        let (a, b) = random.normals()
        particles[i].x += sigma * a
        particles[i].y += sigma * b
      }
      return
    }
    setAbsolute(false)
    var left = min(60, max(0, elapsed))
    while left > 0 {
      let piece = min(1, left)
      left -= piece
      move(
        length: Float(parameters.pace * piece), lengthNoise: Float(parameters.paceNoise),
        heading: 0, headingNoise: 0, decay: 1,
        drive: Float(parameters.turnNoise * piece.squareRoot()))
    }
  }

  /// Where headings come from another source, no offset is known any more.
  private mutating func setAbsolute(_ absolute: Bool) {
    guard absolute != isAbsolute else { return }
    isAbsolute = absolute
    for i in particles.indices { particles[i].offset = newOffset() }
  }

  private mutating func move(
    length: Float, lengthNoise: Float, heading: Float, headingNoise: Float, decay: Float,
    drive: Float, isStraight: Bool = false
  ) {
    let mean = isAbsolute ? Float(parameters.offsetMean) : 0
    let corridor = usesMap && isStraight ? Float(parameters.corridor) : 0
    for i in particles.indices {
      let (a, b) = random.normals()
      let c = random.normal()
      particles[i].offset = mean + (particles[i].offset - mean) * decay + drive * a
      let course = heading + particles[i].offset + headingNoise * c
      let distance = length * particles[i].scale * (1 + lengthNoise * b)
      particles[i].x += distance * sinf(course)
      particles[i].y += distance * cosf(course)
      guard corridor > 0 else { continue }
      let particle = particles[i]
      particles[i].weight *= expf(
        corridor
          * corridors.logarithm(
            ofCourse: course, x: particle.x, y: particle.y, level: Int(particle.level)))
    }
    if usesMap { avoidWalls() }
  }

  /// Moves the particles up by a height in metres, or down where it is negative: as many storeys as each believes it to be.
  mutating func climb(_ height: Double) {
    for i in particles.indices {
      let storey = max(2, parameters.storey + parameters.storeySigma * Double(random.normal()))
      let up = (height / storey).rounded()
      guard abs(up) >= 1, abs(up) < 1000 else { continue }
      particles[i].level = storeys.level(from: particles[i].level, up: Int(up))
    }
  }

  /// Weighs the particles by where they stepped.
  private mutating func avoidWalls() {
    let blocked = Float(parameters.blocked)
    let levelChange = Float(parameters.levelChange)
    var sum: Float = 0
    var squares: Float = 0
    for i in particles.indices {
      let particle = particles[i]
      switch walkable.kind(x: particle.x, y: particle.y, level: Int(particle.level)) {
      case WalkableGrid.Cell.blocked.rawValue:
        // Above what a Float can't hold: where all are in a wall, all are alike.
        particles[i].weight = max(particle.weight * blocked, 1e-30)
      case WalkableGrid.Cell.passage.rawValue:
        let chance = random.uniform()
        guard chance < levelChange else { break }
        particles[i].level = storeys.level(
          from: particle.level, up: chance < levelChange / 2 ? 1 : -1)
      default: break
      }
      sum += particles[i].weight
      squares += particles[i].weight * particles[i].weight
    }
    // Fewer than half of them count: Kong, Liu and Wong's (1994) effective sample size, doi:10.1080/01621459.1994.10476469.
    if sum * sum < 0.5 * Float(particles.count) * squares {
      normalise()
      resample(to: particles.count)
    }
  }

  /// Weighs the particles by a scan, and draws some anew from it; the first scan draws all.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the scan before.
  ///   - hasMotion: Whether steps told what happened since.
  mutating func update(
    _ likelihood: ScanLikelihood, index: RadioIndex, elapsed: Double, hasMotion: Bool
  ) {
    let count = parameters.count
    guard isStarted else {
      for _ in 0..<count {
        particles.append(draw(likelihood, index: index, weight: 1 / Float(count), inherits: false))
      }
      surprise = 0
      return
    }
    let background = Float(parameters.background)
    let share = min(1, max(0, elapsed / parameters.independence))
    // The less the steps tell of where the device went, the more a scan has to.
    let least =
      hasMotion
      ? (isAbsolute ? parameters.temper : parameters.temperWithoutCompass)
      : parameters.temperWithoutMotion
    let temper = Float(least + (1 - least) * share)
    var evidence: Float = 0
    for i in particles.indices {
      let particle = particles[i]
      let density = likelihood.density(x: particle.x, y: particle.y, level: Int(particle.level))
      evidence += particle.weight * density
      particles[i].weight *= powf(density + background, temper)
    }
    let earlier = surprise
    surprise = Double(logf((likelihood.peak + background) / (evidence + background)))
    normalise()
    let lost = min(
      1,
      max(
        0,
        (min(surprise, earlier) - parameters.lostFrom)
          / (parameters.lostAt - parameters.lostFrom)))
    var reset = hasMotion ? parameters.reset : parameters.resetWithoutMotion
    reset += (parameters.resetWhenLost - reset) * lost
    resample(to: count - Int(Double(count) * reset))
    let resetWeight = parameters.resetWeight + (1 - parameters.resetWeight) * lost
    let weight = Float(resetWeight) / Float(count)
    while particles.count < count {
      particles.append(draw(likelihood, index: index, weight: weight, inherits: true))
    }
    normalise()
  }

  /// An offset of which nothing is known but whether the heading is a compass's.
  private mutating func newOffset() -> Float {
    isAbsolute
      ? Float(parameters.offsetMean) + Float(parameters.offsetSigma) * random.normal()
      : (random.uniform() * 2 - 1) * Float.pi
  }

  /// A particle from the scan's likelihood: at one of its rows, as often as the row's weight, under the kernel.
  private mutating func draw(
    _ likelihood: ScanLikelihood, index: RadioIndex, weight: Float, inherits: Bool
  ) -> Particle {
    let row = likelihood.row(at: random.uniform())
    let sigma = Float(likelihood.kernel)
    let place = index.places[row]
    let level = Int(index.levelIndices[row])
    var (x, y) = (Float(place.x), Float(place.y))
    for _ in 0..<4 {
      let (a, b) = random.normals()
      (x, y) = (Float(place.x) + sigma * a, Float(place.y) + sigma * b)
      if walkable.kind(x: x, y: y, level: level) != WalkableGrid.Cell.blocked.rawValue { break }
    }
    var particle = Particle(
      x: x, y: y, offset: 0, scale: 0, weight: weight, level: Int32(level))
    if inherits, random.uniform() < Float(parameters.inherit) {
      // How the device is held and how its walker steps has nothing to do with where they are.
      let other = particles[Int(random.uniform() * Float(particles.count))]
      (particle.offset, particle.scale) = (other.offset, other.scale)
    } else {
      particle.offset = newOffset()
      particle.scale = 1 + Float(parameters.scaleSigma) * random.normal()
    }
    return particle
  }

  private mutating func normalise() {
    var sum: Float = 0
    for particle in particles { sum += particle.weight }
    // Where every weight has vanished nothing is known of which is better.
    let factor = sum > 0 && sum.isFinite ? 1 / sum : 0
    for i in particles.indices {
      particles[i].weight = factor > 0 ? particles[i].weight * factor : 1 / Float(particles.count)
    }
  }

  /// Systematic resampling (Kitagawa 1996, doi:10.1080/10618600.1996.10474692) of particles whose weights sum to 1.
  private mutating func resample(to count: Int) {
    spare.removeAll(keepingCapacity: true)
    let step = 1 / Float(count)
    var target = random.uniform() * step
    var next = 0
    var cumulative = particles[0].weight
    for _ in 0..<count {
      while target > cumulative, next < particles.count - 1 {
        next += 1
        cumulative += particles[next].weight
      }
      var particle = particles[next]
      particle.weight = 1 / Float(parameters.count)
      spare.append(particle)
      target += step
    }
    swap(&particles, &spare)
  }
}
