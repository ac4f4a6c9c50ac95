package import GRDB

/// One step from the format before to the next; step n makes format n. Once released a step never
/// changes.
package struct Migration: Sendable {
  private let apply: @Sendable (_ db: Database, _ time: String) throws -> Void

  /// Makes a step of what it does; `time` is what changed layers bear.
  package init(apply: @escaping @Sendable (_ db: Database, _ time: String) throws -> Void) {
    self.apply = apply
  }

  /// Every step so far. `user_version` belongs to the GeoPackage standard, so `venue_file` counts
  /// them.
  package static let all: [Migration] = [
    Migration(apply: format1), Migration(apply: format2), Migration(apply: format3),
    Migration(apply: format4), Migration(apply: format5), Migration(apply: format6),
    Migration(apply: format7), Migration(apply: format8),
  ]

  /// The format that a file has: 0 for an empty database, `nil` for somebody else's.
  package static func format(of db: Database) throws -> Int64? {
    let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    guard tables.contains(Layer.file.table) else {
      let objects = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_master LIMIT 1")
      return objects == nil ? 0 : nil
    }
    guard try identifier(of: db) == GeoPackageTables.applicationID else { return nil }
    let row = try Row.fetchOne(db, sql: "SELECT format FROM venue_file WHERE id = 1")
    guard let row else { throw Damage("its format is not noted") }
    return try Fields(row, of: Layer.file.table).integer(0)
  }

  /// SQLite's application id, "GPKG" for a GeoPackage.
  static func identifier(of db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "PRAGMA application_id")
  }

  /// Takes a file from its format to the last step's, all in the transaction that is under way.
  static func run(_ steps: [Migration], from format: Int, in db: Database, time: String) throws {
    for (index, step) in steps.enumerated().dropFirst(format) {
      try step.apply(db, time)
      try db.execute(
        sql: "INSERT INTO venue_file (id, format) VALUES (1, ?1) "
          + "ON CONFLICT (id) DO UPDATE SET format = ?1",
        arguments: [index + 1])
      try GeoPackageTables.touch(Layer.file, at: time, in: db)
    }
  }
}
