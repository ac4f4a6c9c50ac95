import Foundation
import GRDB
import IndoorModel
import IndoorStorage
import Testing

/// Foreign keys that others give a venue file's tables, or their own to it.
struct ForeignKeyTests {
  private let folder: TemporaryFolder
  private let path: String
  private let plan: Plan

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
    var samples = Samples(seed: 24)
    let file = try VenueFile.create(path)
    try file.save(samples.venue())
    try file.append([samples.walk("first")])
    plan = samples.plan(level: LevelKey(building: "A", ordinal: 1))
    try file.save(plan)
  }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  @Test(arguments: [
    """
    ALTER TABLE walks ADD COLUMN plan_id INTEGER REFERENCES plans (id) ON DELETE CASCADE;
    UPDATE walks SET plan_id = (SELECT min(id) FROM plans)
    """,
    """
    ALTER TABLE fingerprints ADD COLUMN room TEXT REFERENCES units (unit_id) ON UPDATE CASCADE
    """,
    "ALTER TABLE walks ADD COLUMN planned_by INTEGER REFERENCES Plans ON DELETE SET NULL",
  ])
  func `a key by which rows would go with others is refused before anything is stored`(
    _ sql: String
  ) throws {
    try change(sql)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StorageError.self) { try VenueFile.open(path).save(plan) }
    #expect(error?.code == .foreignRule, "\(error?.message ?? "")")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try VenueFile.open(path, readOnly: true).walkCount() == 1)
  }

  @Test func `keys that take out nothing, and tables of others with any, stay`() throws {
    try change(
      """
      ALTER TABLE walks ADD COLUMN unit_id TEXT REFERENCES units (unit_id);
      CREATE TABLE notes (id INTEGER PRIMARY KEY, plan INTEGER REFERENCES plans ON DELETE CASCADE);
      INSERT INTO notes SELECT 1, min(id) FROM plans;
      """)
    try VenueFile.open(path).save(plan)
    #expect(try VenueFile.open(path, readOnly: true).walkCount() == 1)
  }

  @Test func `a key of others that keeps a plan is told as theirs, not as damage`() throws {
    try change(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, plan INTEGER REFERENCES plans);
      INSERT INTO notes SELECT 1, min(id) FROM plans;
      """)
    let file = try VenueFile.open(path)
    let error = #expect(throws: StorageError.self) {
      try file.removePlan(of: LevelKey(building: "A", ordinal: 1))
    }
    #expect(
      error?.code == .foreignRule && error?.message.contains("FOREIGN KEY") == true,
      "\(error?.message ?? "")")
  }
}
