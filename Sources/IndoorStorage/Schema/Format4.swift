import GRDB

/// The fourth format: how levels were tied to each other: the placements as they were before, and
/// the lifts and stairs that tie them.
func format4(_ db: Database, time: String) throws {
  try db.execute(
    sql: """
      CREATE TABLE plan_tyings (
        id INTEGER PRIMARY KEY REFERENCES plans (id) ON DELETE CASCADE,
        a DOUBLE NOT NULL, b DOUBLE NOT NULL, c DOUBLE NOT NULL, d DOUBLE NOT NULL,
        tx DOUBLE NOT NULL, ty DOUBLE NOT NULL);
      CREATE TABLE plan_ties (
        id INTEGER PRIMARY KEY, geom POINT,
        plan_id INTEGER NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
        connector TEXT NOT NULL, page_x DOUBLE NOT NULL, page_y DOUBLE NOT NULL,
        sigma_m DOUBLE NOT NULL, is_found BOOLEAN NOT NULL,
        before_x_m DOUBLE NOT NULL, before_y_m DOUBLE NOT NULL,
        after_x_m DOUBLE NOT NULL, after_y_m DOUBLE NOT NULL);
      CREATE INDEX plan_ties_of_plan ON plan_ties (plan_id);
      """)
  for layer in [Layer.planTyings, .planTies] {
    try GeoPackageTables.register(layer, at: time, in: db)
  }
}
