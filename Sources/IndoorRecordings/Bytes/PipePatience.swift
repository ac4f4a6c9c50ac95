import IndoorLibc

/// How long somebody may take to write to a pipe, and who is told that this is waited for.
public struct PipePatience: Sendable {
  /// Milliseconds after which a pipe is given up that nobody has opened for writing. Where somebody
  /// has, it is waited for what they write, however long it takes.
  public var milliseconds: Int
  /// Told the path, once, after a second without anything to read.
  public var waiting: @Sendable (_ path: String) -> Void

  /// Makes a patience.
  public init(
    milliseconds: Int = 10_000, waiting: @escaping @Sendable (_ path: String) -> Void = { _ in }
  ) {
    self.milliseconds = milliseconds
    self.waiting = waiting
  }
}

/// The wait for a pipe.
struct PipeWait {
  private let path: String
  private let patience: PipePatience
  private var waited = 0
  private var isTold = false

  init(_ path: String, _ patience: PipePatience) {
    self.path = path
    self.patience = patience
  }

  /// Waits until there is something to read, or the end.
  ///
  /// - Returns: whether it was waited as long as a pipe without a writer is waited for. The next
  ///   reading tells: it is at the end at once where nobody writes.
  mutating func untilReadable(_ descriptor: Int32) -> Bool {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let step = min(1000, max(1, patience.milliseconds))
      if poll(&request, 1, Int32(step)) != 0 { return false }
      waited += step
      if !isTold {
        patience.waiting(path)
        isTold = true
      }
      if waited >= patience.milliseconds { return true }
    }
  }
}

/// What came through a pipe, kept because it can be read only once.
final class PipedBytes: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func == (a: PipedBytes, b: PipedBytes) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
