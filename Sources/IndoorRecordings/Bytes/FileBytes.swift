import IndoorFiles
import IndoorLibc

/// Files as bytes, by libc.
enum FileBytes {
  /// What a recording may have at most, in bytes.
  static let limit = 256_000_000

  /// A file's bytes, without the byte order mark that editors and Excel put before them.
  static func read(_ path: String, limit: Int = limit) throws(RecordingError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path, reason: lastReason) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, reason: lastReason) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path, reason: "a folder") }
    let expected = max(0, Int(status.st_size))
    guard expected <= limit else { throw .tooLarge(path, bytes: expected, limit: limit) }
    // A pipe states no size: what comes is read in steps until it ends or is too much.
    var bytes: [UInt8] = []
    var room = expected + 1
    while true {
      var got = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        while count < buffer.count, let base = buffer.baseAddress {
          got = IndoorLibc.read(descriptor, base + count, buffer.count - count)
          if got <= 0 { break }
          count += got
        }
      }
      guard got >= 0 else { throw .unreadable(path, reason: lastReason) }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else { throw .tooLarge(path, bytes: bytes.count, limit: limit) }
      if got == 0 { return withoutMark(bytes) }
      room = 1 << 20
    }
  }

  /// The first bytes of a file, at most `count`; empty where it can't be read.
  static func opening(of path: String, count: Int = 4096) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, IndoorLibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
    return withoutMark(bytes)
  }

  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Whether a path is a folder, or `nil` where there is nothing.
  static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// A folder's entries without hidden ones, by name.
  static func entries(of folder: String) throws(RecordingError) -> [String] {
    guard let stream = opendir(folder) else { throw .unreadable(folder, reason: lastReason) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The last component of a path without its extension.
  static func stem(of path: String) -> String { PathParts(path).stem }

  /// The last component of a path.
  static func name(of path: String) -> String { PathParts(path).name }

  /// The folder that a path is in.
  static func folder(of path: String) -> String { PathParts(path).folder }

  /// The path without links and dots, or as it is where there is nothing.
  static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What the last system call complained of.
  static var lastReason: String { String(cString: strerror(errno)) }
}
