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
  /// - Parameters:
  ///   - walks: the walks with their places in the file's local metres.
  ///   - basis: what the walks were placed on; `nil` where nobody else writes.
  /// - Returns: how many were new.
  /// - Throws: `.noVenue` in a file without a venue, `.unstorable` for places that are not finite,
  ///   `.changed` where origin and levels aren't the basis' any more.
  @discardableResult
  public func append(
    _ walks: [SurveyWalk], on basis: VenueBasis? = nil
  ) throws(StorageError) -> Int {
    try write { db, time in
      try basis?.check(.keys, in: db, path: path)
      let frame = try Self.frame(db, path: path)
      let writer = try WalkWriter(db: db, frame: frame, time: time, transmitters: transmitters)
      return try writer.append(walks)
    }
  }

  /// Whether a walk of this content hash is stored.
  public func hasWalk(_ hash: String) throws(StorageError) -> Bool {
    try look { db in
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM walks WHERE hash = ?")
      return try Row.fetchOne(statement, arguments: [try Storable.text(hash, "the hash")]) != nil
    }
  }

  /// How many walks are stored and count.
  public func walkCount() throws(StorageError) -> Int {
    try read { db in
      try WalkReader.check(db)
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM walks WHERE \(WalkReader.counts)") ?? 0
    }
  }

  /// The walks that count with their paths and without their fingerprints, in their order.
  public func walks() throws(StorageError) -> [SurveyWalk] {
    try read { db in
      try WalkReader.check(db)
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT \(WalkReader.columns) FROM walks WHERE \(WalkReader.counts)
            ORDER BY \(WalkReader.order)
          """)
      return try Fields.all(rows, of: .walks) { try WalkReader.walk($0, in: db) }
    }
  }

  /// Hands over the walks that count with their fingerprints, one after the other: the file's own
  /// in order of import, then those of other files. No more than one is held.
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
    try forEachWalk(where: WalkReader.counts, skippingFirst: skipped, body)
  }

  func forEachWalk(
    where condition: String, skippingFirst skipped: Int = 0, besides known: Set<String> = [],
    _ body: (SurveyWalk) throws -> Void
  ) throws {
    for id in try walkNumbers(where: condition, besides: known).dropFirst(max(0, skipped)) {
      // Whoever took it out meanwhile had a reason.
      if let walk = try walk(numbered: id) { try body(walk) }
    }
  }

  /// The rows of walks, in their order, without those of some hashes.
  func walkNumbers(
    where condition: String, besides known: Set<String> = []
  ) throws(StorageError) -> [Int64] {
    try read { db in
      try WalkReader.check(db)
      let walks = try Row.fetchCursor(
        db, sql: "SELECT id, hash FROM walks WHERE \(condition) ORDER BY \(WalkReader.order)")
      var numbers: [Int64] = []
      while let row = try walks.next() {
        let fields = Fields(row, of: Layer.walks.table)
        let (number, hash) = (try fields.integer(0), try fields.text(1))
        if !known.contains(hash) { numbers.append(number) }
      }
      return numbers
    }
  }

  /// A walk by its recording's hash, removed or not, with its fingerprints; `nil` where none is.
  package func walk(ofHash hash: String) throws(StorageError) -> SurveyWalk? {
    let number = try look { db in
      let statement = try db.cachedStatement(sql: "SELECT id FROM walks WHERE hash = ?")
      return try Int64.fetchOne(statement, arguments: [try Storable.text(hash, "the hash")])
    }
    return try number.flatMap { number throws(StorageError) in try walk(numbered: number) }
  }

  /// Hands over the walks that were removed with their fingerprints, one after the other.
  package func forEachRemovedWalk(_ body: (SurveyWalk) throws -> Void) throws {
    try forEachWalk(where: "removed_at IS NOT NULL", body)
  }

  private func walk(numbered id: Int64) throws(StorageError) -> SurveyWalk? {
    try read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT \(WalkReader.columns) FROM walks WHERE id = ?")
      return try Fields.first(Row.fetchCursor(statement, arguments: [id]), of: .walks) { f in
        try whole(WalkReader.walk(f, in: db), numbered: id, in: db)
      }
    }
  }
}
