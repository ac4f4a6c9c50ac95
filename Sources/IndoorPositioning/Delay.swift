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
  /// In order of time.
  private(set) var pending: [Pending] = []

  init(seconds: Double) {
    self.seconds = seconds
    pending.reserveCapacity(moments)
  }

  /// Positions that may wait at once: two a second, and those at scans.
  var moments: Int { Int(4 * min(3600, seconds)) + 8 }

  mutating func append(_ position: Position, facing: Heading?) {
    pending.append(Pending(position: position, facing: facing))
  }

  /// The next position that has waited long enough.
  mutating func removeFirst(at now: Timestamp) -> Pending? {
    guard let next = pending.first, now.seconds(since: next.position.time) >= seconds else {
      return nil
    }
    return pending.removeFirst()
  }

  /// The next position, however long it has waited.
  mutating func removeFirst() -> Pending? { pending.isEmpty ? nil : pending.removeFirst() }
}
