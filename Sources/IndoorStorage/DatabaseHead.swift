import Foundation
import GRDB
import GRDBSQLite
import IndoorLibc

/// The beginning of a file, read through a descriptor of SQLite's.
///
/// POSIX takes all of a process's locks on a file away as soon as the process closes any descriptor
/// of it, and two programs would write at once what one of them has locked
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2). SQLite closes its own only where nothing of
/// it is locked; so no file that may be a database is opened by anything else.
enum DatabaseHead {
  /// What each SQLite database begins with (<https://www.sqlite.org/fileformat2.html>).
  static let magic = Array("SQLite format 3\0".utf8)

  /// How a pointer of Git LFS begins
  /// (<https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md>).
  static let largeFilePointer = Array("version https://".utf8)

  /// As many bytes as the magic has, with zeros for those behind the file's end; `nil` for a file
  /// that can't be opened.
  static func bytes(of path: String) -> [UInt8]? { try? read(path) }

  /// Whether SQLite takes a file for one of later programs, which may only be read: its 19th byte
  /// is over 2 (file format, 1.3.3).
  static func isOfLaterPrograms(_ path: String) -> Bool {
    (try? read(path, count: 19))?.last.map { $0 > 2 } ?? false
  }

  /// So many bytes.
  ///
  /// - Throws: the system's complaint of a file that can't be opened.
  static func read(_ path: String, count: Int = magic.count) throws(InputFault) -> [UInt8]? {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    var head = [UInt8](repeating: 0, count: count)
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_open_v2(sqlitePath(path), &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK
    else { throw InputFault(sqlite3_system_errno(database)) }
    guard
      sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    let result = ResultCode(rawValue: read(file, &head, Int32(head.count), 0))
    return [.SQLITE_OK, .SQLITE_IOERR_SHORT_READ].contains(result) ? head : nil
  }

  /// Bytes of the longest path from the root that SQLite opens, whose journal's name is longer by
  /// 8.
  static var longestPath: Int {
    sqlite3_vfs_find(nil).map { max(0, Int($0.pointee.mxPathname) - 8) } ?? 0
  }

  /// A path as SQLite takes it, which has a meaning of its own for names like ":memory:".
  static func sqlitePath(_ path: String) -> String { path.hasPrefix("/") ? path : "./\(path)" }
}

extension VenueFile {
  /// Whether a regular file is a SQLite database by how it begins; it isn't looked at any further.
  package static func isDatabase(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    // A path that is too long for SQLite isn't one that it has open.
    let head =
      DatabaseHead.bytes(of: path)
      ?? (try? FileHandle(forReadingAtPath: path)?.read(upToCount: 16)).map { Array($0) }
    return head == DatabaseHead.magic
  }
}
