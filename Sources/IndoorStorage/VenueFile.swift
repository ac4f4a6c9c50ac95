import Foundation
package import GRDB

/// One venue as one file: an OGC GeoPackage 1.3, which is a SQLite database that QGIS, GDAL and every phone open.
///
/// Every writing call is one transaction with a rollback journal: killed at any moment, the file holds what the calls
/// before it stored, and nothing of the one under way. A file that is open for reading only needs a folder that can be
/// read, nothing more. Calls may come from any thread; they take turns.
///
/// `gpkg_contents.last_change` is the time of the change, or that in the environment's `SOURCE_DATE_EPOCH` (seconds), so
/// that equal calls make equal bytes.
public final class VenueFile: Sendable {
  /// Where the file is.
  public let path: String

  private let queue: DatabaseQueue
  let transmitters = TransmitterCache()

  private init(path: String, queue: DatabaseQueue) {
    self.path = path
    self.queue = queue
  }

  /// Makes a file that has no venue yet.
  ///
  /// - Throws: `.alreadyExists` where there is a file, `.notWritable`, `.diskFull`. What fails leaves no file behind.
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
  /// For writing, a file of an older format is brought up to date.
  ///
  /// - Throws: `.missing`, `.notADatabase`, `.notAVenueFile`, `.newerFormat`, `.olderFormat` for an old file that is
  ///   only to be read, `.damaged`, `.notWritable`, `.busy`.
  public static func open(_ path: String, readOnly: Bool = false) throws(StorageError) -> VenueFile
  {
    try open(path, readOnly: readOnly, migrations: Migration.all)
  }

  package static func openOrCreate(
    _ path: String, migrations: [Migration]
  ) throws(StorageError) -> VenueFile {
    let size = try FileCheck.size(path) ?? 0
    if size > 0 { try FileCheck.header(path) }
    do {
      // A creation that was killed left an empty file, or one whose journal empties it.
      return try connect(path, readOnly: false, mayBeEmpty: true, migrations: migrations)
    } catch {
      // Whoever holds the file is making it; what they make is theirs.
      if size == 0, error.code != .busy { FileCheck.removeIfEmpty(path) }
      throw error
    }
  }

  package static func open(
    _ path: String, readOnly: Bool, migrations: [Migration]
  ) throws(StorageError) -> VenueFile {
    guard let size = try FileCheck.size(path) else { throw .missing(path) }
    if size == 0 { throw .empty(path) }
    try FileCheck.header(path)
    return try connect(path, readOnly: readOnly, mayBeEmpty: false, migrations: migrations)
  }

  private static func connect(
    _ path: String, readOnly: Bool, mayBeEmpty: Bool, migrations: [Migration]
  ) throws(StorageError) -> VenueFile {
    do {
      var configuration = Configuration()
      configuration.readonly = readOnly
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { SpatialIndexFunctions.add(to: $0) }
      // SQLite has a meaning of its own for names like ":memory:".
      let queue = try DatabaseQueue(
        path: path.hasPrefix("/") ? path : "./\(path)", configuration: configuration)
      if !readOnly { try FileCheck.writable(path) }
      let format = try queue.read { db in
        let format = try check(db, path: path, mayBeEmpty: mayBeEmpty, known: migrations.count)
        try FileCheck.length(path, in: db)
        return format
      }
      if format < migrations.count {
        if readOnly { throw StorageError.older(path, format: format, known: migrations.count) }
        try migrate(queue, path: path, mayBeEmpty: mayBeEmpty, migrations: migrations)
      }
      if !readOnly {
        // QGIS leaves files in WAL mode when it crashes; such a file can't be read in a read-only folder.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      }
      return VenueFile(path: path, queue: queue)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  private static func migrate(
    _ queue: DatabaseQueue, path: String, mayBeEmpty: Bool, migrations: [Migration]
  ) throws {
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.exclusive) {
        // Another process may have been faster.
        let format = try check(db, path: path, mayBeEmpty: mayBeEmpty, known: migrations.count)
        try Migration.run(migrations, from: Int(format), in: db, time: Clock.now(in: db))
        return .commit
      }
    }
  }

  private static func check(
    _ db: Database, path: String, mayBeEmpty: Bool, known: Int
  ) throws -> Int64 {
    guard let format = try Migration.format(of: db) else {
      let isGeoPackage = try Migration.identifier(of: db) == GeoPackageTables.applicationID
      throw StorageError.foreign(path, isGeoPackage: isGeoPackage)
    }
    if format == 0, !mayBeEmpty { throw StorageError.empty(path) }
    if format > known { throw StorageError.newer(path, format: format, known: known) }
    if format < 0 { throw Damage("its format is \(format)") }
    return format
  }

  package func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// One transaction: all of it or nothing. The closure also gets the time that the change bears.
  package func write<Value>(_ body: (Database, String) throws -> Value) throws(StorageError)
    -> Value
  {
    do {
      return try queue.write { db in try body(db, Clock.now(in: db)) }
    } catch {
      transmitters.clear()
      throw StorageError(error, path: path)
    }
  }
}
