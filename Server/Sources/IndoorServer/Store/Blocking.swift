import NIOPosix

/// Work that waits for files or computes for long: beside the threads that answer.
enum Blocking {
  private static let pool = {
    let pool = NIOThreadPool(numberOfThreads: 8)
    pool.start()
    return pool
  }()

  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await pool.runIfActive(body)
  }
}
