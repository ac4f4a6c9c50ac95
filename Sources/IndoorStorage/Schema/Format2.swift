import GRDB

/// The second format: what only a recording could tell stays with its walk, for the checks of a
/// survey.
func format2(_ db: Database, time: String) throws {
  try db.execute(
    sql: """
      ALTER TABLE walks ADD COLUMN planned_path TEXT;
      ALTER TABLE walks ADD COLUMN unplaced_scans INTEGER;
      ALTER TABLE walks ADD COLUMN unplaced_waypoints INTEGER;
      ALTER TABLE walks ADD COLUMN clock_step_back_s DOUBLE;
      ALTER TABLE walks ADD COLUMN longest_silence_s DOUBLE;
      """)
  try GeoPackageTables.touch(.walks, at: time, in: db)
}
