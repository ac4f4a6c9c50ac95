import Synchronization

/// The copies of a store's venues that were asked for, which are kept up to date, and those that go
/// where all of them take more of the disk than they may.
final class CopyRoom: Sendable {
  private let mostBytes: Int64
  /// Who asked for a copy so recently may still be at it.
  private let rest: Duration
  private let asked = Mutex<[String: ContinuousClock.Instant]>([:])

  init(mostBytes: Int64, rest: Duration) {
    self.mostBytes = mostBytes
    self.rest = rest
  }

  /// The venues whose copies are kept up to date.
  var venues: [String] { asked.withLock { $0.keys.sorted() } }

  /// Notes that a venue is asked for; whether its copy is kept up to date.
  func ask(for venue: String) -> Bool {
    asked.withLock { asked in
      guard asked[venue] != nil else { return false }
      asked[venue] = .now
      return true
    }
  }

  func add(_ venue: String) { asked.withLock { $0[venue] = .now } }
  func remove(_ venue: String) { asked.withLock { $0[venue] = nil } }

  /// Lets go of a copy, unless somebody asked for it meanwhile.
  func letGo(of venue: String) -> Bool {
    asked.withLock { asked in
      guard isIdle(asked[venue]) else { return false }
      asked[venue] = nil
      return true
    }
  }

  /// What has to go, those first that nobody asked for longest.
  func surplus(of copies: [ServedVenue]) -> [ServedVenue] {
    var bytes = copies.reduce(0) { $0 + $1.stamp.file.size }
    guard bytes > mostBytes else { return [] }
    let asked = asked.withLock { $0 }
    let idle = copies.filter { isIdle(asked[$0.id]) }
    let oldest = idle.sorted { a, b in
      guard let first = asked[a.id], let second = asked[b.id] else {
        return asked[a.id] == nil && asked[b.id] != nil
      }
      return first < second
    }
    return oldest.prefix { copy in
      defer { bytes -= copy.stamp.file.size }
      return bytes > mostBytes
    }
  }

  private func isIdle(_ time: ContinuousClock.Instant?) -> Bool {
    time.map { $0 + rest < .now } ?? true
  }
}
