import Foundation
import GRDB
public import IndoorModel

extension VenueFile {
  /// Fingerprints after which what was made of them is committed.
  private static let batch = 50_000

  /// Makes the rows of those walks that have none of this recipe, and keeps them in the file until
  /// their walk changes.
  ///
  /// - Parameters:
  ///   - recipe: what rows depend on beside their walk.
  ///   - progress: told after each walk how many were made.
  ///   - make: makes a walk's rows. It may not call this file.
  /// - Returns: how many walks' rows were made.
  /// - Throws: a `StorageError`, or what `make` throws: what was made before that stays.
  @discardableResult
  public func keepWalkRows(
    recipe: String, progress: (Int) -> Void = { _ in }, _ make: (SurveyWalk) throws -> WalkRows
  ) throws -> Int {
    var made = 0
    var last: Int64? = .min
    var failure: (any Error)?
    while let start = last {
      last = try write { db, time in
        var fingerprints = 0
        var last = start
        while fingerprints < Self.batch,
          let (id, walk) = try walk(after: last, withoutRowsOf: recipe, in: db)
        {
          last = id
          fingerprints += walk.fingerprints.count
          let rows: WalkRows
          do {
            rows = try make(walk)
          } catch {
            failure = error
            return nil
          }
          try keep(rows, of: id, recipe: recipe, in: db, time: time)
          made += 1
          progress(made)
        }
        guard last != start else { return nil }
        try GeoPackageTables.touch(.walkRows, at: time, in: db)
        return last
      }
    }
    if let failure { throw failure }
    return made
  }

  /// Hands over what a radio map takes of each walk that counts, in the walks' order: the rows that
  /// are kept, or that are made of the walk.
  ///
  /// Rows that are kept and damaged are made anew. The walks come without fingerprints. `body` may
  /// call this file.
  ///
  /// - Parameters:
  ///   - recipe: how rows are made of a walk; those kept by another recipe are made anew.
  ///   - make: makes the rows of a walk.
  ///   - body: takes a walk and its rows.
  ///   - mending: whether rows that are made for damaged ones are kept in their place, for
  ///     which the file has to be open for writing.
  /// - Returns: of how many walks the kept rows were damaged.
  /// - Throws: a `StorageError`, or what `make` and `body` throw, which ends it.
  @discardableResult
  public func forEachWalkRows(
    recipe: String, mending: Bool = false, making make: (SurveyWalk) throws -> WalkRows,
    _ body: (SurveyWalk, WalkRows) throws -> Void
  ) throws -> Int {
    var damaged = 0
    var numbers = try walkNumbers(where: WalkReader.counts)[...]
    while !numbers.isEmpty {
      let some = try walkRows(of: Array(numbers.prefix(32)), recipe: recipe)
      numbers = numbers.dropFirst(32)
      for kept in some {
        let rows = try kept.rows ?? make(kept.walk)
        if kept.isDamaged {
          damaged += 1
          if mending { try mend(rows, of: kept.id, recipe: recipe) }
        }
        var bare = kept.walk
        bare.fingerprints = []
        try body(bare, rows)
      }
    }
    return damaged
  }

  private func mend(_ rows: WalkRows, of walk: Int64, recipe: String) throws(StorageError) {
    try write { db, time in
      try keep(rows, of: walk, recipe: recipe, in: db, time: time)
      try GeoPackageTables.touch(.walkRows, at: time, in: db)
    }
  }

  private func walk(
    after last: Int64, withoutRowsOf recipe: String, in db: Database
  ) throws -> (Int64, SurveyWalk)? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(WalkReader.columns) FROM walks WHERE id > ? AND \(WalkReader.counts) AND NOT EXISTS
          (SELECT 1 FROM walk_rows WHERE walk_rows.id = walks.id AND recipe = ?)
          ORDER BY id LIMIT 1
        """)
    return try Fields.first(
      Row.fetchCursor(statement, arguments: [last, recipe]), of: .walks
    ) { f in
      let id = try f.integer(0)
      return (id, try whole(WalkReader.walk(f, in: db), numbered: id, in: db))
    }
  }

  /// A walk with its fingerprints.
  func whole(_ walk: SurveyWalk, numbered id: Int64, in db: Database) throws -> SurveyWalk {
    var walk = walk
    walk.fingerprints = try WalkReader.fingerprints(
      ofWalk: id, hash: walk.hash, in: db, transmitters: try transmitters.table(db))
    return walk
  }

  private func keep(
    _ rows: WalkRows, of walk: Int64, recipe: String, in db: Database, time: String
  ) throws {
    let table = try transmitters.table(with: rows.map.transmitters, in: db, time: time)
    let bytes = try WalkRowsBlob.encode(rows) { transmitter throws(Unstorable) in
      guard let number = table.numbers[transmitter] else {
        throw Unstorable("a transmitter has no number")
      }
      return number
    }
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO walk_rows (id, recipe, hash, rows) VALUES (?, ?, ?, ?)")
    try statement.execute(arguments: [
      walk, try Storable.text(recipe, "the recipe"), bytes.withUnsafeBytes { FNV.hash($0) },
      try Storable.blob(bytes, "the rows of a walk"),
    ])
  }

  /// A walk with its rows, or else with its fingerprints.
  private struct Kept {
    var id: Int64
    var walk: SurveyWalk
    var rows: WalkRows?
    var isDamaged = false
  }

  /// Some walks; few, as all of them are held.
  private func walkRows(
    of numbers: [Int64], recipe: String
  ) throws(StorageError) -> [Kept] {
    try read { db in
      let one = try db.cachedStatement(
        sql: "SELECT \(WalkReader.columns) FROM walks WHERE id = ?")
      let find = try db.cachedStatement(
        sql: "SELECT hash, rows FROM walk_rows WHERE id = ? AND recipe = ?")
      let table = try transmitters.table(db)
      return try numbers.compactMap { id in
        try Fields.first(Row.fetchCursor(one, arguments: [id]), of: .walks) { f in
          let walk = try WalkReader.walk(f, in: db)
          var kept = Kept(id: id, walk: walk)
          if keepsDerived {
            do {
              kept.rows = try Fields.first(
                Row.fetchCursor(find, arguments: [id, recipe]), of: .walkRows
              ) { try Self.rows($0, of: walk, transmitters: table) }
            } catch is Damage {
              kept.isDamaged = true
            }
          }
          if kept.rows == nil { kept.walk = try whole(walk, numbered: id, in: db) }
          return kept
        }
      }
    }
  }

  private static func rows(
    _ fields: Fields, of walk: SurveyWalk, transmitters: TransmitterCache.Table
  ) throws -> WalkRows {
    let hash = try fields.integer(0)
    return try fields.blob(1).withUnsafeBytes { bytes in
      guard FNV.hash(bytes) == hash else {
        throw Damage("the rows kept of a walk have changed")
      }
      return try WalkRowsBlob.decode(bytes, hash: walk.hash, transmitters: transmitters)
    }
  }
}
