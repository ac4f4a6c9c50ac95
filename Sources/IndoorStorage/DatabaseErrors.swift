import Dispatch
import GRDB
import IndoorFiles
import IndoorLibc

/// Content of a file that contradicts itself or the format, before the file's path is known.
struct Damage: Error {
  let what: String
  /// What to do about it, where that is less than restoring the file.
  let remedy: String?

  init(_ what: String, remedy: String? = nil) {
    self.what = what
    self.remedy = remedy
  }
}

/// A value that can't be stored without loss, before the file's path is known.
struct Unstorable: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

extension StorageError {
  /// The sentence for whatever came up while the file at `path` was read or written.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StorageError: self = error
    case let damage as Damage:
      self =
        damage.remedy.map { .damaged(path, damage.what, remedy: $0) }
        ?? .damaged(path, damage.what)
    case let value as Unstorable: self = .unstorable(path, value.what)
    case let error as DatabaseError: self = Self.sentence(for: error, path: path)
    default: self = .machine(path, "\(error)")
    }
  }

  /// What none of the file's own tables can break: they have no checks, what they refer to goes
  /// with them, and nothing is stored that is missing.
  private static let foreignRules: [ResultCode] = [
    .SQLITE_CONSTRAINT_CHECK, .SQLITE_CONSTRAINT_FOREIGNKEY, .SQLITE_CONSTRAINT_NOTNULL,
    .SQLITE_CONSTRAINT_TRIGGER,
  ]

  private static func sentence(for error: DatabaseError, path: String) -> StorageError {
    let text = error.message ?? "\(error.resultCode)"
    let hasLog = DatabaseJournals.hasLog(path)
    if error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
      || error.extendedResultCode == .SQLITE_READONLY_RECOVERY
      || error.extendedResultCode == .SQLITE_READONLY_CANTINIT
    {
      return hasLog ? .besideLog(path) : .unfinished(path)
    }
    // Another program has taken the file away.
    if error.extendedResultCode == .SQLITE_READONLY_DBMOVED { return .changed(path) }
    if foreignRules.contains(error.extendedResultCode) { return .refusedByRule(path, text) }
    switch error.resultCode {
    case .SQLITE_FULL: return .diskFull(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(path)
    case .SQLITE_NOTADB: return .notADatabase(path)
    case .SQLITE_READONLY where DatabaseHead.isOfLaterPrograms(path):
      return .damaged(path, "byte 18 says that only later programs may write it")
    case .SQLITE_READONLY, .SQLITE_PERM: return .notWritable(path)
    case .SQLITE_CANTOPEN, .SQLITE_AUTH:
      return hasLog ? .besideLog(path) : .notOpened(path)
    case .SQLITE_TOOBIG:
      return .unstorable(path, "a value is larger than a GeoPackage can hold (\(text))")
    case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_FORMAT,
      .SQLITE_RANGE:
      return .damaged(path, text)
    // Where a damaged page says that a value is vast, SQLite asks for memory for it.
    case .SQLITE_NOMEM where isDamaged(path): return .damaged(path, "a page contradicts itself")
    default: return .machine(path, text)
    }
  }

  /// Whether SQLite's own check finds fault with a file's pages.
  private static func isDamaged(_ path: String) -> Bool {
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return false
    }
    // Another program's expressions may be worked out, which may take any time.
    let end = DispatchWorkItem { queue.interrupt() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 10, execute: end)
    defer { end.cancel() }
    do {
      let found = try queue.read { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
        return try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
      }
      return found != "ok"
    } catch let error as DatabaseError {
      return error.resultCode == .SQLITE_CORRUPT
    } catch {
      return false
    }
  }
}
