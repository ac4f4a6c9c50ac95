import GRDB

extension VenueFile {
  /// Copies the file as it is at one moment, also while others write to it, by SQLite's backup.
  ///
  /// - Parameter path: where nothing is yet.
  /// - Throws: `.alreadyExists`, `.busy` where a writer doesn't let go, `.diskFull`, `.damaged`.
  public func copy(to path: String) throws(StorageError) {
    if try FileCheck.size(path) != nil { throw .alreadyExists(path) }
    do {
      let copy = try DatabaseQueue(path: path.hasPrefix("/") ? path : "./\(path)")
      try backUp(to: copy)
      try copy.close()
    } catch {
      throw StorageError(error, path: self.path)
    }
  }
}
