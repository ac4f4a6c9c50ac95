import GRDB

/// What the tables of a file lack where another program made one anew, as with a layer that is
/// written back without some of its fields, or its key.
enum TableShape {
  /// What of the newest format's columns and unique keys the first such table lacks; `nil` where
  /// there is all of it, or the file has an older format.
  ///
  /// Looked for when SQLite has refused a statement: opening a file takes no time for it.
  static func damage(_ db: Database) throws -> Damage? {
    guard try Migration.format(of: db) == Int64(Migration.all.count) else { return nil }
    let model = try DatabaseQueue(configuration: VenueFile.configuration(readOnly: false))
    try model.write { model in
      try Migration.run(Migration.all, from: 0, in: model, time: "1970-01-01T00:00:00.000Z")
    }
    let keyless = try tablesWithoutKey(db)
    return try model.read { model in
      for layer in Layer.all {
        if let damage = try damage(
          of: layer.table, isKeyless: keyless.contains(layer.table), in: db, beside: model)
        {
          return damage
        }
      }
      return nil
    }
  }

  /// Checks that the tables that are there number their rows, as those of every format do: else all
  /// that is stored goes in without a number, and nothing reads it again.
  static func checkKeys(_ db: Database) throws {
    let keyless = try tablesWithoutKey(db)
    guard let first = Layer.all.map(\.table).first(where: keyless.contains) else { return }
    throw damage(ofKeyless: first)
  }

  /// The file's own tables in which id isn't another name of SQLite's row number
  /// (<https://www.sqlite.org/lang_createtable.html#rowid>): any other primary key has an index.
  private static func tablesWithoutKey(_ db: Database) throws -> Set<String> {
    let own = Layer.all.map { "'\($0.table)'" }.joined(separator: ", ")
    return try String.fetchSet(
      db,
      sql: """
        SELECT lower(name) FROM sqlite_master AS own
          WHERE type = 'table' AND lower(name) IN (\(own)) AND (
            (SELECT group_concat(lower(name)) FROM pragma_table_info(own.name) WHERE pk > 0)
              IS NOT 'id'
            OR EXISTS (SELECT 1 FROM pragma_index_list(own.name) WHERE origin = 'pk'))
        """)
  }

  private static func damage(ofKeyless table: String) -> Damage {
    Damage(
      "its table \(table) has no INTEGER PRIMARY KEY id, as where another program made it anew",
      remedy: saving(table))
  }

  /// How what was drawn in a layer anew isn't lost; `nil` for tables that can't be imported.
  private static func saving(_ table: String) -> String? {
    guard ["levels", "units", "openings"].contains(table) else { return nil }
    return
      "save what you drew in \(table) as GeoJSON, as QGIS and ogr2ogr do, restore the file from a"
      + " copy and import that into it"
  }

  private static func damage(
    of table: String, isKeyless: Bool, in db: Database, beside model: Database
  ) throws -> Damage? {
    // Names are the same in capitals and small letters.
    let there = try Set(db.columns(in: table).map { $0.name.lowercased() })
    let missing = try model.columns(in: table).filter { !there.contains($0.name) }
    if !missing.isEmpty {
      let names = missing.map { "\($0.name) (\($0.type))" }
      return Damage(
        "its table \(table) has no column \(names.joined(separator: " and no ")), as where"
          + " another program made it anew",
        // Nobody fills in again what was drawn.
        remedy: missing.contains { $0.name == "geom" || $0.name == "id" }
          ? saving(table)
          : "add what is missing and fill it in, as in QGIS, or restore the file from a copy")
    }
    if isKeyless { return damage(ofKeyless: table) }
    let keys = try uniqueKeys(of: table, in: db)
    guard let key = try uniqueKeys(of: table, in: model).subtracting(keys).map(\.names).min()
    else { return nil }
    return Damage(
      "its table \(table) has no unique index on \(key), as where another program made it anew",
      remedy: "make one, CREATE UNIQUE INDEX \(table)_key ON \(table) (\(key)), or restore the file"
        + " from a copy")
  }

  /// The columns of a unique index, in whatever order.
  private struct Key: Hashable {
    let columns: Set<String>
    var names: String { columns.sorted().joined(separator: ", ") }
  }

  private static func uniqueKeys(of table: String, in db: Database) throws -> Set<Key> {
    let indexes = try db.indexes(on: table).filter(\.isUnique).map {
      Key(columns: Set($0.columns.map { $0.lowercased() }))
    }
    return Set(indexes)
  }
}

extension StorageError {
  /// The sentence for whatever came up while the file at `path` was read or written in a database:
  /// of a statement that SQLite refuses, what the tables lack for it.
  init(_ error: any Error, path: String, in database: some DatabaseReader) {
    let isRefused = (error as? DatabaseError)?.resultCode == .SQLITE_ERROR
    let damage = isRefused ? try? database.read({ try TableShape.damage($0) }) : nil
    self.init(damage ?? error, path: path)
  }
}
