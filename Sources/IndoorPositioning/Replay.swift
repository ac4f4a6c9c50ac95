package import IndoorModel

/// Values that were stamped once, given again at their own pace or any other: recordings at a desk,
/// scripted positions.
///
///     Replay(recording.observations, speed: 4)
///     Replay.positions([lobby, stairs, gallery])
///
/// It waits between values, never before the first, and lets go at once when its task is cancelled.
public struct Replay<Element: Sendable>: AsyncSequence, Sendable {
  private let values: [Element]
  private let speed: Double
  private let time: @Sendable (Element) -> Timestamp

  /// Makes a replay of values in order of time.
  ///
  /// - Parameters:
  ///   - values: What is given again, in order of time.
  ///   - speed: Seconds of the values' clock for each second of the world's; infinity, or what is
  ///     no pace, waits for nothing.
  ///   - time: When a value was stamped.
  package init(
    _ values: [Element], speed: Double = 1, time: @escaping @Sendable (Element) -> Timestamp
  ) {
    self.values = values
    self.speed = speed
    self.time = time
  }

  /// Begins with the first value.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<Element, Never> {
    Iterator(values: values, speed: speed, time: time)
  }

  /// Gives one value after the other.
  private struct Iterator: AsyncIteratorProtocol {
    private let values: [Element]
    private let speed: Double
    private let time: @Sendable (Element) -> Timestamp
    private var next = 0
    private var begin: ContinuousClock.Instant?

    fileprivate init(
      values: [Element], speed: Double, time: @escaping @Sendable (Element) -> Timestamp
    ) {
      self.values = values
      self.speed = speed
      self.time = time
    }

    /// The next value when its time has come; `nil` at the end and when cancelled.
    mutating func next() async -> Element? {
      guard next < values.count, !Task.isCancelled else { return nil }
      let value = values[next]
      next += 1
      let now = ContinuousClock.now
      let start = begin ?? now
      begin = start
      let wait = time(value).seconds(since: time(values[0])) / speed
      guard wait.isFinite, wait > 0, wait < 1e9 else { return value }
      do {
        try await ContinuousClock().sleep(until: start + .seconds(wait))
      } catch {
        return nil
      }
      return value
    }
  }
}

extension Replay where Element == Observation {
  /// A replay of observations.
  public init(_ observations: [Observation], speed: Double = 1) {
    self.init(observations, speed: speed) { $0.time }
  }
}

extension Replay where Element == PositionUpdate {
  /// A replay of positions, one of them or a script, for developing at a desk.
  public static func positions(_ positions: [Position], speed: Double = 1) -> Replay {
    Replay(
      positions.map { PositionUpdate(time: $0.time, position: $0) }, speed: speed
    ) { $0.time }
  }
}
