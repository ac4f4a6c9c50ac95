import Foundation
import GRDB
import IndoorModel
import IndoorStorage
import Testing

/// Tables whose rows SQLite doesn't number any more: rows that are stored into them would have the
/// id NULL, so that nothing reads them again
/// (<https://www.sqlite.org/lang_createtable.html#rowid>).
struct TableKeyTests {
  /// Makes a table anew, as other programs do, without what hangs on it.
  private static func remake(_ table: String, by create: String, in path: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: path, configuration: configuration).writeWithoutTransaction { db in
      let triggers = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
      for name in triggers { try db.execute(sql: "DROP TRIGGER \(name)") }
      try db.execute(
        sql: """
          PRAGMA legacy_alter_table = ON; \(create);
          DROP TABLE \(table); ALTER TABLE other RENAME TO \(table)
          """)
    }
  }

  private static let transmitters = "kind TEXT NOT NULL, address TEXT NOT NULL"
  private static let copied =
    "UNIQUE (kind, address)); INSERT INTO other SELECT * FROM transmitters"

  @Test(
    arguments: ["transmitters", "fingerprints", "walks", "units", "venue", "guide_items"].map {
      ($0, "CREATE TABLE other AS SELECT * FROM \($0)")
    }
      + [
        "CREATE TABLE other (id INT PRIMARY KEY, \(transmitters), \(copied)",
        "CREATE TABLE other (id INTEGER PRIMARY KEY DESC, \(transmitters), \(copied)",
        "CREATE TABLE other (id INTEGER, \(transmitters), PRIMARY KEY (id, kind), \(copied)",
        "CREATE TABLE other (id INTEGER NOT NULL UNIQUE, \(transmitters), \(copied)",
      ].map { ("transmitters", $0) })
  func `nothing is stored where a table has lost its key, and what is there is still read`(
    table: String, create: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try BadFileTests.filled(path)
    let walks = try VenueFile.open(path, readOnly: true).walks()
    try Self.remake(table, by: create, in: path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for open in [{ try VenueFile.open(path) }, { try VenueFile.openOrCreate(path) }] {
      let error = #expect(throws: StorageError.self) { _ = try open() }
      #expect(error?.code == .damaged)
      let remedy =
        table == "units"
        ? "save what you drew in units as GeoJSON, as QGIS and ogr2ogr do, restore the file from a copy "
          + "and import that into it" : "restore it from a copy"
      #expect(
        error?.message == "\(path): the file is damaged (its table \(table) has no INTEGER PRIMARY "
          + "KEY id, as where another program made it anew); \(remedy)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(try VenueFile.open(path, readOnly: true).walks() == walks)
  }

  // The first is how GDAL writes the key of a layer (ogrgeopackagetablelayer.cpp).
  @Test(arguments: [
    "\"id\" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, \(transmitters)",
    "ID integer primary key, \(transmitters)",
    "id INTEGER, \(transmitters), PRIMARY KEY (id)",
    "id INTEGER PRIMARY KEY, \(transmitters), note TEXT DEFAULT 'x'",
  ]) func `a table that another program made anew with its key is stored into`(
    columns: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try BadFileTests.filled(path)
    let create =
      "CREATE TABLE other (\(columns)); CREATE UNIQUE INDEX k ON other (kind, address);"
      + " INSERT INTO other (id, kind, address) SELECT * FROM transmitters"
    try Self.remake("transmitters", by: create, in: path)
    var samples = Samples(seed: 6)
    let walk = samples.walk("more")
    try VenueFile.open(path).append([walk])
    var last: SurveyWalk?
    try VenueFile.open(path, readOnly: true).forEachWalk { last = $0 }
    #expect(last?.fingerprints.map(\.scan) == walk.fingerprints.map(\.scan))
  }
}
