internal import IndoorLibc
internal import Synchronization

/// A file or folder that is there for a time, locked while it is: what bears such a name and is
/// locked by nobody was left by a process that is gone, and goes with the next one that is made
/// beside it.
final class Temporary: Sendable {
  let descriptor: Int32
  let name: RawPath
  private let folder: FolderHandle
  private let undoing: Int

  /// Makes a file, open for reading and writing.
  static func file(
    in folder: FolderHandle, for base: RawPath, mode: mode_t
  ) throws(SystemFault) -> Temporary {
    try Temporary(in: folder, for: base) { name in
      openat(folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
  }

  /// Makes a folder that nobody else may look into.
  static func folder(in folder: FolderHandle, for base: RawPath) throws(SystemFault) -> Temporary {
    try Temporary(in: folder, for: base) { name in
      guard mkdirat(folder.descriptor, name, 0o700) == 0 else { return -1 }
      let made = openat(folder.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      // Another process took it for left before it was open: the next name is tried.
      if made < 0, errno == ENOENT { errno = EEXIST }
      return made
    }
  }

  private init(
    in folder: FolderHandle, for base: RawPath, make: (UnsafePointer<CChar>) -> Int32
  ) throws(SystemFault) {
    Leftovers.remove(from: folder)
    let longest = folder.longestName
    let made = try Interruption.guarding { undoings throws(SystemFault) -> (Int32, RawPath, Int) in
      for attempt in 0..<100 {
        let name = TemporaryName.make(for: base, attempt: attempt, longest: longest)
        let descriptor = name.withCString(make)
        if descriptor < 0, errno == EEXIST { continue }
        guard descriptor >= 0 else { throw .last }
        // Where another process takes it for left between the two calls, the next name is tried.
        let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        if !isTaken, folder.holds(name, descriptor) {
          return (descriptor, name, undoings.add { folder.remove(name) })
        }
        close(descriptor)
      }
      throw SystemFault(EEXIST)
    }
    self.folder = folder
    (descriptor, name, undoing) = made
  }

  deinit {
    Interruption.guarding { undoings in
      undoings.remove(undoing)
      folder.remove(name)
    }
    close(descriptor)
  }

  /// Gives a file the name that it was made for, in the place of what bears it.
  func rename(to target: RawPath) throws(SystemFault) {
    try Interruption.guarding { _ throws(SystemFault) in
      let renamed = name.withCString { from in
        target.withCString { renameat(folder.descriptor, from, folder.descriptor, $0) }
      }
      guard renamed == 0 else { throw .last }
    }
  }
}

/// What processes that were killed have left.
enum Leftovers {
  private struct Folder: Hashable {
    var device: UInt64
    var number: UInt64
  }

  private static let seen = Mutex<Set<Folder>>([])

  /// Takes out of a folder what this program made there and no process holds any more. Once a
  /// process and folder.
  static func remove(from folder: FolderHandle) {
    guard let identity = folder.identity else { return }
    let key = Folder(
      device: UInt64(truncatingIfNeeded: identity.st_dev), number: UInt64(identity.st_ino))
    guard seen.withLock({ $0.insert(key).inserted }) else { return }
    for name in folder.names where TemporaryName.isOurs(name) { remove(name, from: folder) }
  }

  private static func remove(_ name: RawPath, from folder: FolderHandle) {
    let status = try? folder.status(of: name, followingLinks: false)
    guard let status, status.st_uid == geteuid() else { return }
    let isFolder = status.isFolder
    guard isFolder || status.st_mode & S_IFMT == S_IFREG else { return }
    // NFS locks only what is open for writing.
    let flags = isFolder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_NONBLOCK
    let descriptor = name.withCString {
      openat(folder.descriptor, $0, flags | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0, folder.holds(name, descriptor) {
      folder.remove(name)
    }
  }
}

extension FolderHandle {
  /// Whether a name in the folder still stands for what is open.
  func holds(_ name: RawPath, _ descriptor: Int32) -> Bool {
    var open = stat()
    guard fstat(descriptor, &open) == 0 else { return false }
    return (try? status(of: name, followingLinks: false))?.isSame(as: open) == true
  }
}
