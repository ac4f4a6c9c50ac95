import IndoorModel
import IndoorPositioning
import Synchronization
import TestWorlds
import Testing

/// How many observations were taken from a source.
private final class Meter: Sendable {
  private let count = Mutex(0)

  var taken: Int { count.withLock { $0 } }

  func add() { count.withLock { $0 += 1 } }
}

/// A walk along the corridor that never ends and doesn't care whether its task is cancelled.
private struct EndlessWalk: AsyncSequence {
  private static let lap = Corridor.walk(seconds: 40)
  let meter: Meter

  struct Iterator: AsyncIteratorProtocol {
    let meter: Meter

    mutating func next() async -> Observation? {
      defer { meter.add() }
      let (laps, at) = meter.taken.quotientAndRemainder(dividingBy: EndlessWalk.lap.count)
      return EndlessWalk.lap[at].later(by: 40 * laps)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(meter: meter) }
}

extension Observation {
  /// The same, so many seconds later.
  fileprivate func later(by seconds: Int) -> Observation {
    func later(_ time: Timestamp) -> Timestamp {
      Timestamp(microseconds: time.microseconds + Int64(seconds) * 1_000_000)
    }
    func later(_ sample: VectorSample) -> VectorSample {
      VectorSample(time: later(sample.time), x: sample.x, y: sample.y, z: sample.z)
    }
    switch self {
    case .scan(let scan): return .scan(Scan(time: later(scan.time), readings: scan.readings))
    case .acceleration(let sample): return .acceleration(later(sample))
    case .angularRate(let sample): return .angularRate(later(sample))
    case .magneticField(let sample): return .magneticField(later(sample))
    case .pressure(let time, let value): return .pressure(time: later(time), hectopascals: value)
    case .fix(var known):
      known.time = later(known.time)
      return .fix(known)
    }
  }
}

// What waits is resumed among all other tests, so that minutes say nothing of it.
@Suite(.timeLimit(.minutes(60))) struct UpdateFlowTests {
  private func map() throws -> PositioningMap {
    PositioningMap(frame: Corridor.frame, map: try #require(Corridor.map()))
  }

  @Test func `no observation is taken before its update is asked for`() async throws {
    let meter = Meter()
    var updates = PositionUpdates(of: EndlessWalk(meter: meter), map: try map())
      .makeAsyncIterator()
    #expect(meter.taken == 0)
    for _ in 0..<200 {
      let update = try await updates.next()
      let taken = meter.taken
      // Whatever else runs may: an app that is busy with this update finds no other computed
      // meanwhile.
      for _ in 0..<10 { await Task.yield() }
      #expect(update != nil && meter.taken == taken)
    }
  }

  @Test func `an app that is slow gets the newest, and no more waits for it than was allowed`()
    async throws
  {
    let walk = Corridor.walk(seconds: 60)
    let (stream, sensors) = AsyncStream.makeStream(
      of: Observation.self, bufferingPolicy: .bufferingNewest(300))
    var updates = PositionUpdates(of: stream, map: try map()).makeAsyncIterator()
    var dropped = 0
    for observation in walk {
      if case .dropped = sensors.yield(observation) { dropped += 1 }
    }
    sensors.finish()
    var last: PositionUpdate?
    var count = 0
    while let update = try await updates.next() {
      last = update
      count += 1
    }
    // Sixty seconds of sensors at 50 Hz came while it slept, two of them waited.
    #expect(dropped == walk.count - 300)
    #expect(count > 0 && count <= 6)
    let end = try #require(walk.last?.time)
    #expect(try #require(last?.position).time.seconds(since: end) > -1)
  }

  @Test func `a cancelled task takes no further observation, whatever its source does`()
    async throws
  {
    let meter = Meter()
    let updates = PositionUpdates(of: EndlessWalk(meter: meter), map: try map())
    let task = Task {
      var count = 0
      var taken = 0
      for try await _ in updates {
        count += 1
        if count == 20 {
          withUnsafeCurrentTask { $0?.cancel() }
          taken = meter.taken
        }
      }
      return (count, taken)
    }
    let (count, taken) = try await task.value
    #expect(count == 20)
    #expect(meter.taken == taken)
  }

  @Test func `a task cancelled while the sensors are silent ends`() async throws {
    let (stream, sensors) = AsyncStream.makeStream(of: Observation.self)
    let updates = PositionUpdates(of: stream, map: try map())
    let begun = Meter()
    let task = Task {
      for try await _ in updates { begun.add() }
      return begun.taken
    }
    for observation in Corridor.walk(seconds: 3) { sensors.yield(observation) }
    // Not finished: without the cancelling it would wait for ever.
    while begun.taken == 0 { await Task.yield() }
    task.cancel()
    #expect(try await task.value > 0)
  }

  @Test func `a replay that waits for an hour ends when it is cancelled`() async {
    let begin = Timestamp(microseconds: 0)
    let values = [begin, Timestamp(microseconds: 3_600_000_000)]
    let begun = Meter()
    let task = Task {
      for await _ in Replay(values, time: { $0 }) { begun.add() }
      return begun.taken
    }
    while begun.taken == 0 { await Task.yield() }
    task.cancel()
    #expect(await task.value == 1)
  }
}
