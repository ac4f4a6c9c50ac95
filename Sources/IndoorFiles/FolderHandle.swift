internal import IndoorLibc

/// An open folder, in which files are named without their path: it may be of any length, and stays
/// the same one.
final class FolderHandle: Sendable {
  let descriptor: Int32

  #if canImport(Darwin)
    private static let flags = O_SEARCH | O_DIRECTORY | O_CLOEXEC
  #else
    // O_PATH, which Glibc's module leaves out: a folder need not be readable to write into it.
    private static let flags = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC
  #endif

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a folder by its path, from another one or the current one where the path is relative.
  static func open(
    _ path: RawPath, from start: FolderHandle? = nil
  ) throws(SystemFault) -> FolderHandle {
    var folder = start
    var rest = path.bytes[...]
    while true {
      let part = beginning(of: rest)
      let parent = folder?.descriptor ?? AT_FDCWD
      let opened = RawPath(Array(part)).withCString { openat(parent, $0, flags) }
      guard opened >= 0 else { throw .last }
      let next = FolderHandle(descriptor: opened)
      rest = rest[part.endIndex...].drop { $0 == UInt8(ascii: "/") }
      if rest.isEmpty { return next }
      folder = next
    }
  }

  /// As much of a path as the system takes at once, cut at a slash.
  private static func beginning(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let most = path.prefix(Int(PATH_MAX) - 1)
    guard most.count < path.count, let slash = most.lastIndex(of: UInt8(ascii: "/")),
      slash > path.startIndex
    else { return path }
    return path[..<slash]
  }

  /// What a name in the folder stands for, or `nil` where there is nothing.
  func status(of name: RawPath, followingLinks: Bool) throws(SystemFault) -> stat? {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    if name.withCString({ fstatat(descriptor, $0, &status, flags) }) == 0 { return status }
    guard errno == ENOENT else { throw .last }
    return nil
  }

  /// Why this process may not write what a name in the folder stands for; `nil` where it may.
  func writeFault(_ name: RawPath) -> SystemFault? {
    name.withCString { faccessat(descriptor, $0, W_OK, AT_EACCESS) == 0 ? nil : .last }
  }

  /// Where a link leads.
  func link(_ name: RawPath) throws(SystemFault) -> RawPath {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { target in
      name.withCString {
        readlinkat(
          descriptor, $0, target.bindMemory(to: CChar.self).baseAddress ?? .init(mutating: $0),
          target.count)
      }
    }
    guard count >= 0 else { throw .last }
    return RawPath(Array(target.prefix(count)))
  }

  /// The names in the folder; none where it can't be listed.
  var names: [RawPath] {
    let listed = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0 else { return [] }
    guard let stream = fdopendir(listed) else {
      close(listed)
      return []
    }
    defer { closedir(stream) }
    var names: [RawPath] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        RawPath(Array($0.prefix { $0 != 0 }))
      }
      if name != RawPath("."), name != RawPath("..") { names.append(name) }
    }
    return names
  }

  /// How many bytes a name in the folder may have.
  var longestName: Int {
    let limit = fpathconf(descriptor, Int32(_PC_NAME_MAX))
    return limit > 0 ? limit : 255
  }

  /// Takes out a file, or a folder with all that is in it; what is gone already is no fault.
  func remove(_ name: RawPath) {
    if name.withCString({ unlinkat(descriptor, $0, 0) }) == 0 || errno == ENOENT { return }
    let opened = name.withCString { openat(descriptor, $0, Self.flags | O_NOFOLLOW) }
    guard opened >= 0 else { return }
    let folder = FolderHandle(descriptor: opened)
    for inner in folder.names { folder.remove(inner) }
    _ = name.withCString { unlinkat(descriptor, $0, AT_REMOVEDIR) }
  }
}
