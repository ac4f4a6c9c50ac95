import Foundation
import GRDB
import GRDBSQLite

extension VenueFile {
  package static func openOrCreate(
    _ path: String, migrations: [Migration]
  ) throws(StorageError) -> VenueFile {
    let there = try FileCheck.size(path)
    let size = there ?? 0
    if size > 0 { try FileCheck.header(path) }
    do {
      // A creation that was killed left an empty file, or one whose journal empties it.
      return try connect(
        path, readOnly: false, mayBeEmpty: true, isNew: there == nil, migrations: migrations)
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
    do {
      return try connect(path, readOnly: readOnly, mayBeEmpty: false, migrations: migrations)
    } catch  where error.code == .unfinished && readOnly {
      // A writer died. SQLite undoes what it began only for someone who may write.
      guard (try? FileCheck.writable(path)) != nil else { throw error }
      try undoUnfinished(path)
      return try connect(path, readOnly: readOnly, mayBeEmpty: false, migrations: migrations)
    } catch  where error.code == .notWritable && readOnly {
      // In WAL mode SQLite writes beside a file that it reads; where it can't, nobody else writes.
      return try connect(
        path, readOnly: readOnly, mayBeEmpty: false, migrations: migrations, by: unchangingCopy)
    }
  }

  private static func undoUnfinished(_ path: String) throws(StorageError) {
    do {
      _ = try database(path, false).read { try Migration.format(of: $0) }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  static func database(_ path: String, _ readOnly: Bool) throws -> DatabaseQueue {
    try DatabaseQueue(
      path: DatabaseHead.sqlitePath(path), configuration: configuration(readOnly: readOnly))
  }

  static func configuration(readOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase {
      SpatialIndexFunctions.add(to: $0)
      // Kibibytes of pages kept: walks by the hundred thousand are looked up by their hashes.
      if !readOnly { try $0.execute(sql: "PRAGMA cache_size = -65536") }
    }
    return configuration
  }

  /// What a file holds, in a database without a name, which SQLite keeps in its temporary folder as
  /// long as it is open: a file that is only to be read stays as it is, however old its format.
  private static func copy(of queue: DatabaseQueue) throws -> DatabaseQueue {
    let copy = try DatabaseQueue(path: "", configuration: configuration(readOnly: false))
    try queue.backup(to: copy)
    return copy
  }

  /// The same of a file that is taken for one that nobody changes while it is copied, so that
  /// nothing has to be written beside it (<https://www.sqlite.org/uri.html>, immutable).
  private static func unchangingCopy(_ path: String, _: Bool) throws -> DatabaseQueue {
    let copy = try DatabaseQueue(path: "", configuration: configuration(readOnly: false))
    let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    var source: OpaquePointer?
    defer { sqlite3_close_v2(source) }
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    guard sqlite3_open_v2(address, &source, flags, nil) == SQLITE_OK else {
      throw StorageError.notReadable(path)
    }
    try copy.writeWithoutTransaction { db in
      guard let backup = sqlite3_backup_init(db.sqliteConnection, "main", source, "main") else {
        throw StorageError.notReadable(path)
      }
      let result = sqlite3_backup_step(backup, -1)
      sqlite3_backup_finish(backup)
      guard result == SQLITE_DONE else {
        throw DatabaseError(resultCode: ResultCode(rawValue: result))
      }
    }
    return copy
  }

  private static func connect(
    _ path: String, readOnly: Bool, mayBeEmpty: Bool, isNew: Bool = false, migrations: [Migration],
    by opening: (String, Bool) throws -> DatabaseQueue = database
  ) throws(StorageError) -> VenueFile {
    do {
      let queue = try opening(path, readOnly)
      let undo: @Sendable (Database) throws -> Void = { db in
        if isNew { try FileCheck.removeIfNothing(path, db) }
      }
      do {
        return try queue.undoneAtEnd(undo) {
          try prepared(
            queue, path: path, readOnly: readOnly, mayBeEmpty: mayBeEmpty, migrations: migrations)
        }
      } catch {
        throw StorageError(error, path: path, in: queue)
      }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  private static func prepared(
    _ queue: DatabaseQueue, path: String, readOnly: Bool, mayBeEmpty: Bool, migrations: [Migration]
  ) throws -> VenueFile {
    var queue = queue
    if !readOnly { try FileCheck.writable(path) }
    let format = try queue.read { db in
      let format = try check(db, path: path, mayBeEmpty: mayBeEmpty, known: migrations.count)
      try FileCheck.length(path, in: db)
      let writes = !readOnly || format < migrations.count
      if writes { try checkAdditions(db, path: path) }
      if !readOnly {
        try TableShape.checkKeys(db)
        try ForeignKeys.checkOwn(db, path: path)
      }
      if !writes { try ForeignExpressions.check(db, path: path, writes: false) }
      return format
    }
    if format < migrations.count {
      if readOnly { queue = try copy(of: queue) }
      try migrate(queue, path: path, mayBeEmpty: mayBeEmpty, migrations: migrations)
    }
    var keepsDerived = true
    if migrations.count >= Migration.all.count {
      try queue.read(FileCheck.tables)
      keepsDerived = try queue.read(DerivedRows.missing).isEmpty
    }
    if !readOnly {
      // QGIS leaves files in WAL mode when it crashes; such a file can't be read in a read-only
      // folder.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      if try queue.read({ try DrawnFeatures.areIncomplete($0) }) {
        try queue.write { try DrawnFeatures.complete($0) }
      }
      if !keepsDerived {
        try queue.write(DerivedRows.restore)
        keepsDerived = true
      }
    }
    return VenueFile(path: path, queue: queue, keepsDerived: keepsDerived)
  }

  /// Checks that nothing another program added to a file does more than it may when something is
  /// stored.
  private static func checkAdditions(_ db: Database, path: String) throws {
    try ForeignTriggers.check(db, path: path)
    try ForeignKeys.check(db, path: path)
    try ForeignExpressions.check(db, path: path, writes: true)
  }

  /// What nothing would be stored in the file for, though it can be read: `.foreignTrigger`,
  /// `.foreignRule` or `.foreignExpression`; `nil` where there is no such thing.
  package func foreignAddition() throws(StorageError) -> StorageError? {
    do throws(StorageError) {
      try read {
        try Self.checkAdditions($0, path: path)
        try ForeignKeys.checkOwn($0, path: path)
      }
      return nil
    } catch {
      guard [.foreignTrigger, .foreignRule, .foreignExpression].contains(error.code) else {
        throw error
      }
      return error
    }
  }

  /// What a new file holds, in a database without a name.
  static func nameless() throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: "", configuration: configuration(readOnly: false))
    try migrate(queue, path: "", mayBeEmpty: true, migrations: Migration.all)
    return queue
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
      if !isGeoPackage, try db.tableExists(Layer.file.table) { throw StorageError.unmarked(path) }
      throw StorageError.foreign(path, isGeoPackage: isGeoPackage)
    }
    if format == 0, !mayBeEmpty { throw StorageError.empty(path) }
    if format > known { throw StorageError.newer(path, format: format, known: known) }
    if format < 0 { throw Damage("its format is \(format)") }
    return format
  }
}
