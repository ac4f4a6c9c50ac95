import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Follows a device from its first scan on: steps, time and pressure move a thousand particles,
/// scans weigh them.
struct Tracker: Sendable {
  struct Parameters: Hashable, Sendable {
    var trust = ScanTrust()
    var likelihood = ScanLikelihood.Parameters()
    var filter = ParticleFilter.Parameters()
    /// How the radius follows from what the device knows of its error.
    var accuracy = AccuracyModel()
    /// The same of a track: surer by a tenth, on the same walks.
    var trackAccuracy = AccuracyModel(base: 0.57)
    var heading = HeadingAccuracy()
    /// Seconds that moments of a track are apart at least; 0 where each scan and known place is
    /// one.
    var spacing = 0.0
    /// Whether scans that are like nothing surveyed count for less where steps are known.
    var doubtsScans = true
  }

  /// How alike the last scan and the map's rows are.
  private(set) var scores: CosineScores
  private let parameters: Parameters
  private var likelihood: ScanLikelihood
  private var filter: ParticleFilter
  /// What the last fix's radius was made of.
  var features: AccuracyFeatures {
    guard first != nil else { return lastFeatures }
    var taken = self
    taken.takeFirst()
    return taken.lastFeatures
  }
  private var lastFeatures = AccuracyFeatures()
  /// The first scan, as long as nobody needs more than that there was one: a scan that stands alone
  /// is placed by its neighbours, and to spread a large map's rows over the ground for it would
  /// take longer than they do.
  private var first: FirstScan?

  private struct FirstScan: Sendable {
    var readings: [Reading]
    var time: Timestamp
    var hasMotion, knowsHeight: Bool
  }

  /// Up to when time has passed for the particles.
  private var passed: Timestamp?
  private var lastScan: Timestamp?
  /// What a track needs afterwards, where that is kept.
  private(set) var log: ParticleLog?
  /// Where the particles were, where that is kept.
  private var history: ParticleHistory?

  /// Makes a tracker that knows nothing yet; the first scan starts it.
  init(index: CosineIndex, ground: Ground, parameters: Parameters, seed: UInt64) {
    self.parameters = parameters
    scores = CosineScores(index: index)
    likelihood = ScanLikelihood(rows: index.rows, parameters: parameters.likelihood)
    filter = ParticleFilter(parameters: parameters.filter, ground: ground, seed: seed)
  }

  /// Whether there was a scan.
  var isStarted: Bool { filter.isStarted || first != nil }

  /// Whether walls and shops count.
  var usesWalls: Bool { filter.usesWalls }

  /// Begins anew: what was heard before says nothing of where the device is.
  mutating func restart() {
    takeFirst()
    filter.restart()
    log?.restart()
  }

  /// Forgets where the device is: the next scan is the first.
  mutating func forget() {
    (first, lastScan) = (nil, nil)
    lastFeatures = AccuracyFeatures()
    filter.restart()
    log?.restart()
  }

  /// Keeps from now on where the particles were at so many moments.
  mutating func keepHistory(of moments: Int) {
    history = ParticleHistory(
      capacity: parameters.filter.count, moments: moments, levels: filter.ground.levels.layers)
  }

  /// Keeps where the particles are, if that is wanted.
  mutating func remember() {
    takeFirst()
    guard var kept = history.take() else { return }
    filter.keep(in: &kept, features: lastFeatures)
    history = kept
  }

  /// Where the device was at the first of the moments that are remembered, by what is known now,
  /// and lets go of it; `nil` where nothing goes back so far.
  mutating func recall(facing heading: Heading?) -> Fix? {
    takeFirst()
    guard
      let (estimate, known) = history?.removeFirst(filter.particles, filter.ground.surveyed)
    else { return nil }
    var features = known
    features.update(estimate, usesWalls: usesWalls)
    return made(of: estimate, features, facing: heading)
  }

  /// Keeps from now on what a track needs afterwards.
  mutating func keepLog() {
    takeFirst()
    log = ParticleLog(parameters: parameters.filter.walk)
  }

  /// Forgets the first moments of what is kept.
  mutating func forgetLog(first count: Int) { log?.removeFirst(count) }

  /// Keeps the particles as they are now.
  mutating func note() {
    takeFirst()
    guard isStarted, let passed else { return }
    log?.append(
      filter.particles, at: passed, features: lastFeatures, levelHeight: filter.levelHeight,
      knowsSatellites: filter.satellites.isKnown)
  }

  /// Keeps them unless the last moment is too near.
  private mutating func noteIfApart(at time: Timestamp) {
    if log?.isApart(at: time, by: parameters.spacing) ?? false { note() }
  }

  /// Lets time pass, with what the motion sensors say or without it.
  mutating func pass(to time: Timestamp, hasMotion: Bool) {
    takeFirst()
    guard isStarted, let last = passed, time > last else { return }
    filter.pass(time.seconds(since: last), hasMotion: hasMotion)
    passed = time
    guard log != nil else { return }
    log?.pass(time.seconds(since: last), to: time, hasMotion: hasMotion)
    if log?.isDue(at: time) ?? false { note() }
  }

  /// Takes a step.
  mutating func step(_ stride: MotionTracker.Stride, isClimbing: Bool, knowsHeight: Bool) {
    takeFirst()
    guard isStarted else { return }
    filter.step(stride, isClimbing: isClimbing, knowsHeight: knowsHeight)
    guard let passed else { return }
    let isOnStairs = isClimbing && knowsHeight
    log?.step(
      stride, length: isOnStairs ? min(stride.length, parameters.filter.walk.tread) : stride.length,
      at: passed)
  }

  /// Takes a way up or down.
  mutating func rise(_ piece: PressureHeight.Piece) {
    takeFirst()
    guard isStarted else { return }
    filter.rise(piece)
    log?.climb(piece.metres)
  }

  /// Whether a place was known since it began.
  var knowsPlace: Bool { filter.places.isKnown }

  /// Takes a known place.
  mutating func know(_ place: PlaceModel.Place, at time: Timestamp, hasMotion: Bool) {
    pass(to: time, hasMotion: hasMotion)
    filter.update(place)
    passed = time
    noteIfApart(at: time)
  }

  /// Whether there was a satellite fix since it began.
  var knowsSatellites: Bool { filter.satellites.isKnown }

  /// Takes a satellite fix; whether it counts. Where nothing else is known, one in a building or of
  /// a large radius doesn't: the device is probably inside, anywhere.
  mutating func follow(_ place: PlaceModel.Place, at time: Timestamp, hasMotion: Bool) -> Bool {
    let surroundings = filter.ground.surroundings
    guard !surroundings.isEmpty else { return false }
    let isOpen = !surroundings.place(x: place.x, y: place.y).isInside
    guard isStarted || isOpen && place.sigma <= Self.farthestSigma else { return false }
    pass(to: time, hasMotion: hasMotion)
    filter.update(satellites: place)
    passed = time
    noteIfApart(at: time)
    return true
  }

  /// Standard deviation of a satellite fix, in metres, up to which a device is located by it alone.
  private static let farthestSigma = 15.0

  /// Takes a scan's readings; how many of them the map knows.
  mutating func hear(
    _ readings: [Reading], at time: Timestamp, hasMotion: Bool, knowsHeight: Bool
  ) -> Int {
    takeFirst()
    if !isStarted, lastScan == nil, log == nil {
      let known = scores.knownCount(of: readings)
      if known > 0 {
        first = FirstScan(
          readings: readings, time: time, hasMotion: hasMotion, knowsHeight: knowsHeight)
      }
      return known
    }
    return take(readings, at: time, hasMotion: hasMotion, knowsHeight: knowsHeight)
  }

  /// Takes the first scan where that wasn't done yet.
  @inline(__always)
  private mutating func takeFirst() {
    guard let scan = first.take() else { return }
    _ = take(
      scan.readings, at: scan.time, hasMotion: scan.hasMotion, knowsHeight: scan.knowsHeight)
  }

  private mutating func take(
    _ readings: [Reading], at time: Timestamp, hasMotion: Bool, knowsHeight: Bool
  ) -> Int {
    let known = scores.match(readings)
    guard known > 0 else { return 0 }
    likelihood.update(scores)
    let isFirst = lastScan == nil || !isStarted
    let similarity = Double(likelihood.similarity)
    lastFeatures.update(similarity: similarity, excess: Double(scores.excess), isFirst: isFirst)
    pass(to: time, hasMotion: hasMotion)
    filter.update(
      likelihood, rows: scores.index.rows,
      elapsed: lastScan.map { time.seconds(since: $0) } ?? 0, hasMotion: hasMotion,
      trust: parameters.doubtsScans
        ? parameters.trust.share(similarity: similarity, excess: lastFeatures.excess) : 1,
      knowsHeight: knowsHeight)
    lastFeatures.update(surprise: filter.surprise, isFirst: isFirst)
    (passed, lastScan) = (time, time)
    noteIfApart(at: time)
    return known
  }

  /// Where the device is now, and where it faces by a compass's heading; `nil` before the first
  /// scan.
  mutating func fix(facing heading: Heading?) -> Fix? {
    takeFirst()
    guard let estimate = filter.estimate() else { return nil }
    lastFeatures.update(estimate, usesWalls: usesWalls)
    lastFeatures.knownPlace = 1 - filter.places.scanShare
    return made(of: estimate, lastFeatures, facing: heading)
  }

  private func made(
    of estimate: ParticleSet.Estimate, _ features: AccuracyFeatures, facing heading: Heading?
  ) -> Fix {
    Fix(
      estimate, features, parameters.accuracy, on: filter.ground,
      knowsSatellites: knowsSatellites,
      heading: heading.map { parameters.heading.turned($0, by: filter.meanOffset()) })
  }
}
