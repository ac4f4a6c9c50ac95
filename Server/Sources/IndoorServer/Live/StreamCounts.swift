import HTTPTypes
import Synchronization

/// How many streams everyone has open.
final class StreamCounts: Sendable {
  private let perCaller: Int
  private let most: Int
  private let counts = Mutex<[String: Int]>([:])

  init(perCaller: Int, most: Int) {
    self.perCaller = perCaller
    self.most = most
  }

  /// Notes one more.
  ///
  /// - Throws: 429 where there are too many.
  func open(_ caller: Caller) throws(Refusal) {
    let limit = caller.token == nil ? most : perCaller
    let isTaken = counts.withLock { counts in
      let own = counts[caller.key] ?? 0
      guard own < limit, counts.values.reduce(0, +) < most else { return false }
      counts[caller.key] = own + 1
      return true
    }
    guard isTaken else {
      throw Refusal(
        .tooManyRequests, .tooManyOpen, "too many streams are open; close one first"
      ).retried(after: 5)
    }
  }

  /// Notes one less.
  func close(_ caller: Caller) {
    counts.withLock { counts in
      let left = (counts[caller.key] ?? 0) - 1
      counts[caller.key] = left > 0 ? left : nil
    }
  }
}
