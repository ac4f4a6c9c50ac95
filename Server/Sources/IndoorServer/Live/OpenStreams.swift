import HTTPTypes
import Synchronization

/// The streams that are open, and whose they are.
final class OpenStreams: Sendable {
  private let perCaller: Int
  private let most: Int
  private let state = Mutex(State())

  private struct State {
    var open: [Int: (caller: Caller, venue: String, end: @Sendable () -> Void)] = [:]
    var counts: [String: Int] = [:]
    var next = 0
  }

  init(perCaller: Int, most: Int) {
    self.perCaller = perCaller
    self.most = most
  }

  /// Notes one more, and returns its number.
  ///
  /// - Parameter end: ends it.
  /// - Throws: 429 where there are too many.
  func open(
    _ caller: Caller, in venue: String, end: @escaping @Sendable () -> Void
  ) throws(Refusal) -> Int {
    let limit = caller.token == nil ? most : perCaller
    let number = state.withLock { state -> Int? in
      let own = state.counts[caller.key] ?? 0
      guard own < limit, state.open.count < most else { return nil }
      state.counts[caller.key] = own + 1
      state.next += 1
      state.open[state.next] = (caller, venue, end)
      return state.next
    }
    guard let number else {
      throw Refusal(
        .tooManyRequests, .tooManyOpen, "too many streams are open; close one first"
      ).retried(after: 5)
    }
    return number
  }

  /// Notes one less.
  func close(_ number: Int) {
    state.withLock { state in
      guard let closed = state.open.removeValue(forKey: number) else { return }
      let left = (state.counts[closed.caller.key] ?? 0) - 1
      state.counts[closed.caller.key] = left > 0 ? left : nil
    }
  }

  /// Ends those that may no longer listen.
  func end(unless mayListen: (_ caller: Caller, _ venue: String) -> Bool) {
    let open = state.withLock { Array($0.open.values) }
    for stream in open where !mayListen(stream.caller, stream.venue) { stream.end() }
  }
}
