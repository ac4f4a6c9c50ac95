import IndoorModel

/// The updates of a positioner over a sequence of observations, as live sensors or a `Replay` give
/// them.
///
///     for try await update in PositionUpdates(of: observations, map: map) {
///       if let position = update.position { show(position) }
///     }
///
/// It pulls: while the app is busy with one update nothing is computed and nothing heaps up here;
/// what the sensors deliver meanwhile waits in their own sequence, which an `AsyncStream` with
/// `.bufferingNewest` keeps within bounds. It ends where the observations end and where its task is
/// cancelled.
public struct PositionUpdates<Observations: AsyncSequence>: AsyncSequence
where Observations.Element == Observation {
  private let observations: Observations
  private let map: PositioningMap
  private let parameters: Positioner.Parameters

  /// Makes the updates of observations, in order of time.
  public init(
    of observations: Observations, map: PositioningMap, parameters: Positioner.Parameters = .init()
  ) {
    self.observations = observations
    self.map = map
    self.parameters = parameters
  }

  /// Begins from nothing.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<PositionUpdate, any Error> {
    Iterator(
      base: observations.makeAsyncIterator(),
      positioner: Positioner(map: map, parameters: parameters))
  }

  /// Gives one update after the other.
  private struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Observations.AsyncIterator
    fileprivate var positioner: Positioner
    private var lastTold: Timestamp?

    fileprivate init(base: Observations.AsyncIterator, positioner: Positioner) {
      self.base = base
      self.positioner = positioner
    }

    /// The next update: with every position, and once a second while there is none. `nil` at the
    /// end and when cancelled.
    ///
    /// - Throws: what the observations throw.
    mutating func next() async throws -> PositionUpdate? {
      while !Task.isCancelled, let observation = try await base.next() {
        if let position = positioner.update(observation) {
          lastTold = position.time
          return update(at: position.time, position)
        }
        let time = observation.time
        guard !positioner.hasFix, lastTold.map({ time.seconds(since: $0) >= 1 }) ?? true else {
          continue
        }
        lastTold = time
        return update(at: time, nil)
      }
      return nil
    }

    private func update(at time: Timestamp, _ position: Position?) -> PositionUpdate {
      PositionUpdate(
        time: time, position: position, conditions: positioner.conditions,
        learned: positioner.learned)
    }
  }
}
