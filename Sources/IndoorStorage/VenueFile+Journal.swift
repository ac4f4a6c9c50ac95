import Foundation
import GRDB
import IndoorModel

extension VenueFile {
  /// All walks in their order, those that were removed too, without reading their scans.
  public func storedWalks() throws(StorageError) -> [StoredWalk] {
    try read { db in
      try WalkReader.check(db)
      var ranges: [Int64: (levels: [LevelKey], first: Timestamp, last: Timestamp)] = [:]
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT walk_id, building, ordinal, min(time_us), max(time_us), min(id) AS id FROM fingerprints
            GROUP BY walk_id, building, ordinal ORDER BY walk_id, building, ordinal
          """)
      while let row = try cursor.next() {
        let f = Fields(row, of: Layer.fingerprints.table)
        let (first, last) = (try f.time(3), try f.time(4))
        let known = ranges[try f.integer(0)]
        ranges[try f.integer(0)] = (
          (known?.levels ?? []) + [try f.level(1)],
          min(known?.first ?? first, first), max(known?.last ?? last, last)
        )
      }
      let walks = try Row.fetchCursor(
        db,
        sql: """
          SELECT id, hash, recording, device, surveyor, fingerprint_count, unplaced_scans,
            removed_at, removed_by FROM walks ORDER BY \(WalkReader.order)
          """)
      return try Fields.all(walks, of: .walks) { f in
        let range = ranges[try f.integer(0)]
        return StoredWalk(
          hash: try f.text(1), recording: try f.text(2), device: try f.optionalText(3),
          surveyor: try f.optionalText(4),
          times: range.flatMap {
            $0.first <= $0.last ? $0.first...$0.last : nil
          }, placed: try f.int(5),
          unplaced: try f.optionalDouble(6).flatMap { Int(exactly: $0) },
          levels: range?.levels ?? [],
          removal: try f.optionalText(7).map {
            StoredWalk.Removal(time: $0, by: try f.optionalText(8) ?? "")
          })
      }
    }
  }

  /// How many walks were removed and are still there.
  public func removedWalkCount() throws(StorageError) -> Int {
    try read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM walks WHERE removed_at IS NOT NULL") ?? 0
    }
  }

  /// What was done to walks after their import, in order.
  public func walkChanges() throws(StorageError) -> [WalkChange] {
    try read { db in
      try Self.rows(
        db, .walkJournal, "walk_hash, at, by_name, change, old_name, new_name"
      ) { f in
        guard let kind = WalkChange.Kind(rawValue: try f.text(3)) else {
          throw f.damage(3, "is none that is known")
        }
        var names: WalkChange.Names?
        if let old = try f.optionalText(4), let new = try f.optionalText(5) {
          names = WalkChange.Names(old: old, new: new)
        }
        return WalkChange(
          hash: try f.text(0), kind: kind, time: try f.text(1), by: try f.text(2), names: names)
      }
    }
  }

  /// Hides walks: they stay with their places and scans, and count no more. Those that are hidden
  /// already stay as they are.
  ///
  /// - Parameters:
  ///   - hashes: the walks' content hashes.
  ///   - name: who does it, for the journal.
  /// - Returns: how many were hidden now.
  @discardableResult
  public func removeWalks(_ hashes: [String], by name: String) throws(StorageError) -> Int {
    try change(hashes, .removed, by: name) { hash, db, time, name in
      try db.execute(
        sql: """
          UPDATE walks SET removed_at = ?, removed_by = ? WHERE hash = ? AND removed_at IS NULL
          """,
        arguments: [time, name, hash])
    }
  }

  /// Takes walks back that were hidden.
  ///
  /// - Parameters:
  ///   - hashes: the walks' content hashes.
  ///   - name: who does it, for the journal.
  /// - Returns: how many count again.
  @discardableResult
  public func restoreWalks(_ hashes: [String], by name: String) throws(StorageError) -> Int {
    try change(hashes, .restored, by: name) { hash, db, _, _ in
      try db.execute(
        sql: """
          UPDATE walks SET removed_at = NULL, removed_by = NULL
            WHERE hash = ? AND removed_at IS NOT NULL
          """,
        arguments: [hash])
    }
  }

  private func change(
    _ hashes: [String], _ kind: WalkChange.Kind, by name: String,
    _ update: (_ hash: String, Database, _ time: String, _ name: String) throws -> Void
  ) throws(StorageError) -> Int {
    try write { db, time in
      var count = 0
      for hash in hashes {
        let hash = try Storable.text(hash, "the hash")
        let name = try Storable.text(name, "the name")
        try update(hash, db, time, name)
        guard db.changesCount > 0 else { continue }
        count += 1
        try Self.enter(
          WalkChange(hash: hash, kind: kind, time: time, by: name), in: db)
      }
      try GeoPackageTables.touch(.walks, at: time, in: db)
      try GeoPackageTables.touch(.walkJournal, at: time, in: db)
      return count
    }
  }

  /// Gives a walk another name.
  ///
  /// - Parameters:
  ///   - hash: the walk's content hash.
  ///   - new: what it is called from now on.
  ///   - name: who does it, for the journal.
  public func renameWalk(
    _ hash: String, to new: String, by name: String
  ) throws(StorageError) {
    try write { db, time in
      let new = try Storable.text(new, "the walk's name")
      let by = try Storable.text(name, "the name")
      guard let old = try Self.name(ofWalk: hash, in: db) else {
        throw Unstorable("there is no walk \(hash)")
      }
      try db.execute(
        sql: "UPDATE walks SET recording = ? WHERE hash = ?", arguments: [new, hash])
      try Self.enter(
        WalkChange(
          hash: hash, kind: .renamed, time: time, by: by,
          names: WalkChange.Names(old: old, new: new)), in: db)
      try GeoPackageTables.touch(.walks, at: time, in: db)
      try GeoPackageTables.touch(.walkJournal, at: time, in: db)
    }
  }

  static func enter(_ change: WalkChange, in db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO walk_journal (walk_hash, at, by_name, change, old_name, new_name)
          VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      change.hash, change.time, change.by, change.kind.rawValue, change.names?.old,
      change.names?.new,
    ])
  }

  /// When and by whom a walk was hidden, or `nil` where it counts or isn't there.
  public func removal(ofWalk hash: String) throws(StorageError) -> StoredWalk.Removal? {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT removed_at, removed_by, id FROM walks WHERE hash = ? AND removed_at IS NOT NULL
          """,
        arguments: [try Storable.text(hash, "the hash")])
      return try Fields.first(rows, of: .walks) { f in
        StoredWalk.Removal(time: try f.text(0), by: try f.optionalText(1) ?? "")
      }
    }
  }

  /// What a walk is called here, or `nil` where there is none of that hash.
  package func walkName(ofHash hash: String) throws(StorageError) -> String? {
    try read { db in try Self.name(ofWalk: hash, in: db) }
  }

  private static func name(ofWalk hash: String, in db: Database) throws -> String? {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT recording, id FROM walks WHERE hash = ?",
      arguments: [try Storable.text(hash, "the hash")])
    return try Fields.first(rows, of: .walks) { try $0.text(0) }
  }
}
