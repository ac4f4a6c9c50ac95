import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

struct MigrationTests {
  /// A step that some later version might have.
  private static let next = Migration { db, _ in
    try db.execute(sql: "ALTER TABLE buildings ADD COLUMN height_m DOUBLE")
  }

  @Test func `an older file is read as if it were up to date, and stays as it is`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 2)
    let venue = samples.venue()
    try VenueFile.create(folder.file()).save(venue)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file()))

    let file = try VenueFile.open(
      folder.file(), readOnly: true, migrations: Migration.all + [Self.next])
    #expect(try file.venue() == venue)
    try file.read { db throws in
      #expect(try db.columns(in: "buildings").contains { $0.name == "height_m" })
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == bytes)
  }

  @Test func `opening for writing brings an older file up to date and loses nothing`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 2)
    let venue = samples.venue()
    try VenueFile.create(folder.file()).save(venue)

    let steps = Migration.all + [Self.next]
    let file = try VenueFile.open(folder.file(), readOnly: false, migrations: steps)
    #expect(try file.venue() == venue)
    try file.read { db throws in
      #expect(try db.columns(in: "buildings").contains { $0.name == "height_m" })
      #expect(try Migration.format(of: db) == Int64(steps.count))
    }
    let old = #expect(throws: StorageError.self) { try VenueFile.open(folder.file()) }
    #expect(old?.code == .newerFormat)
  }

  @Test func `a step that fails leaves the older file as it was`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 2)
    let venue = samples.venue()
    try VenueFile.create(folder.file()).save(venue)
    let failing = Migration { db, _ in
      try db.execute(sql: "DROP TABLE units")
      throw CancellationError()
    }
    #expect(throws: StorageError.self) {
      try VenueFile.open(folder.file(), readOnly: false, migrations: Migration.all + [failing])
    }
    #expect(try VenueFile.open(folder.file()).venue() == venue)
  }

  @Test func `what checkers of GeoPackages look for is there`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 2)
    let file = try VenueFile.create(folder.file())
    try file.save(samples.venue())
    try file.append([samples.walk("a")])
    try file.read { db throws in
      // OGC 12-128r18, requirements 2, 6, 7, 11 and 15.
      #expect(try Int.fetchOne(db, sql: "PRAGMA application_id") == 0x4750_4B47)
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 10300)
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      #expect(
        try Row.fetchAll(
          db,
          sql: """
            SELECT srs_id, upper(organization), organization_coordsys_id
              FROM gpkg_spatial_ref_sys ORDER BY srs_id
            """) == [
            ["srs_id": -1, "upper(organization)": "NONE", "organization_coordsys_id": -1],
            ["srs_id": 0, "upper(organization)": "NONE", "organization_coordsys_id": 0],
            ["srs_id": 3857, "upper(organization)": "EPSG", "organization_coordsys_id": 3857],
            ["srs_id": 4326, "upper(organization)": "EPSG", "organization_coordsys_id": 4326],
          ])
      let changes = try String.fetchAll(db, sql: "SELECT last_change FROM gpkg_contents")
      for change in changes {
        #expect(change.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
      }
      let tables = try String.fetchSet(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'gpkg_%'")
      let listed = try String.fetchSet(db, sql: "SELECT table_name FROM gpkg_contents")
      #expect(tables == listed)
      // Requirements 5, 29 and 119: declared types, and one integer primary key a table.
      let types: Set = [
        "INTEGER", "DOUBLE", "TEXT", "BLOB", "BOOLEAN", "DATETIME", "POINT", "LINESTRING",
        "POLYGON", "MULTIPOLYGON",
      ]
      for table in tables {
        let columns = try db.columns(in: table)
        #expect(columns.allSatisfy { types.contains($0.type) })
        let keys = columns.filter { $0.primaryKeyIndex > 0 }
        #expect(keys.count == 1 && keys.first?.type == "INTEGER")
      }
    }
  }

  @Test func `units keep what other programs added when their columns are loosened`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 2)
    let venue = samples.venue()
    try VenueFile.openOrCreate(folder.file(), migrations: Array(Migration.all.prefix(5))).write {
      db, _ in
      try db.execute(
        sql: """
          ALTER TABLE units ADD COLUMN "floor covering" TEXT;
          CREATE INDEX units_by_covering ON units ("floor covering");
          CREATE TRIGGER units_added AFTER INSERT ON units
            BEGIN SELECT RAISE(ABORT, 'a count') WHERE NEW.id < 0; END;
          INSERT INTO units (geom, unit_id, building, ordinal, "floor covering")
            VALUES (NULL, 'u', 'A', 0, 'oak');
          """)
    }
    let file = try VenueFile.open(folder.file())
    try file.save(venue)
    try file.read { db throws in
      #expect(
        try String.fetchOne(db, sql: #"SELECT "floor covering" FROM units WHERE unit_id = 'u'"#)
          == "oak")
      let kept = try String.fetchSet(
        db, sql: "SELECT name FROM sqlite_master WHERE tbl_name = 'units' AND sql IS NOT NULL")
      #expect(kept.isSuperset(of: ["units", "units_by_covering", "units_added"]))
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
    }
  }

  @Test func `a layer's extent holds its features`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 2)
    let file = try VenueFile.create(folder.file())
    let venue = samples.venue()
    try file.save(venue)
    let vertices = venue.units.flatMap { $0.geometry.flatMap { $0.rings.flatMap { $0 } } }
    try file.read { db throws in
      let row = try #require(
        try Row.fetchOne(
          db,
          sql: """
            SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = 'units'
            """))
      #expect(row[0] == vertices.map(\.longitude).min())
      #expect(row[1] == vertices.map(\.latitude).min())
      #expect(row[2] == vertices.map(\.longitude).max())
      #expect(row[3] == vertices.map(\.latitude).max())
    }
  }
}
