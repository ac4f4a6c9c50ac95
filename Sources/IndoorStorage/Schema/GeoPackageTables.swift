import GRDB
import IndoorGeometry

/// What every GeoPackage has (OGC 12-128r18, annex C), and how its layers are entered.
enum GeoPackageTables {
  /// "GPKG".
  static let applicationID: Int64 = 0x4750_4B47
  /// Version 1.3.0, the newest that GDAL 3.6 reads without a warning.
  static let userVersion: Int64 = 10300

  static func create(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(userVersion)")
    try db.execute(
      sql: """
        CREATE TABLE gpkg_spatial_ref_sys (
          srs_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL PRIMARY KEY,
          organization TEXT NOT NULL,
          organization_coordsys_id INTEGER NOT NULL,
          definition TEXT NOT NULL,
          description TEXT);
        CREATE TABLE gpkg_contents (
          table_name TEXT NOT NULL PRIMARY KEY,
          data_type TEXT NOT NULL,
          identifier TEXT UNIQUE,
          description TEXT DEFAULT '',
          last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
          min_x DOUBLE,
          min_y DOUBLE,
          max_x DOUBLE,
          max_y DOUBLE,
          srs_id INTEGER,
          CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_geometry_columns (
          table_name TEXT NOT NULL,
          column_name TEXT NOT NULL,
          geometry_type_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL,
          z TINYINT NOT NULL,
          m TINYINT NOT NULL,
          CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
          CONSTRAINT uk_gc_table_name UNIQUE (table_name),
          CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
          CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        INSERT INTO gpkg_spatial_ref_sys VALUES
          ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinates'),
          ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinates');
        """)
    try db.execute(
      sql: "INSERT INTO gpkg_spatial_ref_sys VALUES (?, 4326, 'EPSG', 4326, ?, ?)",
      arguments: [
        "WGS 84 geodetic", wgs84,
        "longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid",
      ])
  }

  /// Enters a layer's table in the list of contents.
  static func register(_ layer: Layer, at time: String, in db: Database) throws {
    let srs: Int64? = layer.geometryType.map { _ in Int64(GeometryBlob.srs) }
    try db.execute(
      sql: """
        INSERT INTO gpkg_contents
          (table_name, data_type, identifier, description, last_change, srs_id)
          VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        layer.table, layer.geometryType == nil ? "attributes" : "features", layer.table,
        layer.description, time, srs,
      ])
    guard let type = layer.geometryType else { return }
    try db.execute(
      sql: "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)",
      arguments: [layer.table, type, srs])
  }

  /// Notes that a layer changed, and widens its extent. Extents only grow, as the standard's
  /// "informative" ones may.
  static func touch(
    _ layer: Layer, extent: Extent? = nil, at time: String, in db: Database
  ) throws {
    try db.execute(
      sql: """
        UPDATE gpkg_contents SET last_change = ?1,
          min_x = min(ifnull(min_x, ?2), ifnull(?2, min_x)),
          min_y = min(ifnull(min_y, ?3), ifnull(?3, min_y)),
          max_x = max(ifnull(max_x, ?4), ifnull(?4, max_x)),
          max_y = max(ifnull(max_y, ?5), ifnull(?5, max_y))
        WHERE table_name = ?6
        """,
      arguments: [time, extent?.west, extent?.south, extent?.east, extent?.north, layer.table])
  }

  /// What a layer is said to span; `nil` where nothing is said.
  static func extent(of layer: Layer, in db: Database) throws -> Extent? {
    let row = try Row.fetchOne(
      db, sql: "SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = ?",
      arguments: [layer.table])
    guard let row, !(0..<4).contains(where: { row.hasNull(atIndex: $0) }) else { return nil }
    let fields = Fields(row, of: "gpkg_contents")
    return Extent([
      Coordinate(latitude: try fields.double(1), longitude: try fields.double(0)),
      Coordinate(latitude: try fields.double(3), longitude: try fields.double(2)),
    ])
  }

  private static let wgs84 = """
    GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
    AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],\
    PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
    UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],\
    AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]
    """

  /// What is said of a layer that the file's tables have in another reference system than WGS 84,
  /// as `ogr2ogr -t_srs` leaves it; `nil` for any other.
  static func otherReferenceSystem(of layer: Layer, in db: Database) throws -> Damage? {
    let name = try Row.fetchOne(
      db,
      sql: """
        SELECT upper(s.organization) || ':' || s.organization_coordsys_id
          FROM gpkg_geometry_columns c JOIN gpkg_spatial_ref_sys s ON s.srs_id = c.srs_id
          WHERE c.table_name = ? COLLATE NOCASE AND c.srs_id <> ?
        """, arguments: [layer.table, GeometryBlob.srs]
    ).flatMap { String.fromDatabaseValue($0[0]) }
    return name.map {
      Damage(
        "its layer \(layer.table) is in \($0) and not in EPSG:\(GeometryBlob.srs)",
        remedy: "save the layer in EPSG:\(GeometryBlob.srs), or restore the file from a copy")
    }
  }
}
