import Foundation
import GRDB
package import IndoorModel

/// A venue file that something is stored into: it is made when there is something to store, and
/// goes again where nothing came of that.
package struct VenueTarget {
  /// Where the file is.
  package let path: String
  /// The file; `nil` where there is none yet, or an empty one.
  package let file: VenueFile?
  /// The venue that is there.
  package let venue: Venue?

  /// Opens the file, where there is one.
  ///
  /// - Throws: what `VenueFile.open` throws, but for `.missing`.
  package init(_ path: String) throws(StorageError) {
    self.path = path
    file = try FileCheck.size(path) ?? 0 > 0 ? try VenueFile.openOrCreate(path) : nil
    venue = try file?.venue()
  }

  /// Opens the file and stores into it; all of it again where another program changes the venue
  /// meanwhile.
  package static func storing<Value>(
    into path: String, _ body: (VenueTarget) throws -> Value
  ) throws -> Value {
    try retrying { try body(VenueTarget(path)) }
  }

  /// Reads and stores; all of it again where another program changes the venue meanwhile.
  package static func retrying<Value>(_ body: () throws -> Value) throws -> Value {
    // Each time another program has got something done.
    for _ in 1..<tries {
      do { return try body() } catch let error as StorageError where error.code == .changed {}
    }
    return try body()
  }

  private static let tries = 8

  /// Stores something, into a file that is made where there is none.
  ///
  /// A file that was made goes again where the closure throws, but with walks in it, or anything
  /// of another program's.
  package func store<Value>(_ body: (VenueFile) throws -> Value) throws -> Value {
    if let file { return try body(file) }
    let wasEmpty = try FileCheck.size(path) != nil
    let made = try VenueFile.openOrCreate(path)
    let version = try made.versionWithoutVenue()
    guard let version else { return try body(made) }
    return try made.undoneAtEnd({ try made.discard($0, since: version, emptying: wasEmpty) }) {
      do {
        return try body(made)
      } catch {
        try? made.alone { try made.discard($0, since: version, emptying: wasEmpty) }
        throw error
      }
    }
  }
}

extension VenueFile {
  /// SQLite's count of what other programs have changed, in a file without a venue yet.
  fileprivate func versionWithoutVenue() throws(StorageError) -> Int64? {
    try read { db in
      guard try Self.venueRow(db) == nil else { return nil }
      return try Int64.fetchOne(db, sql: "PRAGMA data_version")
    }
  }

  /// Takes the file away, or its content, where no other program has changed it and no walk is in
  /// it. Whoever has it open is told so when they write. Call while nobody else reads or writes it.
  fileprivate func discard(_ db: Database, since version: Int64, emptying: Bool) throws {
    guard try Int64.fetchOne(db, sql: "PRAGMA data_version") == version,
      try Int64.fetchOne(db, sql: "SELECT 1 FROM walks LIMIT 1") == nil
    else { return }
    if emptying {
      truncate(path, 0)
    } else {
      // What a link leads to, which is what was made.
      unlink(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    }
  }
}
