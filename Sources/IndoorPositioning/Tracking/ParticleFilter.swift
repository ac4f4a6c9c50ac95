import IndoorGeometry

/// A particle filter over place, level, heading offset and step scale.
///
/// Sequential importance resampling after Gordon, Salmond and Smith (1993),
/// doi:10.1049/ip-f-2.1993.0015, with a share of the particles drawn anew from each scan's own
/// likelihood (sensor resetting, Lenser and Veloso 2000, doi:10.1109/ROBOT.2000.844766), so that a
/// filter that is wrong finds back.
///
/// How walkers move, how high they are and what scans are worth stand in models of their own; here
/// is the order of things.
struct ParticleFilter: Sendable {
  struct Parameters: Hashable, Sendable {
    /// How many particles there are.
    var count = 1000
    /// Share of the particles drawn anew that take over the heading offset and step scale of one
    /// that is there.
    var inherit = 0.8
    var walk = WalkModel.Parameters()
    var height = HeightModel.Parameters()
    var scan = ScanModel.Parameters()
    var place = PlaceModel.Parameters()
    var satellites = SatelliteModel.Parameters()
    /// Share of the particles on one level from which on that is settled.
    var sureLevel: Float = 0.9
  }

  let parameters: Parameters
  private(set) var particles: ParticleSet
  private var walk: WalkModel
  private var height: HeightModel
  private var scans: ScanModel
  private(set) var places: PlaceModel
  private(set) var satellites: SatelliteModel
  private var random: RandomSource

  /// Makes a filter that knows nothing; the first scan starts it.
  init(parameters: Parameters, ground: Ground, seed: UInt64) {
    self.parameters = parameters
    particles = ParticleSet(capacity: parameters.count, levels: ground.levels.layers)
    walk = WalkModel(parameters: parameters.walk, ground: ground)
    height = HeightModel(parameters: parameters.height, ground: ground)
    scans = ScanModel(parameters: parameters.scan)
    places = PlaceModel(parameters: parameters.place)
    satellites = SatelliteModel(parameters: parameters.satellites)
    random = RandomSource(seed: seed)
  }

  /// Whether there was a scan.
  var isStarted: Bool { !particles.isEmpty }

  /// What is known of the ground.
  var ground: Ground { walk.ground }

  /// Whether walls and shops count.
  var usesWalls: Bool { ground.hasWalls }

  /// Metres from a level's floor to the next one's.
  var levelHeight: Double { height.levelHeight.height }

  /// How much less likely the last scan was for the particles than at its best place, as a natural
  /// logarithm.
  var surprise: Double { scans.surprise }

  /// Forgets where the device is.
  mutating func restart() {
    particles.removeAll()
    height.restart()
    places.restart()
    satellites.restart()
    walk.isOpen = false
  }

  /// Moves every particle one step.
  ///
  /// - Parameters:
  ///   - isClimbing: whether the barometer says that it goes up or down.
  ///   - knowsHeight: whether it tells of every climb.
  mutating func step(_ stride: MotionTracker.Stride, isClimbing: Bool, knowsHeight: Bool) {
    height.isKnown = knowsHeight
    walk.step(
      stride, isOnStairs: knowsHeight && isClimbing, knowsHeight: knowsHeight, &particles, &random)
  }

  /// Lets time pass, in seconds, beside the steps, or without motion sensors that tell of any.
  mutating func pass(_ elapsed: Double, hasMotion: Bool) {
    places.pass(elapsed)
    satellites.pass(elapsed)
    if hasMotion {
      walk.drift(elapsed: elapsed, &particles, &random)
    } else {
      walk.wander(elapsed: elapsed, knowsHeight: height.isKnown, &particles, &random)
    }
  }

  /// Moves the particles up, or down where it is negative.
  mutating func rise(_ piece: PressureHeight.Piece) { height.rise(piece, &particles) }

  /// Weighs the particles by a scan, and draws some anew from it; the first scan draws all.
  ///
  /// - Parameter knowsHeight: whether a barometer has told of every climb since the scan before.
  mutating func update(
    _ likelihood: ScanLikelihood, rows: MapRows, elapsed: Double, hasMotion: Bool, trust: Double,
    knowsHeight: Bool
  ) {
    height.isKnown = knowsHeight
    let count = parameters.count
    guard let (before, _) = particles.likeliestLevel() else {
      for _ in 0..<count {
        particles.append(draw(likelihood, rows, weight: 1 / Float(count), inherits: false))
      }
      return scans.restart()
    }
    height.hear(likelihood, level: before, elapsed: elapsed)
    let now = ScanModel.Circumstances(
      elapsed: elapsed, hasMotion: hasMotion, isAbsolute: walk.isAbsolute,
      trust: trust * places.scanShare)
    scans.weigh(
      &particles, by: likelihood, now, outdoors: ground.levels.outdoors,
      grounds: ground.surroundings.groundLevels)
    particles.normalise()
    let isOtherLevel =
      before < ground.levels.outdoors
      && Double(likelihood.levelShares[Int(before)]) < parameters.scan.otherLevel
    // Whoever was located by satellites alone may as well be inside.
    let reset =
      satellites.isFirstScan ? 0.5 : scans.reset(now, isOtherLevel: isOtherLevel)
    let kept = max(1, count - Int(Double(count) * reset))
    particles.resample(to: kept, weight: 1 / Float(count), &random)
    let weight = satellites.isFirstScan ? 1 : Float(scans.resetWeight)
    while particles.count < count {
      var particle = draw(likelihood, rows, weight: weight / Float(count), inherits: true)
      if !satellites.isFirstScan, knowsHeight || walk.isOpen {
        let other = particles[Int(random.uniform() * Float(kept))]
        if knowsHeight { height.giveHeight(to: &particle, like: other, &random) }
        if other.level == ground.levels.outdoors {
          particle.weight *= Float(satellites.parameters.throughWall)
        }
      }
      particles.append(particle)
    }
    particles.normalise()
    satellites.hear()
    // Where another level takes over by the scan, that is what the device is taken to be on from
    // now.
    if let (after, _) = particles.likeliestLevel() { height.move(from: before, to: after) }
  }

  /// Weighs the particles by a known place, and draws some anew from it; where there are none, all.
  mutating func update(_ place: PlaceModel.Place) {
    let count = parameters.count
    let before = particles.likeliestLevel()?.level
    let reset = places.weigh(&particles, by: place)
    let weight = 1 / Float(count)
    var kept = 0
    if before != nil {
      particles.normalise()
      kept = max(1, count - Int(Double(count) * reset))
      particles.resample(to: kept, weight: weight, &random)
    }
    while particles.count < count {
      let other = kept > 0 ? particles[Int(random.uniform() * Float(kept))] : nil
      particles.append(draw(place, like: other, weight: weight))
    }
    particles.normalise()
    guard let (after, share) = particles.likeliestLevel() else { return }
    if let before { height.move(from: before, to: after) }
    // While the level is open, scans have to say which it is.
    if share >= parameters.sureLevel { places.know(place) }
  }

  /// Weighs the particles by a satellite fix, and draws some anew from it, outdoors; where there
  /// are none, all. Precondition: the surroundings are known.
  mutating func update(satellites place: PlaceModel.Place) {
    let count = parameters.count
    let outdoors = ground.levels.outdoors
    walk.isOpen = true
    let weight = 1 / Float(count)
    guard let (before, _) = particles.likeliestLevel() else {
      satellites.begin(isAlone: true)
      for _ in 0..<count { particles.append(drawOutdoors(place, like: nil, weight: weight)) }
      return
    }
    satellites.weigh(&particles, by: place, outdoors: outdoors)
    particles.normalise()
    let kept = max(1, count - Int(Double(count) * parameters.satellites.reset))
    particles.resample(to: kept, weight: weight, &random)
    while particles.count < count {
      let other = particles[Int(random.uniform() * Float(kept))]
      var particle = drawOutdoors(
        place, like: other, weight: weight * Float(parameters.satellites.resetWeight))
      if other.level != outdoors { particle.weight *= Float(parameters.satellites.throughWall) }
      particles.append(particle)
    }
    particles.normalise()
    if let (after, _) = particles.likeliestLevel() { height.move(from: before, to: after) }
  }

  /// A particle under the open sky, around a satellite fix.
  private mutating func drawOutdoors(
    _ place: PlaceModel.Place, like other: Particle?, weight: Float
  ) -> Particle {
    let sigma = Float(place.sigma)
    var (x, y) = (place.x, place.y)
    for attempt in 1...Self.attempts {
      let (a, b) = random.normals()
      // Around a fix in the middle of a building the open begins farther off.
      (x, y) = (place.x + Float(attempt) * sigma * a, place.y + Float(attempt) * sigma * b)
      if !ground.surroundings.place(x: x, y: y).isInside { break }
    }
    return Particle(
      x: x, y: y, offset: other?.offset ?? walk.newOffset(&random),
      scale: other?.scale ?? walk.newScale(&random), weight: weight, level: ground.levels.outdoors)
  }

  /// A particle at a known place; where its level isn't known, on another one's.
  private mutating func draw(
    _ place: PlaceModel.Place, like other: Particle?, weight: Float
  ) -> Particle {
    let level = place.level ?? other?.level ?? drawLevel(of: place)
    let sigma = Float(place.sigma)
    var (x, y) = (place.x, place.y)
    for _ in 0..<Self.attempts {
      let (a, b) = random.normals()
      (x, y) = (place.x + sigma * a, place.y + sigma * b)
      let kind = walk.ground.walkable.kind(x: x, y: y, level: Int(level))
      if kind != GroundGrid.Cell.blocked.rawValue { break }
    }
    return Particle(
      x: x, y: y, offset: other?.offset ?? walk.newOffset(&random),
      scale: other?.scale ?? walk.newScale(&random), weight: weight, level: level)
  }

  private mutating func drawLevel(of place: PlaceModel.Place) -> Int32 {
    guard !place.levels.isEmpty else {
      return Int32(random.uniform() * Float(walk.ground.levels.count))
    }
    return place.levels[Int(random.uniform() * Float(place.levels.count))]
  }

  /// Attempts to draw a place where one can stand.
  private static let attempts = 4

  /// A particle from the scan's likelihood: at one of its rows, as often as the row's weight, under
  /// the kernel.
  private mutating func draw(
    _ likelihood: ScanLikelihood, _ rows: MapRows, weight: Float, inherits: Bool
  ) -> Particle {
    let row = likelihood.row(at: random.uniform())
    let sigma = Float(likelihood.kernel)
    let place = rows.places[row]
    let level = Int(rows.levelIndices[row])
    var (x, y) = (Float(place.x), Float(place.y))
    for _ in 0..<Self.attempts {
      let (a, b) = random.normals()
      (x, y) = (Float(place.x) + sigma * a, Float(place.y) + sigma * b)
      let kind = walk.ground.walkable.kind(x: x, y: y, level: level)
      if kind != GroundGrid.Cell.blocked.rawValue { break }
    }
    var particle = Particle(
      x: x, y: y, offset: 0, scale: 0, weight: weight, level: Int32(level))
    if inherits, random.uniform() < Float(parameters.inherit) {
      // How the device is held and how its walker steps has nothing to do with where they are.
      let other = particles[Int(random.uniform() * Float(particles.count))]
      (particle.offset, particle.scale) = (other.offset, other.scale)
    } else {
      particle.offset = walk.newOffset(&random)
      particle.scale = walk.newScale(&random)
    }
    return particle
  }

  /// What the particles say together; `nil` before the first scan.
  mutating func estimate() -> ParticleSet.Estimate? {
    particles.estimate(walk.ground.surveyed)
  }

  /// Keeps where the particles are.
  mutating func keep(in history: inout ParticleHistory, features: AccuracyFeatures) {
    history.append(&particles, features: features)
  }

  /// The mean direction of the particles' heading offsets, in radians clockwise, and its length, 0
  /// to 1: how far they agree.
  func meanOffset() -> (direction: Double, length: Double) { particles.meanOffset() }
}
