import Synchronization

/// A token bucket for everyone who asks: so many requests a second, and some at once.
final class RateLimiter: Sendable {
  private let perSecond: Double
  private let burst: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// How many are remembered; full buckets are forgotten first.
  private static let most = 10_000

  private struct Bucket {
    var tokens: Double
    var time: ContinuousClock.Instant
  }

  init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }

  /// Takes one request of somebody; the seconds to wait where there are too many.
  func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Double? {
    buckets.withLock { buckets in
      if buckets[key] == nil, buckets.count >= Self.most { forgetFull(&buckets, at: now) }
      var bucket = buckets[key] ?? Bucket(tokens: burst, time: now)
      bucket.tokens = filled(bucket, at: now)
      bucket.time = now
      defer { buckets[key] = bucket }
      guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perSecond }
      bucket.tokens -= 1
      return nil
    }
  }

  private func filled(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    min(burst, bucket.tokens + (now - bucket.time).seconds * perSecond)
  }

  private func forgetFull(_ buckets: inout [String: Bucket], at now: ContinuousClock.Instant) {
    buckets = buckets.filter { filled($0.value, at: now) < burst }
    // Where all are in use, everyone begins anew rather than growing without bounds.
    if buckets.count >= Self.most { buckets.removeAll() }
  }
}
