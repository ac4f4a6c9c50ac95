import Foundation
import IndoorFiles
import Testing

/// Files as SQLite's own program makes them.
@Suite struct VenueFileMarkTests {
  private func database(_ statements: String, at path: String) throws {
    _ = try printed(by: "sqlite3", [path, statements + "PRAGMA application_id = 0x47504B47;"])
  }

  private static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

  /// So many tables that their names take several pages, at two depths.
  private static func tables(_ count: Int, _ size: Int) -> String {
    "PRAGMA page_size = \(size);"
      + (0..<count).map { "CREATE TABLE other_\($0) (id INTEGER PRIMARY KEY, name TEXT NOT NULL);" }
      .joined()
  }

  @Test(
    .enabled(if: isInstalled, "sqlite3 makes the files"),
    arguments: [(0, 4096), (0, 65536), (30, 512), (300, 512), (300, 4096), (900, 512)])
  func `only what writes venue files replaces a file with the table of one`(
    others: Int, pageSize: Int
  ) throws {
    try withTemporaryFolder { folder in
      let (venue, tiles) = ("\(folder)/venue.gpkg", "\(folder)/tiles.gpkg")
      let others = Self.tables(others, pageSize)
      let own = "CREATE TABLE venue_file (id INTEGER PRIMARY KEY, format INTEGER);"
      try database(others + own, at: venue)
      try database(others + "CREATE TABLE venue_files (id); CREATE TABLE plan (id);", at: tiles)
      let before = try Data(contentsOf: URL(fileURLWithPath: venue))
      let error = #expect(throws: FileError.self) { try OutputFile.write("other", to: venue) }
      #expect(error?.code == .isVenueFile)
      #expect(error?.isMachineFault == false)
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == before)
      try OutputFile.write("other", to: tiles)
      #expect(try text(tiles) == "other")
      let written = try OutputFile(venue, replacesVenueFile: true)
      try written.write("venue")
      try written.finish()
      #expect(try text(venue) == "venue")
    }
  }

  @Test(
    .enabled(if: isInstalled, "sqlite3 makes the files"), arguments: [100, 101, 4000, 4096, 9000])
  func `a damaged GeoPackage is kept for what it may hold`(length: Int) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/venue.gpkg"
      try database(Self.tables(300, 4096) + "CREATE TABLE venue_file (id);", at: path)
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(throws: FileError.self) { try OutputFile.write("other", to: path) }
    }
  }

  /// By sqlite3's own `.dump`, which leaves the header's application id out.
  @Test(.enabled(if: isInstalled, "sqlite3 makes the files"))
  func `a venue file that came out of a dump isn't replaced, and another database is`() throws {
    try withTemporaryFolder { folder in
      let (venue, other) = ("\(folder)/venue.gpkg", "\(folder)/other.db")
      for (path, table) in [(venue, "venue_file"), (other, "photos")] {
        _ = try printed(by: "sqlite3", [path, "CREATE TABLE \(table) (id INTEGER PRIMARY KEY);"])
      }
      let error = #expect(throws: FileError.self) { try OutputFile.write("other", to: venue) }
      #expect(error?.code == .isVenueFile)
      try OutputFile.write("other", to: other)
      #expect(try text(other) == "other")
    }
  }

  @Test func `a name that ends in a slash, where there is no folder, is told from a folder's`()
    throws
  {
    try withTemporaryFolder { folder in
      try OutputFile.write("old", to: "\(folder)/o")
      for name in ["o/", "new/", "o//"] {
        let error = #expect(throws: FileError.self) {
          try OutputFile.write("new", to: "\(folder)/\(name)")
        }
        #expect(error?.code == .badName)
        #expect(error?.message.contains("ends in a slash") == true)
      }
      let error = #expect(throws: FileError.self) { try OutputFile.write("new", to: "\(folder)/") }
      #expect(error?.code == .isFolder)
      #expect(try text("\(folder)/o") == "old")
    }
  }
}
