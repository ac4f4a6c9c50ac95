import Foundation
import GRDB
import IndoorGeometry
public import IndoorModel

extension VenueFile {
  /// Stores walks in one transaction: all of them that are not there yet, or none.
  ///
  /// A walk whose hash is there is skipped. A fingerprint read back bears its walk's hash as
  /// `recording`.
  ///
  /// - Returns: how many were new.
  /// - Throws: `.noVenue` in a file without a venue, `.unstorable` for places that are not finite.
  @discardableResult
  public func append(_ walks: [SurveyWalk]) throws(StorageError) -> Int {
    try write { db, time in
      let frame = try Self.frame(db, path: path)
      let writer = try WalkWriter(db: db, frame: frame, time: time, transmitters: transmitters)
      return try writer.append(walks)
    }
  }

  /// Whether a walk of this content hash is stored.
  public func hasWalk(_ hash: String) throws(StorageError) -> Bool {
    try read { db in
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM walks WHERE hash = ?")
      return try Row.fetchOne(statement, arguments: [try Storable.text(hash, "the hash")]) != nil
    }
  }

  /// How many walks are stored.
  public func walkCount() throws(StorageError) -> Int {
    try read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM walks") ?? 0 }
  }

  /// The walks with their paths and without their fingerprints, in order of import.
  public func walks() throws(StorageError) -> [SurveyWalk] {
    try read { db in
      try Self.rows(db, .walks, WalkReader.columns) { try WalkReader.walk($0, in: db) }
    }
  }

  /// Hands over the walks with their fingerprints, one after the other in order of import. No more
  /// than one is held.
  ///
  /// `body` may call this file. Walks that are appended meanwhile come too, or not.
  ///
  /// - Parameters:
  ///   - body: takes a walk.
  ///   - skipped: how many walks to leave out at the beginning, as when a radio map has
  ///     them already.
  /// - Throws: a `StorageError`, or what `body` throws, which ends it.
  public func forEachWalk(
    skippingFirst skipped: Int = 0, _ body: (SurveyWalk) throws -> Void
  ) throws {
    var last = try lastWalk(ofFirst: skipped)
    while let (id, walk) = try walk(after: last) {
      try body(walk)
      last = id
    }
  }

  /// The row of the last of the first `count` walks.
  private func lastWalk(ofFirst count: Int) throws(StorageError) -> Int64 {
    guard count > 0 else { return .min }
    return try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT id FROM (SELECT id FROM walks ORDER BY id LIMIT ?) ORDER BY id DESC LIMIT 1
          """,
        arguments: [count])
      return try row.map { try Fields($0, of: Layer.walks.table).integer(0) } ?? .min
    }
  }

  private func walk(after last: Int64) throws(StorageError) -> (Int64, SurveyWalk)? {
    try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT \(WalkReader.columns) FROM walks WHERE id > ? ORDER BY id LIMIT 1")
      guard let row = try Row.fetchOne(statement, arguments: [last]) else { return nil }
      let fields = Fields(row, of: Layer.walks.table)
      var walk = try WalkReader.walk(fields, in: db)
      let id = try fields.integer(0)
      walk.fingerprints = try WalkReader.fingerprints(
        ofWalk: id, hash: walk.hash, in: db, transmitters: try transmitters.table(db))
      return (id, walk)
    }
  }
}
