import NIOPosix
import Synchronization

/// Connections to a team's store for servers: each does one thing at a time, on a thread where
/// nobody else waits. A connection that broke is made anew, and what it was doing is done again.
public final class TeamPool: Sendable {
  private let address: StoreAddress
  private let threads: NIOThreadPool
  private let patience: Duration
  private let idle = Mutex<[Connected]>([])

  /// A store in the hands of one thread, or of nobody.
  private struct Connected: @unchecked Sendable {
    let store: TeamStore
  }

  /// - Parameters:
  ///   - address: where the store is.
  ///   - connections: how many there are at most.
  ///   - patience: how long a store that can't be reached is waited for, as when a standby takes
  ///     its place.
  public init(_ address: StoreAddress, connections: Int, patience: Duration = .seconds(20)) {
    self.address = address
    self.patience = patience
    threads = NIOThreadPool(numberOfThreads: connections)
    threads.start()
  }

  /// Does something with the store. Where the connection breaks on the way it is done again, so it
  /// has to be something that may be done twice.
  ///
  /// - Throws: what `body` throws; `.notReached` and `.connectionLost` after the patience alone.
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable (TeamStore) throws -> Value
  ) async throws -> Value {
    let deadline = ContinuousClock.now + patience
    while true {
      do {
        return try await threads.runIfActive { try self.once(body) }
      } catch let error as TeamStoreError
        where error.mayPass && ContinuousClock.now < deadline
      {
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }

  /// Does something once: what broke is told.
  ///
  /// - Throws: what `body` throws, `.notReached`, `.connectionLost`.
  public func runOnce<Value: Sendable>(
    _ body: @escaping @Sendable (TeamStore) throws -> Value
  ) async throws -> Value {
    try await threads.runIfActive { try self.once(body) }
  }

  private func once<Value>(_ body: (TeamStore) throws -> Value) throws -> Value {
    let connected = try idle.withLock { $0.popLast() } ?? Connected(store: TeamStore(address))
    do {
      let value = try body(connected.store)
      idle.withLock { $0.append(connected) }
      return value
    } catch let error as TeamStoreError where error.mayPass {
      // Others that were made before it may have broken with it.
      idle.withLock { $0.removeAll() }
      throw error
    } catch {
      idle.withLock { $0.append(connected) }
      throw error
    }
  }
}
