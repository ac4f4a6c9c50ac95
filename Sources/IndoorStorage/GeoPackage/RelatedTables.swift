import GRDB

/// OGC's Related Tables Extension (18-000): which rows of a table hang on which of another.
enum RelatedTables {
  private static let name = "gpkg_related_tables"
  private static let definition = "http://www.geopackage.org/18-000.html"

  /// Makes the tables that say so, where another program hasn't.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS gpkg_extensions (
          table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
          definition TEXT NOT NULL, scope TEXT NOT NULL,
          CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
        CREATE TABLE IF NOT EXISTS gpkgext_relations (
          id INTEGER PRIMARY KEY, base_table_name TEXT NOT NULL,
          base_primary_column TEXT NOT NULL DEFAULT 'id', related_table_name TEXT NOT NULL,
          related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL,
          mapping_table_name TEXT NOT NULL UNIQUE);
        """)
    try enter("gpkgext_relations", in: db)
  }

  /// Relates two tables through a view, which SQL makes with the columns `base_id` and
  /// `related_id`.
  static func relate(
    base: Layer, to related: Layer, as relation: String, through mapping: String, _ sql: String,
    in db: Database
  ) throws {
    try db.execute(sql: "CREATE VIEW \(mapping) AS \(sql)")
    try db.execute(
      sql: """
        INSERT INTO gpkgext_relations
          (base_table_name, related_table_name, relation_name, mapping_table_name)
          VALUES (?, ?, ?, ?)
        """,
      arguments: [base.table, related.table, relation, mapping])
    try enter(mapping, in: db)
  }

  private static func enter(_ table: String, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO gpkg_extensions VALUES (?, NULL, ?, ?, 'read-write')",
      arguments: [table, name, definition])
  }
}
