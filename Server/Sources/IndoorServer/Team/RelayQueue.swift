/// Live positions that wait to be told to other instances: so many at most, and where they wait for
/// long, as for a store that is away, the newest of each session alone.
package struct RelayQueue: Sendable {
  private struct Line {
    var session: String
    var text: String
  }

  private var lines: [String: [Line]] = [:]
  private var count = 0
  /// When the oldest came.
  private var since: ContinuousClock.Instant?

  /// How many wait at most.
  package static let most = 8_000
  /// How long all of them wait.
  package static let patience = Duration.seconds(1)

  /// Makes one in which nothing waits.
  package init() {}

  /// Adds a device's positions, or with none that it is gone.
  package mutating func add(
    _ features: [String], of session: String, in venue: String,
    at now: ContinuousClock.Instant = .now
  ) {
    let added = features.isEmpty ? [session] : features.map { "\(session) \($0)" }
    lines[venue, default: []] += added.map { Line(session: session, text: $0) }
    count += added.count
    if since == nil { since = now }
    guard count > Self.most else { return }
    keepNewest()
    // Of more sessions than that, those that were told of last.
    if count > Self.most / 2 { dropHalf() }
  }

  /// Takes all that wait out, by venue, the oldest first.
  package mutating func takeAll(
    at now: ContinuousClock.Instant = .now
  ) -> [String: [String]] {
    if let since, now - since > Self.patience { keepNewest() }
    defer { self = RelayQueue() }
    return lines.mapValues { $0.map(\.text) }
  }

  private mutating func keepNewest() {
    lines = lines.mapValues { lines in
      var known: Set<String> = []
      return lines.reversed().filter { known.insert($0.session).inserted }.reversed()
    }
    count = lines.values.reduce(0) { $0 + $1.count }
  }

  private mutating func dropHalf() {
    lines = lines.mapValues { Array($0.suffix($0.count / 2)) }
    count = lines.values.reduce(0) { $0 + $1.count }
  }
}
