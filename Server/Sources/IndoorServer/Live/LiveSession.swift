import IndoorModel
import IndoorPositioning
import Synchronization

/// A device that sends what it measures: its positioner, which goes on from message to message.
///
/// Positions are computed beside the threads that answer, one message of a session after the other.
final class LiveSession: Sendable {
  /// What others know it by; the id is known to the device alone.
  let name: String

  private let keeping: Keeping?
  private let tracking: Mutex<Tracking>
  private let turns = VenueWriters()

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
    /// Whether the venue or its radio map is another than before, so that what was known of the
    /// device's place counts no more.
    var beginsAnew = false
  }

  private struct Tracking {
    var positioner: Positioner
    var ground: PositioningGround
    var stamp: VenueStamp
    var newest: Position?
    var taken = TakenObservations()
    var kept: (learned: Learned, time: ContinuousClock.Instant)
  }

  /// - Parameter stamp: the venue file's that `ground` is of.
  init(name: String, on ground: PositioningGround, stamp: VenueStamp, keeping: Keeping? = nil) {
    self.name = name
    self.keeping = keeping
    var parameters = Positioner.Parameters()
    if let keeping { parameters.learned = keeping.learned }
    let positioner = Positioner(map: ground.map, parameters: parameters)
    tracking = Mutex(
      Tracking(
        positioner: positioner, ground: ground, stamp: stamp, kept: (positioner.learned, .now)))
  }

  /// Takes what was measured, in order of time. What comes again, as in a message whose answer was
  /// lost, counts once.
  ///
  /// - Parameters:
  ///   - venue: the venue as it is now.
  ///   - isLong: whether it takes seconds.
  /// - Throws: where the venue has become another, what reading it throws.
  func take(
    _ observations: [Observation], in venue: ServedVenue, isLong: Bool
  ) async throws -> Outcome {
    try await turns.inTurn(name) { [self] in
      let beginsAnew =
        if tracking.withLock({ $0.stamp }) == venue.stamp { false } else {
          move(to: try await venue.positioning(), venue.stamp)
        }
      var outcome = try await Blocking.follow(isLong: isLong) { [self] in
        defer { keepNowAndThen() }
        return take(observations)
      }
      outcome.beginsAnew = beginsAnew
      return outcome
    }
  }

  /// Keeps what was learned of the device since that was last done.
  func keep() async {
    _ = try? await turns.inTurn(name) { [self] in
      try await Blocking.run { [self] in keepLearned() }
    }
  }

  /// Goes on where the file was written to; begins anew where the venue or its radio map is
  /// another, with what was learned of the device.
  private func move(to ground: PositioningGround, _ stamp: VenueStamp) -> Bool {
    tracking.withLock { tracking in
      tracking.stamp = stamp
      guard tracking.ground.identity != ground.identity else { return false }
      var parameters = Positioner.Parameters()
      parameters.learned = tracking.positioner.learned
      tracking.positioner = Positioner(map: ground.map, parameters: parameters)
      tracking.ground = ground
      tracking.newest = nil
      tracking.taken = TakenObservations()
      return true
    }
  }

  private func take(_ observations: [Observation]) -> Outcome {
    tracking.withLock { tracking in
      var outcome = Outcome()
      let last = tracking.newest?.time
      var fresh: [Observation] = []
      for observation in observations
      where (last.map { observation.time >= $0 } ?? true) && tracking.taken.take(observation) {
        fresh.append(observation)
      }
      outcome.taken = fresh.count
      outcome.dropped = observations.count - fresh.count
      let positions = tracking.positioner.positions(of: fresh)
      outcome.features = positions.map { tracking.ground.text(of: $0, session: name) }
      if let position = positions.last {
        tracking.newest = position
        tracking.taken.forget(before: position.time)
      }
      outcome.newest =
        outcome.features.last
        ?? tracking.newest.map { tracking.ground.text(of: $0, session: name) }
      return outcome
    }
  }

  private func keepNowAndThen() {
    if ContinuousClock.now - tracking.withLock({ $0.kept.time }) > Self.pause { keepLearned() }
  }

  private func keepLearned() {
    let (learned, kept) = tracking.withLock { ($0.positioner.learned, $0.kept.learned) }
    guard let keeping, learned != kept else { return }
    // A disk that is full is no reason not to say where the device is.
    try? keeping.devices.keep(learned, of: keeping.device)
    tracking.withLock { $0.kept = (learned, .now) }
  }
}
