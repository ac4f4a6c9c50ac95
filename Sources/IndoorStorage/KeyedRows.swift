import GRDB

/// Stores rows by their keys: each in the place of the one that is there, or as a new one.
///
/// By two statements: in the triggers of a spatial index as GDAL added them before GeoPackage 1.4
/// (OGC 12-128r18, annex F.3) the conflict policy of an upsert that updates counts, and they fail.
struct KeyedRows {
  private let db: Database
  private let insert: Statement
  private let update: Statement
  private let find: Statement

  /// - Parameters:
  ///   - key: the columns that tell rows apart.
  ///   - columns: the others.
  ///   - besides: what an update sets, too; values are ?1, ?2 and so on, of the key and the others.
  init(
    _ table: String, key: [String], columns: [String], besides: String? = nil, in db: Database
  ) throws {
    self.db = db
    let all = key + columns
    func equal(_ names: [String], from first: Int) -> [String] {
      names.enumerated().map { "\($0.element) = ?\(first + $0.offset)" }
    }
    let found = equal(key, from: 1).joined(separator: " AND ")
    let changes = equal(columns, from: key.count + 1) + [besides].compactMap(\.self)
    update = try db.cachedStatement(
      sql: """
        UPDATE \(table) SET \(changes.joined(separator: ", "))
          WHERE \(found)
        """)
    find = try db.cachedStatement(sql: "SELECT id FROM \(table) WHERE \(found)")
    insert = try db.cachedStatement(
      sql: """
        INSERT INTO \(table) (\(all.joined(separator: ", ")))
          VALUES (\(all.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
          ON CONFLICT (\(key.joined(separator: ", "))) DO NOTHING
        """)
  }

  /// Stores a row's values, those of the key first.
  func put(_ values: StatementArguments) throws {
    try insert.execute(arguments: values)
    if db.changesCount == 0 { try update.execute(arguments: values) }
  }

  /// The id of the row of a key; `nil` where there is none.
  func id(of key: StatementArguments) throws -> Int64? {
    try Int64.fetchOne(find, arguments: key)
  }
}
