/// Lets those who change a venue's file do so one after the other, in the order in which they came.
actor VenueWriters {
  private var last: [String: Task<Void, Never>] = [:]

  /// Does something to a venue once all who came before are done.
  func inTurn<Value: Sendable>(
    _ venue: String, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let before = last[venue]
    let task = Task {
      await before?.value
      return try await body()
    }
    last[venue] = Task { _ = await task.result }
    return try await task.value
  }
}
