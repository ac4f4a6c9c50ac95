import Foundation
import GRDB
import IndoorModel
import IndoorStorage
import Testing

/// Expressions that others put into a venue file's tables, which SQLite works out with every row.
struct ForeignExpressionTests {
  private let folder: TemporaryFolder
  private let path: String
  private let walk: SurveyWalk

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
    var samples = Samples(seed: 23)
    let file = try VenueFile.create(path)
    try file.save(samples.venue())
    try file.append([samples.walk("first")])
    walk = samples.walk("second")
  }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  @Test(arguments: [
    "ALTER TABLE walks ADD COLUMN a CHECK (length(hex(zeroblob(4))) > 0)",
    "ALTER TABLE Fingerprints ADD COLUMN a TEXT CHECK (a > \"zeroblob\"(9))",
    "ALTER TABLE walks ADD COLUMN a CHECK (a LIKE '%x%x%x%x%x%x%x%x%x%x%')",
    "ALTER TABLE walks ADD COLUMN a CHECK/* (*/( --\n1 + (2) = randomblob /**/ (9) OR 1)",
    "CREATE INDEX slow ON fingerprints (hex(zeroblob(4 + id)))",
    "CREATE INDEX slow ON walks (id) WHERE (zeroblob(9)) > id",
  ])
  func `an expression that may take any memory is refused before anything is stored`(
    _ sql: String
  ) throws {
    try change(sql)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StorageError.self) { try VenueFile.open(path).append([walk]) }
    #expect(error?.code == .foreignExpression, "\(error?.message ?? "")")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    // Nothing of it is worked out when the file is read.
    #expect(try VenueFile.open(path, readOnly: true).walkCount() == 1)
  }

  @Test(arguments: [
    "ALTER TABLE walks ADD COLUMN a TEXT AS (hex(zeroblob(4)))",
    "ALTER TABLE units ADD COLUMN a TEXT AS (name || '1'); ALTER TABLE units ADD COLUMN b AS (a || a)",
    "ALTER TABLE units ADD COLUMN a BLOB GENERATED ALWAYS AS (zeroblob(9)) VIRTUAL",
  ])
  func `a generated column that may take any memory is not read either`(_ sql: String) throws {
    try change(sql)
    let error = #expect(throws: StorageError.self) { try VenueFile.open(path, readOnly: true) }
    #expect(
      error?.code == .foreignExpression && error?.message.contains("in the table ") == true,
      "\(error?.message ?? "")")
  }

  /// Columns of their own that people add by `ALTER TABLE`, and indices that QGIS makes.
  @Test func `columns and indices that compare and count stay`() throws {
    try change(
      """
      ALTER TABLE units ADD COLUMN flooring TEXT CHECK (flooring IN ('stone', 'wood'));
      ALTER TABLE units ADD COLUMN width DECIMAL(10, 2) DEFAULT 14 CHECK (width > 0);
      ALTER TABLE units ADD COLUMN small TEXT AS (lower(trim(name))) VIRTUAL;
      ALTER TABLE walks ADD COLUMN "zeroblob" TEXT(100) REFERENCES units (id);
      CREATE INDEX units_small ON units (lower(name)) WHERE (category IS NOT NULL);
      CREATE UNIQUE INDEX "units""twice" ON units ("id", name COLLATE NOCASE DESC);
      """)
    try VenueFile.open(path).append([walk])
    #expect(try VenueFile.open(path, readOnly: true).walkCount() == 2)
  }

  @Test func `a check that refuses a walk is told as somebody else's`() throws {
    try change("ALTER TABLE walks ADD COLUMN a INTEGER DEFAULT 1 CHECK (id < 2)")
    let error = #expect(throws: StorageError.self) { try VenueFile.open(path).append([walk]) }
    #expect(error?.code == .foreignRule, "\(error?.message ?? "")")
    #expect(error?.message.contains("a rule that another program added") == true)
    #expect(try VenueFile.open(path, readOnly: true).walkCount() == 1)
  }
}
