import IndoorModel
import IndoorPositioning

/// A device that sends what it measures: its positioner, which goes on from message to message.
actor LiveSession {
  /// What others know it by; the id is known to the device alone.
  nonisolated let name: String

  private var positioner: Positioner
  private let ground: PositioningGround
  private var newest: Position?

  /// What came of a message.
  struct Outcome: Sendable {
    /// The positions that it gave, as GeoJSON with the session's name.
    var features: [String] = []
    /// The newest position of all; `nil` as long as nothing is known.
    var newest: String?
    /// How many observations counted.
    var taken = 0
    /// How many were stamped before the newest position.
    var dropped = 0
  }

  init(name: String, on ground: PositioningGround) {
    self.name = name
    self.ground = ground
    positioner = Positioner(map: ground.map)
  }

  /// Takes what was measured, in order of time.
  func take(_ observations: [Observation]) -> Outcome {
    var outcome = Outcome()
    let last = newest?.time
    let fresh = observations.filter { observation in last.map { observation.time >= $0 } ?? true }
    outcome.taken = fresh.count
    outcome.dropped = observations.count - fresh.count
    let positions = positioner.positions(of: fresh)
    outcome.features = positions.map(feature)
    newest = positions.last ?? newest
    outcome.newest = outcome.features.last ?? newest.map(feature)
    return outcome
  }

  private func feature(_ position: Position) -> String {
    ground.text(of: position, session: name)
  }
}
