import IndoorFiles
import IndoorLibc

/// Files as bytes, by libc.
enum FileBytes {
  /// What a recording may have at most, in bytes.
  static let limit = 256_000_000
  /// The bytes that tell what format a recording has.
  static let openingCount = 4096

  /// What a path leads to.
  enum Kind {
    case file, folder, socket, other
  }

  /// What a path leads to, or `nil` where there is nothing.
  static func kind(_ path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // What comes through a socket that the program was started with is read as from a pipe.
    let kind = kind(status)
    return kind == .socket && ownDescriptor(path) != nil ? .other : kind
  }

  /// How many bytes a file has, 0 where there is none.
  static func size(_ path: String) -> UInt64 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFSOCK: .socket
    default: .other
    }
  }

  /// Whether a path is a symbolic link that leads to nothing.
  static func isDanglingLink(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) != 0, lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path is a folder, or `nil` where there is nothing.
  static func isFolder(_ path: String) -> Bool? { kind(path).map { $0 == .folder } }

  /// A file's bytes, or what comes through a pipe, without the byte order mark that editors and
  /// Excel put before them.
  static func read(
    _ path: String, limit: Int = limit, patience: PipePatience = PipePatience(),
    keepsMark: Bool = false
  ) throws(RecordingError) -> [UInt8] {
    // To open a FIFO that nobody writes to would take forever, so nothing here blocks.
    let descriptor = openToRead(path, O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path, .last) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, .last) }
    guard kind(status) != .folder else { throw .unreadable(path, reason: "a folder") }
    let isFile = kind(status) == .file
    let expected = isFile ? max(0, Int(status.st_size)) : 0
    guard expected <= limit else { throw .tooLarge(path, limit: limit) }
    var wait = PipeWait(path, patience)
    var bytes: [UInt8] = []
    // A pipe states no size: what comes is read in steps until it ends or is too much.
    var room = isFile ? expected + 1 : 1 << 16
    while true {
      let isGivenUp = isFile ? false : wait.untilReadable(descriptor)
      let (chunk, end) = some(of: descriptor, room: room)
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else { throw .tooLarge(path, limit: limit) }
      switch end {
      case nil: break
      case 0 where isGivenUp && bytes.isEmpty: throw .unwritten(path, patience)
      case 0: return keepsMark ? bytes : withoutMark(bytes)
      case EAGAIN, EINTR: break
      case .some(let code):
        throw .unreadable(path, InputFault(code))
      }
      room = 1 << 20
    }
  }

  /// The next bytes, and why there are no more than these: 0 at the end, else what the system says;
  /// `nil` for want of room.
  private static func some(of descriptor: Int32, room: Int) -> ([UInt8], end: Int32?) {
    var end: Int32?
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      while count < buffer.count, let base = buffer.baseAddress {
        let got = IndoorLibc.read(descriptor, base + count, buffer.count - count)
        if got <= 0 {
          end = got == 0 ? 0 : errno
          break
        }
        count += got
      }
    }
    return (chunk, end)
  }

  /// The first bytes of a regular file, or `nil` where it can't be read.
  static func opening(of path: String) -> [UInt8]? {
    guard kind(path) == .file else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: openingCount) { buffer, filled in
      let got = IndoorLibc.read(descriptor, buffer.baseAddress, buffer.count)
      isRead = got >= 0
      filled = max(0, got)
    }
    return isRead ? withoutMark(bytes) : nil
  }

  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// A folder's entries without hidden ones, by name.
  ///
  /// - Returns: those whose name is UTF-8, and those whose isn't, as far as they can be written.
  static func entries(
    of folder: String, hidden: Bool = false
  ) throws(RecordingError) -> (names: [String], misnamed: [String]) {
    guard let stream = opendir(folder) else { throw .unreadable(folder, .last) }
    defer { closedir(stream) }
    var names: [String] = []
    var misnamed: [String] = []
    while let entry = readdir(stream) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        guard (name.first == UInt8(ascii: ".")) == hidden else { return }
        if let text = String(validating: name, as: UTF8.self) {
          names.append(text)
        } else {
          misnamed.append(String(decoding: name, as: UTF8.self))
        }
      }
    }
    return (names.sorted(), misnamed.sorted())
  }
}
