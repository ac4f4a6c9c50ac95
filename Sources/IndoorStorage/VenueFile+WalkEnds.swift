import Foundation
import GRDB
package import IndoorModel

/// How a stored walk begins and ends.
package struct WalkEnds: Sendable {
  package let hash: String
  package let recording: String
  /// How many scans with a place it has.
  package let scans: Int
  /// Whether it is a row of a table, whose scan has a place of its own.
  package let isRow: Bool
  package let first: Scan
  package let last: Scan
}

extension VenueFile {
  /// The first and the last scan of each walk that counts, the same of a table's row.
  package func walkEnds() throws(StorageError) -> [WalkEnds] {
    try read { db in
      try WalkReader.check(db)
      let table = try transmitters.table(db)
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT walks.hash, walks.recording, ends.scans, f.time_us, f.readings, l.time_us, l.readings,
              ends.scans = 1 AND (SELECT count(*) = 1 AND min(p.time_us) = f.time_us
                FROM survey_points p WHERE p.walk_id = walks.id)
            FROM (SELECT walk_id, count(*) AS scans, min(id) AS first, max(id) AS last
              FROM fingerprints GROUP BY walk_id) ends
            JOIN walks ON walks.id = ends.walk_id JOIN fingerprints f ON f.id = ends.first
            JOIN fingerprints l ON l.id = ends.last
            WHERE \(WalkReader.counts) ORDER BY merged_order, walks.id
          """)
      return try Fields.all(rows, of: .fingerprints) { f in
        // What is damaged is nobody's copy.
        func scan(_ column: Int) throws -> Scan {
          Scan(
            time: try f.time(column),
            readings: try f.blob(column + 1).withUnsafeBytes {
              (try? ReadingsBlob.decode($0, name: "readings", transmitters: table)) ?? []
            })
        }
        return WalkEnds(
          hash: try f.text(0), recording: try f.text(1), scans: try f.int(2),
          isRow: try f.int(7) == 1, first: try scan(3), last: try scan(5))
      }
    }
  }
}
