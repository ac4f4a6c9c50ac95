import GRDB

/// The fifth format: what building a radio map makes of one walk, and the matching that was chosen
/// last, kept for the next build.
///
/// Whoever changes a walk or its fingerprints, by whatever program, takes the walk's rows with it:
/// they are made anew.
func format5(_ db: Database, time: String) throws {
  try db.execute(
    sql: """
      CREATE TABLE walk_rows (
        id INTEGER PRIMARY KEY REFERENCES walks (id) ON DELETE CASCADE,
        recipe TEXT NOT NULL, hash INTEGER NOT NULL, rows BLOB NOT NULL);
      CREATE TABLE matching_choices (
        id INTEGER PRIMARY KEY, basis INTEGER NOT NULL, choice BLOB NOT NULL);
      """)
  for trigger in DerivedRows.ofWalks { try db.execute(sql: trigger.sql) }
  for layer in [Layer.walkRows, .matchingChoices] {
    try GeoPackageTables.register(layer, at: time, in: db)
  }
}
