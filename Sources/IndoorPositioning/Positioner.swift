import IndoorGeometry
package import IndoorModel

/// Where a device is: observations go in, in order of time, and positions come out.
///
///     var positioner = Positioner(map: PositioningMap(venue: venue, map: radioMap))
///     for observation in recording.observations {
///       if let position = positioner.update(observation) { … }
///     }
///
/// It has no clock and looks at nothing but what it is given, so that the same observations give
/// the same positions, and a position depends on nothing that comes later.
public struct Positioner: Sendable {
  /// What was chosen.
  package let parameters: Parameters
  private let map: PositioningMap
  private var ears: Ears
  private var motion: MotionTracker
  private var height = PressureHeight()
  private var tracker: Tracker
  private var locator: ScanLocator
  private var offset: OffsetLearner
  private var stamps = Stamps()
  private var sources: Position.Sources = []
  /// Where the device was when that was last told.
  private var fix: Fix?
  /// Positions that wait, where they shall.
  private var delay: Delay?

  /// When things last happened, on the observations' clock.
  private struct Stamps: Sendable {
    var now: Timestamp?
    /// The last observation.
    var observed: Timestamp?
    /// The last scan that the map knew.
    var scan: Timestamp?
    /// The last observation that is enough to tell the level.
    var level: Timestamp?
    var position: Timestamp?
  }

  /// Makes a positioner that knows nothing yet of where the device is.
  ///
  /// - Parameter watch: what is known of transmitters that are gone, of the same radio map; with
  ///   `nil` nothing of that is learned.
  package init(
    map: PositioningMap, parameters: Parameters = Parameters(), watch: TransmitterWatch?
  ) {
    self.parameters = parameters
    self.map = map
    ears = Ears(parameters)
    motion = MotionTracker(steps: parameters.steps)
    tracker = Tracker(
      index: map.cosine,
      ground: map.ground(for: parameters),
      parameters: parameters.tracker, seed: parameters.seed)
    locator = ScanLocator(
      index: map.nearest, mostWork: parameters.mostSearchWork, watch: watch)
    offset = OffsetLearner(parameters: parameters.offset, offset: parameters.learned.radioOffset)
    if parameters.lag > 0, !parameters.scanAlone {
      let delay = Delay(seconds: parameters.lag)
      tracker.keepHistory(of: delay.moments)
      self.delay = delay
    }
  }

  /// Makes a positioner that knows nothing yet of where the device is.
  public init(map: PositioningMap, parameters: Parameters = Parameters()) {
    self.init(map: map, parameters: parameters, watch: nil)
  }

  /// Takes one observation and returns the position where there is something new to tell: at every
  /// scan that the map knows, and between scans when the interval is over. `nil` otherwise, and as
  /// long as nothing is known.
  ///
  /// An observation from before the last one is passed over, but for scans and pressures that come
  /// up to a second late: they count as of now. Over five minutes after the last one nobody knows
  /// where the device is any more, and there is no position until it is heard or known anew.
  public mutating func update(_ observation: Observation) -> Position? {
    delayed(updated(observation))
  }

  /// Lets time pass without an observation; the position where one is due.
  package mutating func advance(to time: Timestamp) -> Position? { delayed(advanced(to: time)) }

  private mutating func updated(_ observation: Observation) -> Position? {
    guard let observation = observation.taken(after: stamps.now) else { return nil }
    let time = observation.time
    if stamps.now == nil { motion.orient(frame: map.frame, at: time) }
    forget(at: time)
    (stamps.now, stamps.observed) = (time, time)
    switch observation {
    case .scan(let scan):
      if hear(scan) { return position(at: time) }
    case .acceleration, .angularRate:
      if parameters.inputs.contains(.motion), let stride = motion.update(observation) {
        step(stride, at: time)
      }
    case .magneticField:
      if parameters.inputs.contains(.motion), parameters.usesCompass {
        _ = motion.update(observation)
      }
    case .pressure(let time, let hectopascals):
      guard parameters.inputs.contains(.pressure),
        let piece = height.update(pressure: hectopascals, at: time), hasFix
      else { break }
      sources.insert(.pressure)
      tracker.rise(piece)
    case .fix(let known):
      let counts = known.source == .satellites ? follow(known) : know(known)
      if counts { return position(at: time) }
    }
    return advanced(to: time)
  }

  /// Lets time pass without an observation; the position of that time where one is due.
  mutating func advanced(to time: Timestamp) -> Position? {
    forget(at: time)
    guard hasFix, let last = stamps.position, time.seconds(since: last) >= parameters.interval
    else { return nil }
    if let now = stamps.now, time > now { stamps.now = time }
    if tracker.isStarted {
      tracker.pass(to: time, hasMotion: motion.isAlive(at: time))
      fix = tracker.fix(facing: motion.heading)
    } else {
      fix?.heading = motion.heading
    }
    return position(at: time)
  }

  /// Forgets where the device is if nothing was observed for too long.
  private mutating func forget(at time: Timestamp) {
    guard hasFix, let last = stamps.observed, time.seconds(since: last) > Self.longestSilence
    else { return }
    tracker.forget()
    ears.forget()
    fix = nil
    stamps.level = nil
    sources = []
  }

  /// What is known of the phone by now. Whoever keeps it can give it to the next positioner.
  public var learned: Learned { Learned(radioOffset: offset.offset) }

  /// What is known of transmitters that are gone, where that is learned. It serves scans that are
  /// located for themselves; whoever keeps it can give it to the next positioner.
  package var watch: TransmitterWatch? { locator.watch }

  /// What searches for scans that are located for themselves took.
  package var searches: SearchWork { locator.searches }

  /// What the last position's radius was made of.
  @_spi(Measuring) public var features: AccuracyFeatures { tracker.features }

  /// What a track needs afterwards, where that is kept.
  var log: ParticleLog { tracker.log ?? ParticleLog(parameters: parameters.tracker.filter.walk) }

  /// Keeps from now on what a track needs afterwards.
  mutating func keepLog() { tracker.keepLog() }

  /// Forgets the first moments of what is kept.
  mutating func forgetLog(first count: Int) { tracker.forgetLog(first: count) }

  /// Keeps the last moment, too.
  mutating func endLog() { tracker.note() }

  /// Where the compass says that the device faces.
  var facing: Heading? { motion.heading }

  /// When the last position was.
  var lastPosition: Timestamp? { stamps.position }

  /// Whether there has been a position.
  @_spi(Measuring) public var hasFix: Bool { fix != nil }

  /// Transmitters that the map knows from which on a scan is enough to tell the level.
  private static let fewestForLevel = 5

  /// Seconds without a scan that the map knows after which there is no radio.
  private static let silence = 30.0

  /// What is peculiar about the moment of the last observation.
  package var conditions: PositionUpdate.Conditions {
    var conditions: PositionUpdate.Conditions = []
    guard let now = stamps.now else { return [.noRadio, .noMotion] }
    if motion.isStationary(at: now) { conditions.insert(.stationary) }
    if !motion.isAlive(at: now) { conditions.insert(.noMotion) }
    if stamps.scan.map({ now.seconds(since: $0) > Self.silence }) ?? true {
      conditions.insert(.noRadio)
    }
    if fix?.isOutside ?? false { conditions.insert(.outsideCoverage) }
    return conditions.union(remarks)
  }

  /// What is to be said of the last fix.
  private var remarks: PositionUpdate.Conditions {
    guard let fix else { return [] }
    if fix.isOutdoors { return .outdoors }
    return stamps.level == nil ? .unsureLevel : []
  }

  /// Locates the device by a scan; whether that was possible.
  private mutating func hear(_ scan: Scan) -> Bool {
    let knowsHeight = height.isAlive(at: scan.time)
    guard
      let heard = ears.hear(
        scan, climbed: knowsHeight ? height : nil, less: offset.correction)
    else { return false }
    if heard.isFirstWiFi, !tracker.knowsPlace, !tracker.knowsSatellites {
      tracker.restart()
      fix = nil
    }
    let hasMotion = motion.isAlive(at: scan.time)
    var found: Fix?
    var known = 0
    if parameters.scanAlone {
      found = locator.fix(of: ears.readings, facing: motion.heading)
      known = locator.known
    } else {
      let isFirst = !tracker.isStarted
      known = tracker.hear(
        ears.readings, at: scan.time, hasMotion: hasMotion, knowsHeight: knowsHeight)
      guard known > 0 else { return false }
      // One scan alone is placed by its neighbours: a tracker has nothing to add to it but steps.
      if isFirst, !hasMotion { found = locator.fix(of: ears.readings, facing: motion.heading) }
      if found == nil {
        found = tracker.fix(facing: motion.heading)
        if parameters.learnsRadioOffset, let found, !found.isOutdoors {
          offset.learn(
            ears.readings, corrected: heard.correction, at: found, tracker.scores, map.strips)
        }
      }
    }
    guard let found else { return false }
    if known >= Self.fewestForLevel {
      stamps.level = scan.time
    } else if parameters.scanAlone || found.level != fix?.level {
      stamps.level = nil
    }
    fix = found
    stamps.scan = scan.time
    sources.formUnion(heard.kinds)
    if tracker.isStarted, tracker.usesWalls { sources.insert(.map) }
    return true
  }

  /// Whether there was a satellite fix that counts.
  var knowsSatellites: Bool { tracker.knowsSatellites }

  /// Takes a satellite fix; whether it counts.
  private mutating func follow(_ known: KnownPlace) -> Bool {
    guard parameters.inputs.contains(.fix), !parameters.scanAlone,
      let place = map.place(of: known),
      tracker.follow(place, at: known.time, hasMotion: motion.isAlive(at: known.time)),
      let found = tracker.fix(facing: motion.heading)
    else { return false }
    fix = found
    sources.insert(.fix)
    return true
  }

  /// Takes a known place; whether it counts.
  private mutating func know(_ known: KnownPlace) -> Bool {
    guard parameters.inputs.contains(.fix), !parameters.scanAlone,
      let place = map.place(of: known)
    else { return false }
    tracker.know(place, at: known.time, hasMotion: motion.isAlive(at: known.time))
    guard let found = tracker.fix(facing: motion.heading) else { return false }
    if place.level != nil { stamps.level = known.time }
    fix = found
    sources.insert(.fix)
    if tracker.usesWalls { sources.insert(.map) }
    return true
  }

  private mutating func step(_ stride: MotionTracker.Stride, at time: Timestamp) {
    guard tracker.isStarted else { return }
    tracker.pass(to: time, hasMotion: motion.isAlive(at: time))
    sources.insert(.motion)
    tracker.step(
      stride, isClimbing: height.isClimbing, knowsHeight: height.isAlive(at: time))
  }

  /// Lets a position wait where it shall, and gives the one that has waited long enough.
  mutating func delayed(_ position: Position?) -> Position? {
    guard delay != nil else { return position }
    if let position {
      tracker.remember()
      delay?.append(position, facing: motion.heading)
    }
    guard let now = stamps.now, let waited = delay?.removeFirst(at: now) else { return nil }
    return settled(waited)
  }

  /// Positions that still wait (see `Parameters.lag`), in order of time: for when no more
  /// observations come.
  public mutating func waiting() -> [Position] {
    var positions: [Position] = []
    while let waited = delay?.removeFirst() { positions.append(settled(waited)) }
    return positions
  }

  private mutating func settled(_ waited: Delay.Pending) -> Position {
    var position = waited.position
    if let fix = tracker.recall(facing: waited.facing) { map.put(fix, into: &position) }
    position.sources.insert(.lagged)
    return position
  }

  /// What is told of the last fix: the one place where a position is made.
  private mutating func position(at time: Timestamp) -> Position? {
    guard let fix else { return nil }
    stamps.position = time
    let coordinate = map.frame.coordinate(from: fix.place)
    guard fix.place.isFinite, coordinate.isValid else { return nil }
    let speed = motion.speed(at: time)
    return Position(
      time: time, place: fix.place, coordinate: coordinate, level: map.levels[fix.level],
      levelConfidence: fix.levelShare, horizontalAccuracy: fix.radius, heading: fix.heading,
      sources: sources, levelLabel: map.label(ofLevel: fix.level),
      unit: fix.isOutdoors ? nil : map.unit(at: fix.place, level: fix.level),
      course: speed ?? 0 > 0 ? fix.heading : nil, speed: speed, conditions: remarks)
  }
}
