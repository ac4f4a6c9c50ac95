import GRDB

/// The sixth format: pictures of placed plans as tiles, what they were warned of, outlines that a
/// plan gave a level, and units and openings that people draw in QGIS without filling in what they
/// can't know.
func format6(_ db: Database, time: String) throws {
  try db.execute(
    sql: """
      ALTER TABLE plans ADD COLUMN tile_table TEXT;
      ALTER TABLE plans ADD COLUMN warnings TEXT;
      ALTER TABLE levels ADD COLUMN outline_from TEXT;
      """)
  try TileTables.create(db)
  for layer in [Layer.units, .openings] {
    try loosen(layer, in: db)
    try GeoPackageTables.touch(layer, at: time, in: db)
  }
  for layer in [Layer.plans, .levels] { try GeoPackageTables.touch(layer, at: time, in: db) }
}

/// Lets a layer's id, building and ordinal be missing. SQLite can't take a NOT NULL away, so the
/// table is made anew, with the columns, indices and triggers that other programs gave it.
private func loosen(_ layer: Layer, in db: Database) throws {
  let table = layer.table
  let own = try String.fetchAll(
    db,
    sql: """
      SELECT sql FROM sqlite_master
        WHERE tbl_name = ? AND type IN ('index', 'trigger') AND sql IS NOT NULL
      """,
    arguments: [table])
  let columns = try db.columns(in: table).map { column in
    let name = column.name.quotedDatabaseIdentifier
    return switch column.name {
    case "id": "\(name) INTEGER PRIMARY KEY"
    case "unit_id", "opening_id": "\(name) TEXT UNIQUE"
    default: "\(name) \(column.type)"
    }
  }
  let names = try db.columns(in: table).map(\.name.quotedDatabaseIdentifier)
    .joined(separator: ", ")
  try db.execute(
    sql: """
      CREATE TABLE loosened (\(columns.joined(separator: ", ")));
      INSERT INTO loosened (\(names)) SELECT \(names) FROM \(table) ORDER BY id;
      DROP TABLE \(table);
      ALTER TABLE loosened RENAME TO \(table);
      """)
  for sql in own { try db.execute(sql: sql) }
}
