import GRDB

extension VenueFile {
  /// The hashes of all walks of a file, those that were taken back too, as far as SQLite can read
  /// them: what else is in the file may be damaged, or of a newer format.
  ///
  /// - Throws: `StorageError` where it isn't known which walks there are.
  package static func walkHashes(at path: String) throws(StorageError) -> Set<String> {
    guard try FileCheck.size(path) != nil else { throw .missing(path) }
    do {
      return try database(path, true).read { db in
        try String.fetchSet(db, sql: "SELECT ifnull(CAST(hash AS TEXT), '') FROM walks")
      }
    } catch { throw StorageError(error, path: path) }
  }
}
