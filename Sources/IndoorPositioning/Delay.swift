import IndoorModel

/// Positions that wait for what the next seconds say of them.
struct Delay: Sendable {
  /// A position whose place isn't settled.
  struct Pending: Sendable {
    var position: Position
    /// Where the compass says that the device faced.
    var facing: Heading?
  }

  /// Seconds that a position waits.
  let seconds: Double
  /// In order of time, from `first` on; those before it have been given.
  private var pending: [Pending] = []
  private var first = 0

  init(seconds: Double) {
    self.seconds = seconds
    pending.reserveCapacity(2 * moments)
  }

  /// Positions that may wait at once: two a second, and those at scans.
  var moments: Int { Int(4 * min(3600, seconds)) + 8 }

  mutating func append(_ position: Position, facing: Heading?) {
    pending.append(Pending(position: position, facing: facing))
  }

  /// The next position that has waited long enough.
  mutating func removeFirst(at now: Timestamp) -> Pending? {
    guard first < pending.count, now.seconds(since: pending[first].position.time) >= seconds else {
      return nil
    }
    return removeFirst()
  }

  /// The next position, however long it has waited.
  mutating func removeFirst() -> Pending? {
    guard first < pending.count else { return nil }
    let next = pending[first]
    first += 1
    // Those that wait move up when they are the fewer, not each time: there may be thousands.
    if 2 * first >= pending.count {
      pending.removeFirst(first)
      first = 0
    }
    return next
  }
}
