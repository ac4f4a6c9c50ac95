import Foundation
import GRDB
import IndoorModel
import IndoorStorage
import Testing

/// Triggers that others put into a venue file, which run whenever something is stored in it.
struct ForeignTriggerTests {
  private let folder: TemporaryFolder
  private let path: String
  private let walk: SurveyWalk

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
    var samples = Samples(seed: 21)
    let file = try VenueFile.create(path)
    try file.save(samples.venue())
    try file.append([samples.walk("first")])
    walk = samples.walk("second")
  }

  private func add(_ trigger: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TRIGGER evil \(trigger)") }
  }

  /// `END` closes each.
  @Test(arguments: [
    "AFTER INSERT ON walks BEGIN DELETE FROM walks WHERE id < new.id; ",
    "AFTER INSERT ON Walks BEGIN DELETE FROM \"units\"; ",
    "BEFORE INSERT ON walks BEGIN SELECT RAISE(IGNORE); ",
    "AFTER INSERT ON fingerprints BEGIN UPDATE venue SET name = 'x'; ",
    "AFTER UPDATE ON gpkg_contents BEGIN REPLACE INTO walks (id) VALUES (1); ",
    """
    AFTER INSERT ON walks BEGIN SELECT (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1
      FROM c) SELECT max(x) FROM c);
    """,
    "AFTER INSERT ON walks WHEN length(zeroblob(900000000)) BEGIN DELETE FROM walk_rows; ",
    "AFTER INSERT ON walks WHEN 1 = \"zeroblob\"(900000000) BEGIN DELETE FROM walk_rows; ",
    "AFTER INSERT ON walks BEGIN DELETE FROM walk_rows WHERE id IN (SELECT id FROM units); ",
    "AFTER INSERT ON walks BEGIN DELETE/* FROM walk_rows */FROM--\n[units]; ",
  ])
  func `a trigger that would do more than keep an index is refused before it runs`(
    _ trigger: String
  ) throws {
    try add(trigger + "END")
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StorageError.self) { try VenueFile.open(path).append([walk]) }
    let sentence = error?.message ?? ""
    #expect(
      error?.code == .foreignTrigger && sentence.contains("its trigger evil on"), "\(sentence)")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    // Nothing runs when it is read.
    let read = try VenueFile.open(path, readOnly: true)
    #expect(try read.walkCount() == 1)
    #expect(try read.foreignAddition()?.message == sentence)
  }

  /// What GeoPackage 1.4's extension for spatial indices (annex F.3) and GDAL's counts add.
  @Test func `triggers that keep indices and counts stay and run`() throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE rtree_units_geom (id INTEGER PRIMARY KEY, minx, maxx, miny, maxy);
          CREATE TABLE gpkg_ogr_contents (table_name TEXT PRIMARY KEY, feature_count INTEGER);
          INSERT INTO gpkg_ogr_contents VALUES ('walks', 1);
          CREATE TRIGGER "rtree_units_geom_insert" AFTER INSERT ON "units"
            WHEN (new."geom" NOT NULL AND NOT ST_IsEmpty(NEW."geom"))
            BEGIN INSERT OR REPLACE INTO "rtree_units_geom" VALUES (NEW."id", ST_MinX(NEW."geom"),
              ST_MaxX(NEW."geom"), ST_MinY(NEW."geom"), ST_MaxY(NEW."geom")); END;
          CREATE TRIGGER rtree_units_geom_update6 AFTER UPDATE OF geom ON units
            WHEN OLD.id = NEW.id AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
            BEGIN UPDATE "rtree_units_geom" SET minx = ST_MinX(NEW.geom) WHERE id = NEW.id; END;
          CREATE TRIGGER "rtree_units_geom_update4" AFTER UPDATE ON "units"
            WHEN OLD."id" != NEW."id" AND (NEW."geom" ISNULL OR ST_IsEmpty(NEW."geom"))
            BEGIN DELETE FROM "rtree_units_geom" WHERE id IN (OLD."id", NEW."id"); END;
          CREATE TRIGGER "trigger_insert_feature_count_walks" AFTER INSERT ON "walks"
            BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count + 1
              WHERE lower(table_name) = lower('walks'); END;
          CREATE TRIGGER 'gpkg_tile_matrix_zoom_level_insert' BEFORE INSERT ON 'gpkg_tile_matrix'
            FOR EACH ROW BEGIN SELECT RAISE(ABORT, 'zoom_level cannot be less than 0')
              WHERE (NEW.zoom_level < 0); END;
          """)
    }
    try metadata()
    var samples = Samples(seed: 22)
    let file = try VenueFile.open(path)
    try file.append([walk])
    try file.save(samples.plan(level: LevelKey(building: "A", ordinal: 1)))
    let counted = try DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT feature_count FROM gpkg_ogr_contents")
    }
    #expect(counted == 2)
    #expect(try file.foreignAddition() == nil)
  }

  /// GDAL's with CREATE_TRIGGERS: nothing here writes metadata.
  private func metadata() throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          CREATE TABLE gpkg_metadata_reference (reference_scope TEXT, column_name TEXT,
            row_id_value INTEGER, timestamp DATETIME);
          CREATE TRIGGER 'gpkg_metadata_reference_timestamp_insert'
            BEFORE INSERT ON 'gpkg_metadata_reference' FOR EACH ROW BEGIN
            SELECT RAISE(ABORT, 'insert violates constraint: timestamp must be a valid time')
              WHERE NOT (NEW.timestamp GLOB '[1-2]*'
                AND strftime('%s', NEW.timestamp) NOT NULL); END;
          CREATE TRIGGER 'gpkg_metadata_reference_row_id_value_insert'
            BEFORE INSERT ON 'gpkg_metadata_reference' FOR EACH ROW BEGIN
            SELECT RAISE(ABORT, 'row_id_value must exist in specified table')
              WHERE NEW.reference_scope = 'row' AND NOT EXISTS
                (SELECT rowid FROM (SELECT NEW.table_name AS name) WHERE rowid = 1); END;
          """)
    }
  }
}
