import IndoorModel
import IndoorPositioning

/// What a session took since its newest position, so that a message that comes again, as after an
/// answer that was lost, counts once.
///
/// Of each observation its time and its hash are kept, which the process seeds: scans of a thousand
/// readings would take a thousand times as much.
struct TakenObservations {
  private struct Key: Hashable {
    var time: Timestamp
    var hash: Int

    init(_ observation: Observation) { (time, hash) = (observation.time, observation.hashValue) }
  }

  /// How many are kept at most: where no position comes, what all sensors of a phone measure in a
  /// minute.
  static let most = 20_000

  private var known: Set<Key> = []
  /// The same in the order in which they came.
  private var order: [Key] = []

  /// Takes an observation; `false` where it was taken before.
  mutating func take(_ observation: Observation) -> Bool {
    let key = Key(observation)
    guard known.insert(key).inserted else { return false }
    order.append(key)
    if order.count > Self.most {
      for old in order.prefix(Self.most / 2) { known.remove(old) }
      order.removeFirst(Self.most / 2)
    }
    return true
  }

  /// Forgets what was measured before a time.
  mutating func forget(before time: Timestamp) {
    let old = order.filter { $0.time < time }
    guard !old.isEmpty else { return }
    known.subtract(old)
    order.removeAll { $0.time < time }
  }
}
