import IndoorGeometry

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
    /// Weight of a particle drawn anew, in those of a mean one.
    var resetWeight = 0.5
    /// Density that every place has beside a scan's own, a square metre and level; more is more forgiving of a scan.
    var background = 1e-6
    /// What a scan's log-likelihood is multiplied by: scans a few seconds apart hear much the same.
    var temper = 0.6
    /// Standard deviation of course against a compass's heading, in radians.
    var offsetSigma = 0.28
    /// Time after which an offset against a compass's heading is another one, in seconds.
    var offsetTime = 9.0
    /// Standard deviation of one step's direction, in radians.
    var headingNoise = 0.05
    /// Standard deviation of one step's length, as a part of it.
    var lengthNoise = 0.1
    /// Standard deviation of a walker's step length against the motion sensors', as a part of it.
    var scaleSigma = 0.1
    /// Standard deviation of drift beside the steps, in metres a square root of a second.
    var drift = 0.2
    /// The same for a device without motion sensors.
    var driftWithoutMotion = 1.0
    /// What a particle's weight is multiplied by for a step into a shop or a wall.
    var blocked = 0.05
    /// Iterations of the geometric median.
    var medianIterations = 3
  }

  let parameters: Parameters
  private(set) var particles: ContiguousArray<Particle> = []
  /// Weight on each level. Shape: levels.
  var levelShares: ContiguousArray<Float>
  private let walkable: WalkableGrid
  private var spare: ContiguousArray<Particle> = []
  private var random: RandomSource
  /// Whether the heading that steps have is a compass's; otherwise nothing is known of the offset.
  private var isAbsolute = true

  /// Makes a filter that knows nothing; the first scan starts it.
  init(parameters: Parameters, levels: Int, walkable: WalkableGrid, seed: UInt64) {
    self.parameters = parameters
    self.walkable = walkable
    levelShares = ContiguousArray(repeating: 0, count: levels)
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
    if stride.isAbsolute != isAbsolute {
      isAbsolute = stride.isAbsolute
      for i in particles.indices { particles[i].offset = newOffset() }
    }
    // A compass's error is a Gauss-Markov process; without a compass the offset stays what it is.
    let decay = isAbsolute ? Float(exp(-stride.elapsed / parameters.offsetTime)) : 1
    let drive = Float(parameters.offsetSigma) * (1 - decay * decay).squareRoot()
    let headingNoise = Float(parameters.headingNoise)
    let lengthNoise = Float(parameters.lengthNoise)
    let heading = Float(stride.heading)
    let length = Float(stride.length)
    for i in particles.indices {
      let (a, b) = random.normals()
      let c = random.normal()
      particles[i].offset = particles[i].offset * decay + drive * a
      let course = heading + particles[i].offset + headingNoise * c
      let distance = length * particles[i].scale * (1 + lengthNoise * b)
      particles[i].x += distance * sinf(course)
      particles[i].y += distance * cosf(course)
    }
    if usesMap { avoidWalls() }
  }

  /// Weighs the particles by where they stepped.
  private mutating func avoidWalls() {
    let blocked = Float(parameters.blocked)
    var sum: Float = 0
    var squares: Float = 0
    for i in particles.indices {
      let particle = particles[i]
      if walkable.kind(x: particle.x, y: particle.y, level: Int(particle.level))
        == WalkableGrid.Cell.blocked.rawValue
      {
        // Above what a Float can't hold: where all are in a wall, all are alike.
        particles[i].weight = max(particle.weight * blocked, 1e-30)
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

  /// Spreads the particles over time beside the steps.
  mutating func drift(elapsed: Double, hasMotion: Bool) {
    let pace = hasMotion ? parameters.drift : parameters.driftWithoutMotion
    let sigma = Float(pace * max(0, elapsed).squareRoot())
    for i in particles.indices {
      let (a, b) = random.normals()
      particles[i].x += sigma * a
      particles[i].y += sigma * b
    }
  }

  /// Weighs the particles by a scan, and draws some anew from it; the first scan draws all.
  mutating func update(_ likelihood: ScanLikelihood, index: RadioIndex) {
    let count = parameters.count
    guard isStarted else {
      for _ in 0..<count {
        particles.append(draw(likelihood, index: index, weight: 1 / Float(count)))
      }
      return
    }
    let background = Float(parameters.background)
    let temper = Float(parameters.temper)
    for i in particles.indices {
      let particle = particles[i]
      let density = likelihood.density(x: particle.x, y: particle.y, level: Int(particle.level))
      particles[i].weight *= powf(density + background, temper)
    }
    normalise()
    resample(to: count - Int(Double(count) * parameters.reset))
    let weight = Float(parameters.resetWeight) / Float(count)
    while particles.count < count {
      particles.append(draw(likelihood, index: index, weight: weight))
    }
    normalise()
  }

  /// An offset of which nothing is known but whether the heading is a compass's.
  private mutating func newOffset() -> Float {
    isAbsolute
      ? Float(parameters.offsetSigma) * random.normal() : (random.uniform() * 2 - 1) * Float.pi
  }

  /// A particle from the scan's likelihood: at one of its rows, as often as the row's weight, under the kernel.
  private mutating func draw(
    _ likelihood: ScanLikelihood, index: RadioIndex, weight: Float
  ) -> Particle {
    let row = likelihood.row(at: random.uniform())
    let sigma = Float(likelihood.parameters.kernel)
    let place = index.places[row]
    let level = Int(index.levelIndices[row])
    var (x, y) = (Float(place.x), Float(place.y))
    for _ in 0..<4 {
      let (a, b) = random.normals()
      (x, y) = (Float(place.x) + sigma * a, Float(place.y) + sigma * b)
      if walkable.kind(x: x, y: y, level: level) != WalkableGrid.Cell.blocked.rawValue { break }
    }
    return Particle(
      x: x, y: y,
      offset: newOffset(), scale: 1 + Float(parameters.scaleSigma) * random.normal(),
      weight: weight, level: Int32(level))
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
