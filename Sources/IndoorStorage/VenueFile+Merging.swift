import Foundation
import GRDB
public import IndoorModel

extension VenueFile {
  /// Stores walks of another venue file behind the file's own, all or none: those that are new in
  /// the order of their first scans and hashes, whatever order they come in.
  ///
  /// - Parameters:
  ///   - walks: the walks with their places in this file's local metres.
  ///   - removals: which of them the other file hides, by hash: they are hidden here too.
  ///   - changes: the other file's journal; what isn't in this one's is added, and a walk that
  ///     was renamed there has the name that the journal gave it last, in whichever of the files.
  ///   - basis: what the walks' places were moved to; `nil` where nobody else writes.
  /// - Returns: how many were new, and how many of those here are hidden now.
  /// - Throws: as `append`.
  public func merge(
    _ walks: [SurveyWalk], removals: [String: StoredWalk.Removal], changes: [WalkChange],
    on basis: VenueBasis? = nil
  ) throws(StorageError) -> (new: Int, hidden: Int) {
    try write { db, time in
      try basis?.check(.keys, in: db, path: path)
      let frame = try Self.frame(db, path: path)
      let writer = try WalkWriter(db: db, frame: frame, time: time, transmitters: transmitters)
      let before = try Set(String.fetchAll(db, sql: "SELECT hash FROM walks"))
      let new = try writer.append(walks)
      let place = try db.cachedStatement(sql: "UPDATE walks SET merged_order = ? WHERE hash = ?")
      for walk in walks where !before.contains(walk.hash) {
        try place.execute(arguments: [Self.order(of: walk), walk.hash])
      }
      var hidden = 0
      for (hash, removal) in removals.sorted(by: { $0.key < $1.key }) {
        try db.execute(
          sql: """
            UPDATE walks SET removed_at = ?, removed_by = ? WHERE hash = ? AND removed_at IS NULL
            """,
          arguments: [
            try Storable.text(removal.time, "a time"), try Storable.text(removal.by, "a name"),
            try Storable.text(hash, "the hash"),
          ])
        hidden += db.changesCount
      }
      try addMissing(changes, in: db, time: time)
      try GeoPackageTables.touch(.walks, at: time, in: db)
      return (new, hidden)
    }
  }

  /// Where a walk of another file stands: by its first scan, and then by its content.
  static func order(of walk: SurveyWalk) -> String {
    let first = walk.fingerprints.first?.scan.time.microseconds ?? .min
    // Shifted, so that all numbers have one sign and as texts the order of numbers.
    let digits = String(UInt64(bitPattern: first) ^ (1 << 63), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + " " + walk.hash
  }

  private func addMissing(
    _ changes: [WalkChange], in db: Database, time: String
  ) throws {
    guard !changes.isEmpty else { return }
    let find = try db.cachedStatement(
      sql: """
        SELECT 1 FROM walk_journal WHERE walk_hash = ? AND at = ? AND by_name = ? AND change = ?
        """)
    for change in changes {
      let texts =
        [change.hash, change.time, change.by]
        + [change.names?.new, change.names?.old]
        .compactMap { $0 }
      for text in texts { _ = try Storable.text(text, "the journal") }
      let known = try Row.fetchOne(
        find, arguments: [change.hash, change.time, change.by, change.kind.rawValue])
      guard known == nil else { continue }
      try Self.enter(change, in: db)
      if change.kind == .renamed { try takeLastName(of: change.hash, in: db) }
    }
    try GeoPackageTables.touch(.walkJournal, at: time, in: db)
  }

  /// Calls a walk what the journal says that it was called last: of two renamings at one time the
  /// later name in the alphabet, so that the order of merges doesn't matter.
  private func takeLastName(of hash: String, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE walks SET recording = coalesce((SELECT new_name FROM walk_journal
            WHERE walk_hash = ? AND change = ? AND new_name IS NOT NULL
            ORDER BY at DESC, new_name DESC LIMIT 1), recording)
          WHERE hash = ?
        """, arguments: [hash, WalkChange.Kind.renamed.rawValue, hash])
  }

  /// Hands over all walks with their fingerprints, those that were removed too.
  ///
  /// - Parameters:
  ///   - known: hashes of walks to leave out, which aren't read.
  ///   - body: takes a walk.
  /// - Throws: a `StorageError`, or what `body` throws, which ends it.
  public func forEachStoredWalk(
    besides known: Set<String> = [], _ body: (SurveyWalk) throws -> Void
  ) throws {
    try forEachWalk(where: "1", besides: known, body)
  }
}
