import IndoorLibc
import NIOPosix
import Synchronization

/// Hears what the store's clients tell each other (`NOTIFY`), on a connection of its own: one that
/// is for sessions, and not for transactions alone as some poolers' are.
public final class StoreListener: Sendable {
  /// What is heard.
  public enum Event: Sendable, Equatable {
    /// It listens from now on; what was told before may have been missed.
    case began
    /// Somebody published a venue's version, or took the venue away.
    case changed(venue: String)
    /// What an instance says of live positions.
    case live(String)
  }

  private let address: StoreAddress
  private let isStopped = Mutex(false)
  private let thread = NIOThreadPool(numberOfThreads: 1)

  /// Begins to listen, and goes on until it is stopped, whatever breaks on the way.
  ///
  /// - Parameter hear: is told on the listener's own thread.
  public init(_ address: StoreAddress, _ hear: @escaping @Sendable (Event) -> Void) {
    self.address = address
    thread.start()
    thread.submit { [self] _ in
      while !isStopped.withLock({ $0 }) {
        if let connection = try? Connection(address) { listen(connection, hear) }
        usleep(200_000)
      }
    }
  }

  /// Listens no more.
  public func stop() { isStopped.withLock { $0 = true } }

  /// Listens until the connection breaks.
  private func listen(_ connection: Connection, _ hear: (Event) -> Void) {
    guard (try? connection.script("LISTEN indoor; LISTEN indoor_live")) != nil else { return }
    hear(.began)
    while !isStopped.withLock({ $0 }) {
      guard let notes = connection.notifications(patience: 500) else { return }
      for (channel, text) in notes {
        if channel == "indoor_live" {
          hear(.live(text))
        } else if let venue = text.split(separator: " ").dropFirst().first {
          hear(.changed(venue: String(venue)))
        }
      }
    }
  }
}
