import IndoorModel

/// What backward simulation needs of a forward filter: its particles at moments a few seconds
/// apart, and how the device moved between them.
struct ParticleLog: Sendable {
  /// The particles of a moment.
  struct Moment: Sendable {
    var time: Timestamp
    /// Weighted by everything up to then.
    var particles: ParticleSet
    /// How the device came here from the moment before; `nil` where the filter began anew.
    var leg: Leg?
    /// What the filter knew of its error.
    var features: AccuracyFeatures
    /// Metres from a level's floor to the next one's.
    var levelHeight: Double
    /// Whether there was a satellite fix since the filter began.
    var knowsSatellites: Bool
  }

  /// Seconds after which there is a moment even without a scan.
  static let interval = 2.0

  /// In order of time.
  private(set) var moments: [Moment] = []
  private let parameters: WalkModel.Parameters
  private var leg: Leg?
  private var isAbsolute = true

  init(parameters: WalkModel.Parameters) { self.parameters = parameters }

  /// Whether so much time has passed that there should be a moment.
  func isDue(at time: Timestamp) -> Bool {
    moments.last.map { time.seconds(since: $0.time) >= Self.interval } ?? false
  }

  /// Whether the last moment is at least so many seconds ago.
  func isApart(at time: Timestamp, by seconds: Double) -> Bool {
    moments.last.map { time.seconds(since: $0.time) >= seconds } ?? true
  }

  /// Takes up a step of so many metres.
  mutating func step(_ stride: MotionTracker.Stride, length: Double, at time: Timestamp) {
    setAbsolute(stride.isAbsolute)
    leg?.step(stride, length: length, at: time, parameters)
  }

  /// Takes up time that passed, in seconds.
  mutating func pass(_ elapsed: Double, to time: Timestamp, hasMotion: Bool) {
    guard !hasMotion else {
      leg?.drift(elapsed, parameters)
      return
    }
    setAbsolute(false)
    leg?.wander(elapsed, to: time, parameters)
  }

  /// Takes up a way up or down, in metres.
  mutating func climb(_ metres: Double) { leg?.climb(metres) }

  /// Takes up the particles of a moment. Of one time the last ones count.
  mutating func append(
    _ particles: ParticleSet, at time: Timestamp, features: AccuracyFeatures, levelHeight: Double,
    knowsSatellites: Bool = false
  ) {
    var moment = Moment(
      time: time, particles: particles.kept, leg: leg, features: features,
      levelHeight: levelHeight, knowsSatellites: knowsSatellites)
    if let last = moments.last, last.time == time, moment.leg != nil {
      moment.leg = last.leg
      moments.removeLast()
    }
    moments.append(moment)
    leg = Leg()
  }

  /// The filter begins anew: nothing leads from the moments before to those after.
  mutating func restart() { leg = nil }

  /// Forgets the first moments.
  mutating func removeFirst(_ count: Int) { moments.removeFirst(count) }

  private mutating func setAbsolute(_ absolute: Bool) {
    if absolute != isAbsolute { leg?.loseOffset() }
    isAbsolute = absolute
  }
}
