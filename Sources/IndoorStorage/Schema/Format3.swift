import GRDB

/// The third format: what an IMDF archive says and the venue has no place for, so that an export
/// can hand it on.
func format3(_ db: Database, time: String) throws {
  try db.execute(
    sql: """
      CREATE TABLE source_features (
        id INTEGER PRIMARY KEY, feature_type TEXT NOT NULL, feature_id TEXT NOT NULL,
        json TEXT NOT NULL, UNIQUE (feature_type, feature_id));
      """)
  try GeoPackageTables.register(.sourceFeatures, at: time, in: db)
}
