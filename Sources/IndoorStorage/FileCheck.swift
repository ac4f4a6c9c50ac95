import Foundation
import GRDB
import IndoorFiles
import IndoorLibc

/// What can be said of a file before and beside SQLite, which takes a cut or foreign file for good
/// until it trips.
enum FileCheck {
  /// Size in bytes, `nil` where there is nothing at the path.
  static func size(_ path: String) throws(StorageError) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let fault = InputFault.last
      let number = fault.number
      if fault.isMachineFault { throw .notHandedOut(path, fault) }
      if path.hasSuffix("/"), [ENOENT, ENOTDIR].contains(number) { throw .endsInSlash(path) }
      switch number {
      case ENOENT where CloudPlaceholder.isAlone(path): throw .inCloud(path)
      case ENOENT: return nil
      case ENOTDIR: throw .throughFile(path)
      default: throw .notReadable(path)
      }
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .folder(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFIFO: throw .noFile(path, "a pipe")
    case S_IFSOCK: throw .noFile(path, "a socket")
    default: throw .noFile(path, "a device")
    }
    try journals(path)
    return Int64(status.st_size)
  }

  /// Checks that what stands where SQLite keeps its journals is a file: it would wait for ever for
  /// a pipe, and take a device away.
  static func journals(_ path: String) throws(StorageError) {
    for journal in DatabaseJournals.paths(of: path) {
      var status = stat()
      guard stat(journal, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      throw .inJournalsPlace(path, journal)
    }
  }

  /// Checks the magic of a SQLite database.
  static func header(_ path: String) throws(StorageError) {
    let head: [UInt8]?
    do { head = try DatabaseHead.read(path) } catch {
      guard error.isMachineFault else { throw .notOpened(path) }
      throw .notHandedOut(path, error)
    }
    guard let head else { throw .notOpened(path) }
    if head == DatabaseHead.largeFilePointer { throw .largeFilePointer(path) }
    guard head == DatabaseHead.magic else { throw .notADatabase(path) }
  }

  /// Checks that the file is as long as its own header says: SQLite finds out only when it comes to
  /// the missing pages.
  ///
  /// Call within a transaction that has begun to read, so that no writer is half done.
  static func length(_ path: String, in db: Database) throws {
    let page = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    let count = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let (expected, overflow) = page.multipliedReportingOverflow(by: count)
    // In WAL mode the newest pages stand in another file.
    guard try String.fetchOne(db, sql: "PRAGMA journal_mode") != "wal",
      let actual = try size(path)
    else { return }
    if overflow || actual < expected { throw Damage("it is cut: \(actual) of \(expected) bytes") }
  }

  /// Checks that no table of the newest format was taken away.
  static func tables(_ db: Database) throws {
    // Names are the same in capitals and small letters.
    let there = try String.fetchSet(
      db, sql: "SELECT lower(name) FROM sqlite_master WHERE type = 'table'")
    guard let missing = Layer.all.first(where: { !there.contains($0.table) }) else { return }
    throw Damage("the table \(missing.table) is missing")
  }

  /// Checks that the file and its folder, which is where the journal goes, can be written: SQLite
  /// says so only at the first change, which may be long after.
  static func writable(_ path: String) throws(StorageError) {
    // SQLite follows links: its journal lies beside what they lead to.
    guard let resolved = realpath(path, nil) else { throw .notWritable(path) }
    defer { free(resolved) }
    guard access(resolved, W_OK) == 0, access(dirname(resolved), W_OK) == 0 else {
      throw .notWritable(path)
    }
  }

  /// Takes away what a creation that didn't come to its end left: a file of nothing, or one that
  /// has the format and nothing in it yet. Whoever has it open is told so when they write. Call
  /// while nobody else reads or writes it.
  static func removeIfNothing(_ path: String, _ db: Database) throws {
    guard try size(path) ?? 0 > 0 else { return removeIfEmpty(path) }
    guard
      try Int64.fetchOne(db, sql: "SELECT 1 FROM venue UNION ALL SELECT 1 FROM walks LIMIT 1")
        == nil, let resolved = realpath(path, nil)
    else { return }
    unlink(resolved)
    free(resolved)
  }

  /// Takes away what a failed creation left.
  static func removeIfEmpty(_ path: String) {
    guard let size = try? size(path), size == 0, let resolved = realpath(path, nil) else { return }
    // What a link leads to, which is what was made.
    unlink(resolved)
    free(resolved)
  }
}

/// The time that changes bear.
enum Clock {
  /// Now, or `SOURCE_DATE_EPOCH`, as ISO 8601 with milliseconds, which `gpkg_contents.last_change`
  /// asks for.
  static func now(in db: Database) throws -> String {
    let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Double($0) }
    let seconds = epoch ?? Date().timeIntervalSince1970
    let text = try String.fetchOne(
      db, sql: "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', ?, 'unixepoch')", arguments: [seconds])
    return text ?? "1970-01-01T00:00:00.000Z"
  }
}
