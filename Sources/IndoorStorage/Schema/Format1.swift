import GRDB

/// The first format's tables. Local metres stand beside each geometry that was computed from them,
/// so that none is lost.
func format1(_ db: Database, time: String) throws {
  try GeoPackageTables.create(db)
  try db.execute(
    sql: """
      CREATE TABLE venue_file (id INTEGER PRIMARY KEY, format INTEGER NOT NULL);
      CREATE TABLE venue (
        id INTEGER PRIMARY KEY, venue_id TEXT NOT NULL, name TEXT NOT NULL,
        origin_latitude DOUBLE NOT NULL, origin_longitude DOUBLE NOT NULL);
      CREATE TABLE buildings (
        id INTEGER PRIMARY KEY, building_id TEXT NOT NULL UNIQUE, name TEXT);
      CREATE TABLE levels (
        id INTEGER PRIMARY KEY, geom MULTIPOLYGON, level_id TEXT NOT NULL UNIQUE,
        building TEXT NOT NULL, ordinal INTEGER NOT NULL, label TEXT NOT NULL, name TEXT);
      CREATE TABLE units (
        id INTEGER PRIMARY KEY, geom MULTIPOLYGON, unit_id TEXT NOT NULL UNIQUE,
        building TEXT NOT NULL, ordinal INTEGER NOT NULL, category TEXT, name TEXT);
      CREATE TABLE openings (
        id INTEGER PRIMARY KEY, geom LINESTRING, opening_id TEXT NOT NULL UNIQUE,
        building TEXT NOT NULL, ordinal INTEGER NOT NULL, category TEXT, name TEXT);

      CREATE TABLE plans (
        id INTEGER PRIMARY KEY, geom POLYGON, building TEXT NOT NULL, ordinal INTEGER NOT NULL,
        file_name TEXT NOT NULL, media_type TEXT NOT NULL, page INTEGER NOT NULL,
        box_min_x DOUBLE NOT NULL, box_min_y DOUBLE NOT NULL,
        box_max_x DOUBLE NOT NULL, box_max_y DOUBLE NOT NULL,
        rotate INTEGER NOT NULL, user_unit DOUBLE NOT NULL, is_image BOOLEAN NOT NULL,
        a DOUBLE NOT NULL, b DOUBLE NOT NULL, c DOUBLE NOT NULL, d DOUBLE NOT NULL,
        tx DOUBLE NOT NULL, ty DOUBLE NOT NULL,
        UNIQUE (building, ordinal));
      CREATE TABLE plan_files (
        id INTEGER PRIMARY KEY REFERENCES plans (id) ON DELETE CASCADE,
        original BLOB NOT NULL, preview BLOB NOT NULL);
      CREATE TABLE plan_anchors (
        id INTEGER PRIMARY KEY, geom POINT,
        plan_id INTEGER NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
        page_x DOUBLE NOT NULL, page_y DOUBLE NOT NULL, name TEXT,
        sigma_m DOUBLE, sigma_page DOUBLE);
      CREATE INDEX plan_anchors_of_plan ON plan_anchors (plan_id);

      CREATE TABLE walks (
        id INTEGER PRIMARY KEY, geom LINESTRING, hash TEXT NOT NULL UNIQUE,
        recording TEXT NOT NULL, device TEXT, surveyor TEXT, fingerprint_count INTEGER NOT NULL);
      CREATE TABLE survey_points (
        id INTEGER PRIMARY KEY, geom POINT,
        walk_id INTEGER NOT NULL REFERENCES walks (id) ON DELETE CASCADE,
        time_us INTEGER NOT NULL, building TEXT NOT NULL, ordinal INTEGER NOT NULL,
        x_m DOUBLE NOT NULL, y_m DOUBLE NOT NULL);
      CREATE INDEX survey_points_of_walk ON survey_points (walk_id);
      CREATE TABLE fingerprints (
        id INTEGER PRIMARY KEY, geom POINT,
        walk_id INTEGER NOT NULL REFERENCES walks (id) ON DELETE CASCADE,
        time_us INTEGER NOT NULL, building TEXT NOT NULL, ordinal INTEGER NOT NULL,
        x_m DOUBLE NOT NULL, y_m DOUBLE NOT NULL,
        reading_count INTEGER NOT NULL, readings BLOB NOT NULL);
      CREATE INDEX fingerprints_of_walk ON fingerprints (walk_id);
      CREATE TABLE transmitters (
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, address TEXT NOT NULL, UNIQUE (kind, address));

      CREATE TABLE radio_maps (
        id INTEGER PRIMARY KEY, created DATETIME NOT NULL, row_count INTEGER NOT NULL,
        transmitter_count INTEGER NOT NULL, contents BLOB NOT NULL);
      CREATE TABLE radio_map_blocks (
        id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, rows BLOB NOT NULL);
      CREATE INDEX radio_map_blocks_by_hash ON radio_map_blocks (hash);
      """)
  for layer in Layer.first { try GeoPackageTables.register(layer, at: time, in: db) }
}
