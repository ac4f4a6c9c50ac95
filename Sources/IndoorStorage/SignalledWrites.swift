import Dispatch
import GRDB
import IndoorFiles
import Synchronization

extension DatabaseQueue {
  /// Runs something that changes the file; where it fails, or a signal ends the program meanwhile,
  /// what is under way is rolled back first, so that neither a journal nor half a file stays
  /// behind.
  ///
  /// - Parameters:
  ///   - undo: what the program's end does then, while nobody else reads or writes the file.
  ///   - body: what changes the file.
  func undoneAtEnd<Value>(
    _ undo: (@Sendable (Database) throws -> Void)? = nil, _ body: () throws -> Value
  ) rethrows -> Value {
    let note = Interruption.guarding { $0.add { self.takeBack(undo) } }
    // At the program's end this waits for ever: nobody is told of what isn't so any more.
    defer { Interruption.guarding { $0.remove(note) } }
    do {
      return try body()
    } catch {
      playBack(after: error)
      throw error
    }
  }

  /// Puts the file's pages back from its journal. Where a disk is full SQLite may leave them to who
  /// reads next, and a file that is taken away without its journal meanwhile is damaged
  /// (sqlite.org/lockingv3.html, "Dealing with hot journals").
  private func playBack(after error: any Error) {
    guard (error as? DatabaseError)?.resultCode != .SQLITE_BUSY else { return }
    _ = try? read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
  }

  /// Interrupts what the file's thread is doing until it is free. SQLite rolls a transaction back
  /// when one of its statements is interrupted (sqlite.org/c3ref/interrupt.html).
  private func takeBack(_ undo: (@Sendable (Database) throws -> Void)?) {
    let isFree = Mutex(false)
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      try? self.writeWithoutTransaction { db in
        isFree.withLock { $0 = true }
        guard let undo else { return }
        try db.inTransaction(.exclusive) {
          try undo(db)
          return .rollback
        }
      }
      end.signal()
    }
    // Whoever ends a program doesn't wait for long.
    for _ in 0..<3000 {
      if end.wait(timeout: .now() + .milliseconds(1)) == .success { return }
      if !isFree.withLock({ $0 }) { interrupt() }
    }
  }
}
