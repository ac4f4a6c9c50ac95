import GRDB

/// Triggers that take out what was made of rows as soon as any program changes these: what building
/// a radio map takes of a walk, and what is prepared of guides.
///
/// A copy by a program that copies tables alone, as `ogr2ogr`, has none of them.
enum DerivedRows {
  struct Trigger {
    let name: String
    let sql: String
  }

  /// Those of the fifth format.
  static let ofWalks: [Trigger] = [("walks", "id"), ("fingerprints", "walk_id")].flatMap {
    table, key in
    [("INSERT", ["NEW"]), ("UPDATE", ["OLD", "NEW"]), ("DELETE", ["OLD"])].map { event, rows in
      let walks = rows.map { "\($0).\(key)" }.joined(separator: ", ")
      let name = "walk_rows_\(table)_\(event.lowercased())"
      return Trigger(
        name: name,
        sql: """
          CREATE TRIGGER \(name) AFTER \(event) ON \(table)
            BEGIN DELETE FROM walk_rows WHERE id IN (\(walks)); END;
          """)
    }
  }

  /// Those of the eighth.
  static let ofGuides: [Trigger] = Layer.guide.filter { $0.table != Layer.guidePrepared.table }
    .flatMap { layer in
      ["INSERT", "UPDATE", "DELETE"].map { event in
        let name = "\(layer.table)_\(event.lowercased())"
        return Trigger(
          name: name,
          sql: """
            CREATE TRIGGER \(name) AFTER \(event) ON \(layer.table)
              BEGIN DELETE FROM guide_prepared; END
            """)
      }
    }

  /// Those that a file of the newest format lacks.
  static func missing(in db: Database) throws -> [Trigger] {
    let there = try String.fetchSet(
      db, sql: "SELECT lower(name) FROM sqlite_master WHERE type = 'trigger'")
    return (ofWalks + ofGuides).filter { !there.contains($0.name) }
  }

  /// Makes those that are missing, and takes out all that was derived: nobody knows what has
  /// changed since.
  static func restore(in db: Database) throws {
    // Another process may have been faster.
    let missing = try missing(in: db)
    guard !missing.isEmpty else { return }
    for trigger in missing { try db.execute(sql: trigger.sql) }
    for layer in [Layer.walkRows, .guidePrepared] {
      try db.execute(sql: "DELETE FROM \(layer.table)")
    }
  }
}
