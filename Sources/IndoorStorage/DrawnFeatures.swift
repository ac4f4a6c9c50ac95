import GRDB
import IndoorModel

/// Units and openings as other programs add them: with a geometry, and with an id, a building and
/// an ordinal only where somebody filled them in.
///
/// What is missing follows from the levels, where there is one that it can be. Reading takes it so,
/// and whoever opens the file for writing notes it.
struct DrawnFeatures {
  private let levels: [LevelKey]
  private var ids: Set<String> = []
  private let layer: Layer

  /// - Parameters:
  ///   - layer: units or openings.
  ///   - levels: those of the file.
  init(_ layer: Layer, levels: [LevelKey], in db: Database) throws {
    self.layer = layer
    self.levels = levels
    let column = layer.idColumn
    ids = try String.fetchSet(
      db,
      sql: """
        SELECT \(column) FROM \(layer.table) WHERE \(column) LIKE '\(layer.table)-%'
        """)
  }

  /// The level of a row, `nil` where it could be several or there is none.
  func level(building: String?, ordinal: Int?) -> LevelKey? {
    if let building, let ordinal { return LevelKey(building: building, ordinal: ordinal) }
    let found = levels.filter {
      (building ?? $0.building) == $0.building && (ordinal ?? $0.ordinal) == $0.ordinal
    }
    return found.count == 1 ? found.first : nil
  }

  /// An id for a row that has none; the same every time.
  mutating func id(of row: Int64) -> String {
    let made = "\(layer.table)-\(row)"
    var (fresh, copies) = (made, 1)
    while !ids.insert(fresh).inserted {
      copies += 1
      fresh = "\(made)~\(copies)"
    }
    return fresh
  }

  /// Notes what follows for rows that are incomplete.
  static func complete(_ db: Database) throws {
    for layer in [Layer.units, .openings] {
      let rows = try incomplete(layer, in: db)
      if rows.isEmpty { continue }
      var drawn = try DrawnFeatures(layer, levels: levels(db), in: db)
      for (row, id, building, ordinal, _) in rows {
        let key = drawn.level(building: building, ordinal: ordinal)
        try db.execute(
          sql: """
            UPDATE \(layer.table) SET \(layer.idColumn) = ?, building = ifnull(?, building),
              ordinal = ifnull(?, ordinal) WHERE id = ?
            """,
          arguments: [id ?? drawn.id(of: row), key?.building, key?.ordinal, row])
      }
    }
  }

  /// Whether `complete` would find something to do.
  static func areIncomplete(_ db: Database) throws -> Bool {
    try [Layer.units, .openings].contains { layer in
      try Row.fetchOne(
        db, sql: "SELECT 1 FROM \(layer.table) WHERE \(missing(layer)) LIMIT 1") != nil
    }
  }

  /// The file's levels.
  static func levels(_ db: Database) throws -> [LevelKey] {
    try VenueFile.rows(db, .levels, "building, ordinal") { f in
      try f.level(0)
    }
  }

  /// Rows that lack something: number, id, building, ordinal and name.
  static func incomplete(
    _ layer: Layer, in db: Database
  ) throws -> [(row: Int64, id: String?, building: String?, ordinal: Int?, name: String?)] {
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT id, \(layer.idColumn), building, ordinal, name FROM \(layer.table)
          WHERE \(missing(layer)) ORDER BY id
        """)
    var rows: [(row: Int64, id: String?, building: String?, ordinal: Int?, name: String?)] = []
    while let row = try cursor.next() {
      let f = Fields(row, of: layer.table)
      rows.append(
        (
          try f.integer(0), try f.optionalText(1), try f.optionalText(2), try f.optionalOrdinal(3),
          try f.optionalText(4)
        ))
    }
    return rows
  }

  private static func missing(_ layer: Layer) -> String {
    let id = layer.idColumn
    return "\(id) IS NULL OR building IS NULL OR ordinal IS NULL"
  }
}

extension Layer {
  /// The column of a unit's or opening's id.
  var idColumn: String { table == Layer.units.table ? "unit_id" : "opening_id" }
}

extension VenueFile {
  /// Units and openings that were drawn in another program and are on no level that is clear, so
  /// that `venue` leaves them out: a sentence's part each, `units, row 7 "Lab"`.
  public func featuresWithoutLevel() throws(StorageError) -> [String] {
    try read { db in
      try [Layer.units, .openings].flatMap { layer in
        let drawn = try DrawnFeatures(layer, levels: DrawnFeatures.levels(db), in: db)
        return try DrawnFeatures.incomplete(layer, in: db).filter {
          drawn.level(building: $0.building, ordinal: $0.ordinal) == nil
        }.map { row in
          "\(layer.table), row \(row.row)" + (row.name.map { " \"\($0)\"" } ?? "")
        }
      }
    }
  }
}
