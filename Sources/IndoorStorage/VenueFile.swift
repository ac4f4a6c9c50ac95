import Foundation
package import GRDB

/// One venue as one file: an OGC GeoPackage 1.3, which is a SQLite database that QGIS, GDAL and
/// every phone open.
///
/// Every writing call is one transaction with a rollback journal: killed at any moment, the file
/// holds what the calls before it stored, and nothing of the one under way. A file that is open for
/// reading only needs a folder that can be read, nothing more. Calls may come from any thread; they
/// take turns.
///
/// `gpkg_contents.last_change` is the time of the change, or that in the environment's
/// `SOURCE_DATE_EPOCH` (seconds), so that equal calls make equal bytes.
public final class VenueFile: Sendable {
  /// Where the file is.
  public let path: String

  private let queue: DatabaseQueue
  let transmitters = TransmitterCache()

  /// Whether what was made of rows went whenever these were changed (`DerivedRows`).
  let keepsDerived: Bool

  init(path: String, queue: DatabaseQueue, keepsDerived: Bool = true) {
    self.path = path
    self.queue = queue
    self.keepsDerived = keepsDerived
  }

  /// Makes a file that has no venue yet.
  ///
  /// - Throws: `.alreadyExists` where there is a file, `.notWritable`, `.diskFull`. What fails
  ///   leaves no file behind.
  public static func create(_ path: String) throws(StorageError) -> VenueFile {
    if let size = try FileCheck.size(path), size > 0 { throw .alreadyExists(path) }
    return try openOrCreate(path)
  }

  /// Opens a file for writing, and makes it where it is missing or empty.
  ///
  /// - Throws: what `create` and `open` throw, but for `.alreadyExists` and `.missing`.
  public static func openOrCreate(_ path: String) throws(StorageError) -> VenueFile {
    try openOrCreate(path, migrations: Migration.all)
  }

  /// Opens a file that is there.
  ///
  /// A file of an older format is brought up to date for writing, and stays as it is where it is
  /// only to be read: what is read is a copy that was brought up to date.
  ///
  /// - Throws: `.missing`, `.notADatabase`, `.notAVenueFile`, `.newerFormat`, `.damaged`,
  ///   `.notWritable`, `.busy`.
  public static func open(_ path: String, readOnly: Bool = false) throws(StorageError) -> VenueFile
  {
    try open(path, readOnly: readOnly, migrations: Migration.all)
  }

  package func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw StorageError(error, path: path, in: queue)
    }
  }

  /// Reads with one statement, which needs no transaction around it: to begin and end one, and to
  /// prepare the statement anew after that, takes four times as long as to find a row.
  func look<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try queue.unsafeRead(body)
    } catch {
      throw StorageError(error, path: path, in: queue)
    }
  }

  /// Runs something that stores into a file that was made for it; where a signal ends the program
  /// meanwhile the file goes as `undo` takes it away.
  func undoneAtEnd<Value>(
    _ undo: @escaping @Sendable (Database) throws -> Void, _ body: () throws -> Value
  ) rethrows -> Value { try queue.undoneAtEnd(undo, body) }

  /// Copies all pages at once, within one transaction that reads.
  func backUp(to copy: DatabaseQueue) throws { try queue.backup(to: copy) }

  /// Takes all that there is out in one transaction, so that the file is as one that was just made;
  /// it keeps its place, its mode and what leads to it.
  ///
  /// - Throws: `.busy` where another program reads or writes the file, `.diskFull`.
  package func empty() throws(StorageError) {
    do {
      try Self.nameless().backup(to: queue)
      transmitters.clear()
    } catch {
      throw StorageError(error, path: path, in: queue)
    }
  }

  /// Runs a closure that changes nothing in the database while nobody else reads or writes it.
  func alone(_ body: (Database) throws -> Void) throws {
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.exclusive) {
        try body(db)
        return .rollback
      }
    }
  }

  /// One transaction: all of it or nothing. The closure also gets the time that the change bears.
  package func write<Value>(_ body: (Database, String) throws -> Value) throws(StorageError)
    -> Value
  {
    do {
      return try queue.undoneAtEnd { try queue.write { db in try body(db, Clock.now(in: db)) } }
    } catch {
      transmitters.clear()
      throw StorageError(error, path: path, in: queue)
    }
  }
}
