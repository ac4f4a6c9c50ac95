import IndoorGeometry
public import IndoorModel

/// Where a device is: observations go in, in order of time, and positions come out.
///
///     var positioner = Positioner(map: PositioningMap(venue: venue, map: radioMap))
///     for observation in recording.observations {
///       if let position = positioner.update(observation) { … }
///     }
///
/// It has no clock and looks at nothing but what it is given, so that the same observations give the same positions, and a
/// position depends on nothing that comes later.
public struct Positioner: Sendable {
  /// What may be chosen.
  public struct Parameters: Hashable, Sendable {
    /// What counts; the rest is passed over as if the device had no such sensor.
    public var inputs: Position.Sources = [.wifi, .ble, .motion, .pressure, .map]
    /// Whether the magnetometer counts.
    public var usesCompass = true
    /// Whether each scan is located for itself, without what came before it.
    public var scanAlone = false
    /// Of so many Wi-Fi scans only the first counts, as on phones that ration them; 1 for all.
    public var scanStride = 1
    /// Whether scans that are like nothing surveyed count for less where steps are known.
    public var doubtsScans = true
    /// Least time between two positions without a scan, in seconds.
    public var interval = 0.5
    /// Seed of the particles' random numbers.
    public var seed: UInt64 = 1
    /// What is known of the phone beforehand: the `learned` of an earlier walk, for example.
    public var learned = Learned.nothing
    /// Whether the radio offset is learned while walking.
    public var learnsRadioOffset = true

    /// Seconds after which a reading's weight has fallen to 1/e.
    var freshness = 5.0
    /// Metres of a climb after which what was heard before it doesn't count.
    var staleClimb = 2.0
    /// How long after a Wi-Fi scan beacons alone make no scan, in seconds.
    var wifiMemory = 35.0
    var trust = ScanTrust()
    var likelihood = ScanLikelihood.Parameters()
    var filter = ParticleFilter.Parameters()
    /// How the radius follows from what the device knows of its error.
    public var accuracy = AccuracyModel()
    var offset = OffsetLearner.Parameters()

    /// The defaults.
    public init() {}
  }

  /// What was chosen.
  public let parameters: Parameters
  private let map: PositioningMap
  private var matcher: RadioMatcher
  private var neighbours: NeighbourMatcher
  private var likelihood: ScanLikelihood
  private var filter: ParticleFilter
  private var motion = MotionTracker()
  private var height = HeightTracker()
  private var beacons = BeaconBuffer()
  private var offset: OffsetLearner
  private var query: [Reading] = []
  private var now: Timestamp?
  private var lastMove: Timestamp?
  private var lastScan: Timestamp?
  private var lastRow: Timestamp?
  private var sources: Position.Sources = []
  private var wifiScans = 0
  /// What the last position's radius was made of.
  public private(set) var signs = AccuracySigns()
  private var lastWiFi: Timestamp?
  /// What is known of transmitters that are gone, where that is learned. It serves scans that are located for themselves; whoever
  /// keeps it can give it to the next positioner.
  public private(set) var watch: TransmitterWatch?

  /// Makes a positioner that knows nothing yet of where the device is.
  ///
  /// - Parameter watch: what is known of transmitters that are gone, of the same radio map; with `nil` nothing of that is learned.
  public init(
    map: PositioningMap, parameters: Parameters = Parameters(), watch: TransmitterWatch? = nil
  ) {
    self.parameters = parameters
    self.map = map
    matcher = RadioMatcher(index: map.index, freshness: parameters.freshness)
    neighbours = NeighbourMatcher(index: map.neighbours)
    watch?.prepare(&neighbours)
    self.watch = watch
    likelihood = ScanLikelihood(index: map.index, parameters: parameters.likelihood)
    filter = ParticleFilter(
      parameters: parameters.filter, levels: map.index.levels,
      walkable: parameters.inputs.contains(.map) ? map.walkable : WalkableGrid(),
      corridors: map.corridors, ground: map.ground, seed: parameters.seed)
    offset = OffsetLearner(parameters: parameters.offset, offset: parameters.learned.radioOffset)
    query.reserveCapacity(512)
  }

  /// Takes one observation and returns the position where there is something new to tell: at every scan that the map
  /// knows, and between scans when the interval is over. `nil` otherwise, and as long as nothing is known.
  ///
  /// An observation from before the last one is passed over, but for scans and pressures that come
  /// up to a second late: they count as of now.
  public mutating func update(_ observation: Observation) -> Position? {
    guard let observation = observation.taken(after: now) else { return nil }
    let time = observation.time
    if now == nil { motion.orient(frame: map.frame, at: time) }
    now = time
    switch observation {
    case .scan(let scan):
      if let position = update(scan: scan) { return position }
    case .acceleration, .angularRate:
      if parameters.inputs.contains(.motion), let stride = motion.update(observation) {
        take(stride, at: time)
      }
    case .magneticField:
      if parameters.inputs.contains(.motion), parameters.usesCompass {
        _ = motion.update(observation)
      }
    case .pressure(let time, let hectopascals):
      guard parameters.inputs.contains(.pressure),
        let piece = height.update(pressure: hectopascals, at: time), filter.isStarted
      else { break }
      sources.insert(.pressure)
      filter.rise(piece)
    }
    return advance(to: time)
  }

  /// Lets time pass without an observation; the position where one is due.
  public mutating func advance(to time: Timestamp) -> Position? {
    guard filter.isStarted, let lastRow, time.seconds(since: lastRow) >= parameters.interval
    else { return nil }
    if let now, time > now { self.now = time }
    drift(to: time)
    return position(at: time)
  }

  /// What is known of the phone by now. Whoever keeps it can give it to the next positioner.
  public var learned: Learned { Learned(radioOffset: offset.offset) }

  /// Whether there has been a position.
  public var hasFix: Bool { filter.isStarted }

  /// What is peculiar about the moment of the last observation.
  public var conditions: PositionUpdate.Conditions {
    var conditions: PositionUpdate.Conditions = []
    guard let now else { return [.noRadio, .noMotion] }
    if motion.isStationary(at: now) { conditions.insert(.stationary) }
    if !motion.isAlive(at: now) { conditions.insert(.noMotion) }
    if lastScan.map({ now.seconds(since: $0) > 30 }) ?? true { conditions.insert(.noRadio) }
    if filter.isStarted, parameters.accuracy.isOutside(signs) {
      conditions.insert(.outsideCoverage)
    }
    return conditions
  }

  private mutating func update(scan: Scan) -> Position? {
    query.removeAll(keepingCapacity: true)
    let takesWiFi = takesWiFi(of: scan)
    var kinds: Position.Sources = []
    for reading in scan.readings {
      switch reading.transmitter {
      case .wifi, .column:
        guard takesWiFi else { continue }
        kinds.insert(.wifi)
        query.append(reading)
      case .beacon, .bluetooth:
        guard parameters.inputs.contains(.ble) else { continue }
        kinds.insert(.ble)
        beacons.add(reading, at: scan.time)
      }
    }
    // Beacons come one by one: they join the next Wi-Fi scan, or make a scan of their own every second where there is none.
    if kinds.contains(.wifi) {
      if lastWiFi == nil { filter.restart() }
      lastWiFi = scan.time
    } else {
      let isDue = lastScan.map { scan.time.seconds(since: $0) >= 1 } ?? true
      let isWithoutWiFi =
        lastWiFi.map { scan.time.seconds(since: $0) > parameters.wifiMemory } ?? true
      guard kinds.contains(.ble), isDue, isWithoutWiFi else { return nil }
    }
    if height.isAlive(at: scan.time) {
      // What was heard on another level says nothing of this one.
      query.removeAll { abs(height.climbed(inLast: Double($0.age) / 1000)) > parameters.staleClimb }
    }
    let count = query.count
    beacons.append(to: &query, at: scan.time)
    if query.count > count { kinds.insert(.ble) }
    let correction = offset.correction
    if correction != 0 { for i in query.indices { query[i].take(correction) } }
    guard matcher.match(query) > 0 else { return nil }
    likelihood.update(matcher: matcher)
    let likeness = Double(likelihood.best)
    let memory = filter.isStarted ? 0.6 : 0
    signs.likeness += (1 - memory) * (likeness - signs.likeness)
    signs.excess += (1 - memory) * (Double(matcher.excess) - signs.excess)
    let isFirst = !filter.isStarted
    if filter.isStarted { drift(to: scan.time) }
    let elapsed = lastScan.map { scan.time.seconds(since: $0) } ?? 0
    lastMove = scan.time
    lastScan = scan.time
    sources.formUnion(kinds)
    if filter.usesMap { sources.insert(.map) }
    if parameters.scanAlone { filter.restart() }
    filter.knowsHeight = height.isAlive(at: scan.time)
    filter.update(
      likelihood, index: map.index, elapsed: elapsed, hasMotion: motion.isAlive(at: scan.time),
      trust: parameters.doubtsScans
        ? parameters.trust.share(likeness: likeness, excess: signs.excess) : 1)
    signs.surprise += (1 - memory) * (filter.surprise - signs.surprise)
    // A scan that stands alone is placed by its neighbours; the filter has nothing to add to it.
    if parameters.scanAlone || (isFirst && !motion.isAlive(at: scan.time)),
      let position = positionAlone(at: scan.time)
    {
      return position
    }
    if parameters.learnsRadioOffset, let estimate = filter.estimate() {
      offset.learn(query, corrected: correction, estimate: estimate, matcher: matcher)
    }
    return position(at: scan.time)
  }

  /// The position of the query by its neighbours alone.
  private mutating func positionAlone(at time: Timestamp) -> Position? {
    // The filter's freshness is the filter's; rows and neighbours fade alike.
    let known = watch?.match(query, with: &neighbours) ?? neighbours.match(query)
    guard known > 0,
      let estimate = NeighbourEstimate(neighbours.neighbours, of: map.neighbours)
    else { return nil }
    let coordinate = map.frame.coordinate(from: estimate.place)
    guard estimate.place.isFinite, coordinate.isValid else { return nil }
    lastRow = time
    return Position(
      time: time, place: estimate.place, coordinate: coordinate,
      level: map.neighbours.levels[estimate.level], levelConfidence: estimate.levelShare,
      horizontalAccuracy: estimate.radius,
      heading: motion.heading, sources: sources)
  }

  /// Whether a scan's Wi-Fi counts.
  private mutating func takesWiFi(of scan: Scan) -> Bool {
    guard parameters.inputs.contains(.wifi), scan.readings.contains(where: \.isWiFi) else {
      return false
    }
    defer { wifiScans = (wifiScans + 1) % max(1, parameters.scanStride) }
    return wifiScans == 0
  }

  private mutating func take(_ stride: MotionTracker.Stride, at time: Timestamp) {
    guard filter.isStarted, !parameters.scanAlone else { return }
    drift(to: time)
    sources.insert(.motion)
    filter.knowsHeight = height.isAlive(at: time)
    filter.step(stride, isOnStairs: filter.knowsHeight && height.isClimbing)
  }

  /// Spreads the particles for the time that passed.
  private mutating func drift(to time: Timestamp) {
    guard let last = lastMove, time > last, !parameters.scanAlone else { return }
    filter.drift(elapsed: time.seconds(since: last), hasMotion: motion.isAlive(at: time))
    lastMove = time
  }

  private mutating func position(at time: Timestamp) -> Position? {
    guard let estimate = filter.estimate() else { return nil }
    lastRow = time
    let place = LocalPoint(x: estimate.x, y: estimate.y)
    let coordinate = map.frame.coordinate(from: place)
    guard place.isFinite, coordinate.isValid else { return nil }
    signs.spread = estimate.spread
    // Where no walls are known particles spread into what would be shops, as far from any path.
    signs.fromSurvey = (filter.usesMap ? 1 : 0.6) * estimate.fromSurvey
    let radius = parameters.accuracy.radius(signs)
    let heading = motion.heading.map { filter.aided($0) }
    let speed = motion.speed(at: time)
    return Position(
      time: time, place: place, coordinate: coordinate, level: map.index.levels[estimate.level],
      levelConfidence: estimate.levelShare, horizontalAccuracy: radius, heading: heading,
      sources: sources, levelLabel: map.label(ofLevel: estimate.level),
      unit: map.unit(at: place, level: estimate.level),
      course: speed ?? 0 > 0 ? heading : nil, speed: speed)
  }
}

extension Reading {
  /// Whether it is of a Wi-Fi radio, or of a table's column, and not of a beacon.
  var isWiFi: Bool {
    switch transmitter {
    case .wifi, .column: true
    case .beacon, .bluetooth: false
    }
  }

  /// Makes the reading weaker.
  fileprivate mutating func take(_ decibels: Int) {
    rssi = Int8(max(-128, min(127, Int(rssi) - decibels)))
  }
}
