import IndoorModel
import IndoorPositioning

/// A device that sends what it measures: its positioner, which goes on from message to message.
actor LiveSession {
  /// What others know it by; the id is known to the device alone.
  nonisolated let name: String

  private var positioner: Positioner
  private let ground: PositioningGround
  private var newest: Position?
  private var taken = TakenObservations()
  private let keeping: Keeping?
  private var kept: (learned: Learned, time: ContinuousClock.Instant)

  /// Where what is learned of a device goes.
  struct Keeping: Sendable {
    /// What the device calls itself.
    var device: String
    /// Where it goes.
    var devices: Devices
    /// What was learned before.
    var learned: Learned
  }

  /// How long at least between two times that it is kept.
  private static let pause = Duration.seconds(30)

  /// What came of a message.
  struct Outcome: Sendable {
    /// The positions that it gave, as GeoJSON with the session's name.
    var features: [String] = []
    /// The newest position of all, be it of long ago; `nil` before the first.
    var newest: String?
    /// How many observations counted.
    var taken = 0
    /// How many were stamped before the newest position, or had been taken before.
    var dropped = 0
  }

  init(name: String, on ground: PositioningGround, keeping: Keeping? = nil) {
    self.name = name
    self.ground = ground
    self.keeping = keeping
    var parameters = Positioner.Parameters()
    if let keeping { parameters.learned = keeping.learned }
    positioner = Positioner(map: ground.map, parameters: parameters)
    kept = (positioner.learned, .now)
  }

  /// Takes what was measured, in order of time. What comes again, as in a message whose answer was
  /// lost, counts once.
  func take(_ observations: [Observation]) -> Outcome {
    var outcome = Outcome()
    let last = newest?.time
    let fresh = observations.filter { observation in
      (last.map { observation.time >= $0 } ?? true) && taken.take(observation)
    }
    outcome.taken = fresh.count
    outcome.dropped = observations.count - fresh.count
    let positions = positioner.positions(of: fresh)
    outcome.features = positions.map(feature)
    if let position = positions.last {
      newest = position
      taken.forget(before: position.time)
    }
    outcome.newest = outcome.features.last ?? newest.map(feature)
    if ContinuousClock.now - kept.time > Self.pause { keep() }
    return outcome
  }

  /// Keeps what was learned of the device since that was last done.
  func keep() {
    let learned = positioner.learned
    guard let keeping, learned != kept.learned else { return }
    // A disk that is full is no reason not to say where the device is.
    try? keeping.devices.keep(learned, of: keeping.device)
    kept = (learned, .now)
  }

  private func feature(_ position: Position) -> String {
    ground.text(of: position, session: name)
  }
}
