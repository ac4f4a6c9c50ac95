internal import IndoorLibc
internal import Synchronization

/// What has to be undone where a signal ends the program: half files, temporary folders, other
/// programs.
///
/// Nothing is undone unless the program calls `end(by:)`; a library's signals are its app's
/// business.
package enum Interruption {
  private static let undoings = Mutex(Undoings())

  /// What would be undone now, the newest first.
  package struct Undoings: Sendable {
    private var number = 0
    private var steps: [(number: Int, undo: @Sendable () -> Void)] = []

    /// Notes how what was just made is undone, and returns what takes the note back.
    package mutating func add(_ undo: @escaping @Sendable () -> Void) -> Int {
      number += 1
      steps.append((number, undo))
      return number
    }

    /// Takes a note back.
    package mutating func remove(_ number: Int) { steps.removeAll { $0.number == number } }

    fileprivate func run() { for step in steps.reversed() { step.undo() } }
  }

  /// Makes or finishes something, so that no signal comes between what is done and what is noted of
  /// it.
  package static func guarding<R, E: Error>(
    _ body: (inout Undoings) throws(E) -> R
  ) throws(E) -> R {
    let result = undoings.withLock { undoings in
      Unchecked(value: Result { () throws(E) -> R in try body(&undoings) })
    }
    return try result.value.get()
  }

  /// Carries a value out of the lock that it was made under.
  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
  }

  /// Undoes what is unfinished and ends the program as the signal would have.
  package static func end(by signal: Int32) -> Never {
    undoings.withLock { undoings in
      undoings.run()
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, signal)
      _ = IndoorLibc.signal(signal, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      kill(getpid(), signal)
      // The lock is never given back: no other thread goes on with what is gone.
      while true { pause() }
    }
  }
}
