import GRDB
import IndoorGeometry
import IndoorModel

/// Pictures of placed plans as a GeoPackage keeps tiles (OGC 12-128r18, 2.2): a table a plan, in
/// the grid of Web Mercator that maps on the web have.
enum TileTables {
  private static let srs = 3857
  /// Half the world's width in EPSG:3857 metres.
  private static let half = Double.pi * Ellipsoid.semiMajorAxis

  /// Makes the tables that describe tiles, where another program hasn't.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS gpkg_tile_matrix_set (
          table_name TEXT NOT NULL PRIMARY KEY,
          srs_id INTEGER NOT NULL,
          min_x DOUBLE NOT NULL,
          min_y DOUBLE NOT NULL,
          max_x DOUBLE NOT NULL,
          max_y DOUBLE NOT NULL,
          CONSTRAINT fk_gtms_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
          CONSTRAINT fk_gtms_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
        CREATE TABLE IF NOT EXISTS gpkg_tile_matrix (
          table_name TEXT NOT NULL,
          zoom_level INTEGER NOT NULL,
          matrix_width INTEGER NOT NULL,
          matrix_height INTEGER NOT NULL,
          tile_width INTEGER NOT NULL,
          tile_height INTEGER NOT NULL,
          pixel_x_size DOUBLE NOT NULL,
          pixel_y_size DOUBLE NOT NULL,
          CONSTRAINT pk_ttm PRIMARY KEY (table_name, zoom_level),
          CONSTRAINT fk_tmm_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name));
        """)
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO gpkg_spatial_ref_sys
          (srs_name, srs_id, organization, organization_coordsys_id, definition)
          VALUES ('WGS 84 / Pseudo-Mercator', ?1, 'EPSG', ?1, ?2)
        """,
      arguments: [srs, webMercator])
  }

  /// Stores a plan's tiles under a name that says its level; returns the name, `nil` for no tiles.
  static func save(
    _ picture: RasterTiles?, of level: LevelKey, _ description: String, in db: Database,
    time: String
  ) throws -> String? {
    guard let picture, !picture.tiles.isEmpty else { return nil }
    let table = try freeName(for: level, in: db)
    let quoted = table.quotedDatabaseIdentifier
    try createTable(quoted, in: db)
    let box = picture.extent
    try Storable.finite([box.minimum.x, box.minimum.y, box.maximum.x, box.maximum.y], table)
    try db.execute(
      sql: """
        INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change,
            min_x, min_y, max_x, max_y, srs_id)
          VALUES (?, 'tiles', ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        table, table, description, time, box.minimum.x, box.minimum.y, box.maximum.x,
        box.maximum.y, srs,
      ])
    try db.execute(
      sql: "INSERT INTO gpkg_tile_matrix_set VALUES (?1, ?2, -?3, -?3, ?3, ?3)",
      arguments: [table, srs, half])
    for zoom in Set(picture.tiles.map(\.zoom)).sorted() {
      let count = 1 << min(max(zoom, 0), 30)
      let pixel = 2 * half / 256 / Double(count)
      try db.execute(
        sql: "INSERT INTO gpkg_tile_matrix VALUES (?1, ?2, ?3, ?3, 256, 256, ?4, ?4)",
        arguments: [table, zoom, count, pixel])
    }
    for tile in picture.tiles {
      try db.execute(
        sql: """
          INSERT INTO \(quoted) (zoom_level, tile_column, tile_row, tile_data) VALUES (?, ?, ?, ?)
          """,
        arguments: [
          tile.zoom, tile.column, tile.row, try Storable.blob(tile.png, description),
        ])
    }
    return table
  }

  /// Takes the tiles of a level's plan out, where it has some.
  static func remove(_ level: LevelKey, in db: Database) throws {
    // A file from elsewhere may name any table as a plan's; only tiles are dropped.
    let table = try String.fetchOne(
      db,
      sql: """
        SELECT tile_table FROM plans JOIN gpkg_contents ON table_name = tile_table
          WHERE building = ? AND ordinal = ? AND data_type = 'tiles'
        """,
      arguments: [level.building, level.ordinal])
    guard let table, table.hasPrefix(prefix) else { return }
    try drop(table, in: db)
  }

  private static func createTable(_ quoted: String, in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE \(quoted) (
          id INTEGER PRIMARY KEY, zoom_level INTEGER NOT NULL,
          tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL,
          UNIQUE (zoom_level, tile_column, tile_row))
        """)
  }

  private static let lists = ["gpkg_contents", "gpkg_tile_matrix_set", "gpkg_tile_matrix"]

  /// The tiles' tables of all plans. A file from elsewhere may name any table as a plan's.
  private static func tables(in db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT tile_table FROM plans JOIN gpkg_contents ON table_name = tile_table
          WHERE data_type = 'tiles' ORDER BY plans.id
        """
    ).filter { $0.hasPrefix(prefix) }
  }

  /// Takes the tiles of all plans out.
  static func removeAll(in db: Database) throws {
    for table in try tables(in: db) { try drop(table, in: db) }
  }

  /// Copies the tiles of all plans of another file, under their names.
  static func copyAll(from source: Database, to db: Database) throws {
    for table in try tables(in: source) {
      try createTable(table.quotedDatabaseIdentifier, in: db)
      try VenueFile.copyRows(of: table, from: source, to: db)
      for list in lists {
        let columns = try source.columns(in: list).map(\.name.quotedDatabaseIdentifier)
        let insert = try db.makeStatement(
          sql: """
            INSERT INTO \(list) (\(columns.joined(separator: ", ")))
              VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """)
        let rows = try Row.fetchAll(
          source,
          sql: "SELECT \(columns.joined(separator: ", ")) FROM \(list) WHERE table_name = ?",
          arguments: [table])
        for row in rows {
          try insert.execute(arguments: StatementArguments(Array(row.databaseValues)))
        }
      }
    }
  }

  private static func drop(_ table: String, in db: Database) throws {
    for list in lists.reversed() {
      try db.execute(sql: "DELETE FROM \(list) WHERE table_name = ?", arguments: [table])
    }
    try db.execute(sql: "DROP TABLE IF EXISTS \(table.quotedDatabaseIdentifier)")
  }

  private static let prefix = "plan_"

  /// `plan_level_1`, with the building's id between where it has one.
  private static func freeName(for level: LevelKey, in db: Database) throws -> String {
    let building = String(
      level.building.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    let name = prefix + (building.isEmpty ? "" : "\(building)_") + "level_\(level.ordinal)"
    // SQLite's names are one in capitals or not.
    let taken = try String.fetchSet(
      db,
      sql: """
        SELECT lower(name) FROM sqlite_master UNION SELECT lower(identifier) FROM gpkg_contents
        """)
    var (fresh, copies) = (name, 1)
    while taken.contains(fresh.lowercased()) {
      copies += 1
      fresh = "\(name)_\(copies)"
    }
    return fresh
  }

  private static let webMercator = """
    PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",\
    SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],\
    AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
    UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]],\
    PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],\
    PARAMETER["false_easting",0],PARAMETER["false_northing",0],\
    UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],\
    EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 \
    +k=1 +units=m +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]
    """
}
