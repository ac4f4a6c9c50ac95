import IndoorLibc

/// What tells one state of a file from the next without reading it.
struct FileStamp: Hashable, Sendable {
  private var inode: UInt64
  private var seconds: Int
  private var nanoseconds: Int
  /// Bytes.
  let size: Int64

  /// `nil` where no plain file is there.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    inode = UInt64(status.st_ino)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
    size = Int64(status.st_size)
  }
}
