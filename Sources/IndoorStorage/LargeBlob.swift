import GRDB
import GRDBSQLite

/// Bytes of a row that are too many to stand in memory several times, as in a statement's arguments
/// and in the record that is made of them (<https://www.sqlite.org/c3ref/blob_open.html>).
enum LargeBlob {
  /// Fills a row's blob, which has as many bytes.
  static func write(
    _ bytes: [UInt8], to row: Int64, of layer: Layer, column: String, in db: Database
  ) throws {
    try withBlob(row, of: layer, column: column, isWritten: true, in: db) { blob in
      bytes.withUnsafeBytes { bytes in
        sqlite3_blob_write(blob, bytes.baseAddress, Int32(clamping: bytes.count), 0)
      }
    }
  }

  /// A row's blob.
  static func read(
    _ row: Int64, of layer: Layer, column: String, in db: Database
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try withBlob(row, of: layer, column: column, isWritten: false, in: db) { blob in
      var result = SQLITE_OK
      let count = max(0, Int(sqlite3_blob_bytes(blob)))
      bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        result = sqlite3_blob_read(blob, buffer.baseAddress, Int32(clamping: count), 0)
        filled = result == SQLITE_OK ? count : 0
      }
      return result
    }
    return bytes
  }

  private static func withBlob(
    _ row: Int64, of layer: Layer, column: String, isWritten: Bool, in db: Database,
    _ body: (OpaquePointer?) -> Int32
  ) throws {
    var blob: OpaquePointer?
    let connection = db.sqliteConnection
    var result = sqlite3_blob_open(
      connection, "main", layer.table, column, row, isWritten ? 1 : 0, &blob)
    if result == SQLITE_OK { result = body(blob) }
    let closed = sqlite3_blob_close(blob)
    for code in [result, closed] where code != SQLITE_OK {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }
}
