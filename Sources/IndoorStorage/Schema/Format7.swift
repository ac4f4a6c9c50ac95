import GRDB

/// The seventh format: what a team takes back. A walk that was removed stays, hidden; a journal
/// says who removed, restored or renamed it; versions of the radio map know which transmitters were
/// forgotten; and walks that came from other venue files stand behind the file's own, in an order
/// of their own.
func format7(_ db: Database, time: String) throws {
  try db.execute(
    sql: """
      ALTER TABLE walks ADD COLUMN removed_at DATETIME;
      ALTER TABLE walks ADD COLUMN removed_by TEXT;
      ALTER TABLE walks ADD COLUMN merged_order TEXT;
      CREATE INDEX walks_in_order ON walks (merged_order, id);
      CREATE TABLE walk_journal (
        id INTEGER PRIMARY KEY, walk_hash TEXT NOT NULL, at DATETIME NOT NULL,
        by_name TEXT NOT NULL, change TEXT NOT NULL, old_name TEXT, new_name TEXT);
      CREATE INDEX walk_journal_of_walk ON walk_journal (walk_hash);
      CREATE TABLE forgotten_transmitters (
        id INTEGER PRIMARY KEY,
        version INTEGER NOT NULL REFERENCES radio_maps (id) ON DELETE CASCADE,
        transmitter_id INTEGER NOT NULL REFERENCES transmitters (id) ON DELETE CASCADE,
        UNIQUE (version, transmitter_id));
      """)
  try GeoPackageTables.touch(.walks, at: time, in: db)
  for layer in [Layer.walkJournal, .forgottenTransmitters] {
    try GeoPackageTables.register(layer, at: time, in: db)
  }
}
