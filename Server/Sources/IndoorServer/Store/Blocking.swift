import NIOCore
import NIOPosix

/// Work that waits for files or computes for long: beside the threads that answer.
enum Blocking {
  private static let pool = started(threads: 8)
  /// Those of jobs are few, and no request that is answered at once waits behind them.
  private static let jobs = started(threads: 2)

  /// Those of sessions, beside the ones that wait for files.
  private static let sessions = started(threads: max(2, System.coreCount))
  /// Those of sessions' messages that are of many minutes: they wait for each other alone.
  private static let backlogs = started(threads: 2)

  private static func started(threads: Int) -> NIOThreadPool {
    let pool = NIOThreadPool(numberOfThreads: threads)
    pool.start()
    return pool
  }

  /// Does what takes as long as a file takes to be read or written.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await pool.runIfActive(body)
  }

  /// Follows a device.
  ///
  /// - Parameter isLong: whether that takes seconds.
  static func follow<Value: Sendable>(
    isLong: Bool, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await (isLong ? backlogs : sessions).runIfActive(body)
  }

  /// Does what takes seconds or minutes.
  static func work<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await jobs.runIfActive(body)
  }
}
