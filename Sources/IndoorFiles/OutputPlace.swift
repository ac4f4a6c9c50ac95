internal import IndoorLibc

/// Where an output goes, found before anything is written: links are followed to where they lead,
/// and what isn't a regular file is left to be written through.
public final class OutputPlace: Sendable {
  /// The output's path, as it was given.
  public let path: String
  let folder: FolderHandle
  let name: RawPath
  let kind: Kind

  enum Kind {
    /// Nothing is there yet.
    case new
    /// A regular file, to be replaced.
    case file(stat)
    /// A device, or a pipe with a name or without.
    case through(isNamedPipe: Bool)
    /// One of the process's own descriptors, as `/dev/stdout` is.
    case descriptor(Int32)
  }

  /// As many as Linux follows.
  private static let mostLinks = 40

  /// Finds an output's place.
  ///
  /// - Parameters:
  ///   - path: where it shall go, as somebody wrote it.
  ///   - replacesVenueFile: whether a venue file is written, which may take another one's place:
  ///     whatever else is written never does.
  /// - Throws: `.badName`, `.noFolder`, `.isFolder`, `.isVenueFile`, and `.notWritten` for a file
  ///   that this process may not write.
  public init(_ path: String, replacesVenueFile: Bool = false) throws(FileError) {
    guard !path.isEmpty else { throw .nameless() }
    guard !path.utf8.contains(0) else { throw .badName(path, why: "it has a NUL in it") }
    self.path = path
    guard !TemporaryName.isOurs(RawPath(path).name) else {
      throw .badName(path, why: "files of such a name are there for a time, and then taken out")
    }
    var raw = RawPath(path)
    var status = stat()
    guard !raw.endsInSlash || stat(path, &status) == 0 && status.isFolder else {
      throw .endsInSlash(path)
    }
    var folder: FolderHandle?
    for _ in 0..<Self.mostLinks {
      let next = try Self.folder(of: raw, from: folder, path: path)
      let name = raw.name
      do throws(SystemFault) {
        // Following the link first asks the system whether this process may.
        let followed = try next.status(of: name, followingLinks: true)
        guard !raw.endsInSlash, followed?.isFolder != true else { throw SystemFault(EISDIR) }
        let itself = try next.status(of: name, followingLinks: false)
        let open = itself.flatMap { Self.open(name, in: next, $0) }
        if open == nil, let itself, itself.isLink {
          raw = try next.link(name)
          folder = next
          continue
        }
        (self.folder, self.name, kind) = (next, name, open ?? itself.map(Self.kind) ?? .new)
      } catch {
        throw FileError(error, path: path)
      }
      try checkRights()
      try checkNeighbour()
      if !replacesVenueFile { try checkVenueFile() }
      return
    }
    throw FileError(SystemFault(ELOOP), path: path)
  }

  private static func folder(
    of raw: RawPath, from start: FolderHandle?, path: String
  ) throws(FileError) -> FolderHandle {
    do { return try FolderHandle.open(raw.folder, from: start) } catch {
      throw error.number == ENOENT || error.number == ENOTDIR
        ? .noFolder(path) : FileError(error, path: path)
    }
  }

  private static func kind(of status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file(status)
    case let type: .through(isNamedPipe: type == S_IFIFO)
    }
  }

  /// What the system shows of a process's descriptors: a name there is what is open, whatever path
  /// it looks like.
  private static func open(_ name: RawPath, in folder: FolderHandle, _ itself: stat) -> Kind? {
    var descriptors = stat()
    guard stat("/dev/fd", &descriptors) == 0 else { return nil }
    if descriptors.isSame(as: folder.identity),
      let number = Int32(String(decoding: name.bytes, as: UTF8.self))
    {
      return .descriptor(number)
    }
    // Linux's links to what other processes have open.
    return itself.isLink && itself.st_dev == descriptors.st_dev
      ? .through(isNamedPipe: false) : nil
  }

  /// SQLite takes a file of such a name for changes to the database beside it, puts them in and
  /// deletes it; and one that is there may hold what a program that died left.
  private func checkNeighbour() throws(FileError) {
    let name = self.name.bytes
    for ending in DatabaseJournals.endings
    where name.suffix(ending.utf8.count) == Array(ending.utf8)[...] {
      let database = RawPath(Array(name.dropLast(ending.utf8.count)))
      guard let status = try? folder.status(of: database, followingLinks: true),
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let file = database.withCString { openat(folder.descriptor, $0, O_RDONLY | O_CLOEXEC) }
      guard file >= 0 else { continue }
      var head = [UInt8](repeating: 0, count: 16)
      guard read(file, &head, head.count) == head.count, head == Array("SQLite format 3\0".utf8)
      else {
        close(file)
        continue
      }
      // Closing it would take away the locks that this process may have on the database.
      let name = String(decoding: database.bytes, as: UTF8.self)
      throw .badName(path, why: "changes to \(name) are kept under this name")
    }
  }

  /// A venue file may hold a survey of days: only what writes venue files replaces one.
  ///
  /// - Throws: `.isVenueFile`.
  package func checkVenueFile() throws(FileError) {
    guard case .file = kind else { return }
    let file = name.withCString {
      openat(folder.descriptor, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    guard file >= 0 else { return }
    // Closing a database would take away the locks that this process may have on it
    // (<https://www.sqlite.org/howtocorrupt.html>, 2.2): its descriptor stays open.
    if VenueFileMark.isOn(file) { throw .isVenueFile(path) }
    close(file)
  }

  private func checkRights() throws(FileError) {
    let fault: SystemFault? =
      switch kind {
      case .new: folder.writeFault(RawPath("."))
      case .file: folder.writeFault(name)
      case .through, .descriptor: nil
      }
    if let fault { throw FileError(fault, path: path) }
  }

  /// Whether a file is there whose folder takes no other beside it: it can only be overwritten, not
  /// replaced.
  public var isOverwritten: Bool {
    if case .file = kind { folder.writeFault(RawPath(".")) != nil } else { false }
  }

  /// Whether it is a file, there already or not, beside which others can lie; no device, pipe or
  /// descriptor.
  private var isFile: Bool {
    switch kind {
    case .new, .file: true
    case .through, .descriptor: false
    }
  }

  /// Checks that files which belong beside each other have a place there: beside a device, a pipe
  /// or a descriptor, of which the others would take their names, no files are made. Where all are
  /// there as pipes or devices, somebody waits for each.
  ///
  /// - Throws: `.notAFile` for the first, and what it can't be made for.
  package static func checkNeighbours(_ paths: [String]) throws(FileError) {
    guard paths.count > 1, let first = paths.first,
      try !OutputPlace(first, replacesVenueFile: true).isFile
    else { return }
    let areThere = paths.dropFirst().allSatisfy { path in
      (try? OutputPlace(path, replacesVenueFile: true)).map { !$0.isFile } ?? false
    }
    guard areThere else { throw .severalFiles(first) }
  }

  /// Whether it is a pipe that another program has to open before anything can be written.
  public var isNamedPipe: Bool {
    if case .through(isNamedPipe: true) = kind { true } else { false }
  }

  /// Whether what goes to both would be lost in one of them. Pipes and devices take both.
  public func isSame(as other: OutputPlace) -> Bool { target != nil && target == other.target }

  /// What is replaced there: of places with the same one, what goes to one of them is lost.
  package enum Target: Hashable {
    /// A file that is there, by its device and its number on it.
    case file(device: UInt64, number: UInt64)
    /// A name in a folder, by the folder's.
    case name([UInt8], device: UInt64, folder: UInt64)
  }

  /// What is replaced; `nil` of pipes and devices.
  package var target: Target? {
    switch kind {
    case .file(let status): return .file(device: status.device, number: status.number)
    case .new:
      guard let folder = folder.identity else { return nil }
      return .name(name.bytes, device: folder.device, folder: folder.number)
    case .through, .descriptor: return nil
    }
  }

  /// Whether the file that is there is also the one at another path.
  public func isFile(at path: String) -> Bool {
    var status = stat()
    guard case .file(let file) = kind, stat(path, &status) == 0 else { return false }
    return file.isSame(as: status)
  }
}

extension FolderHandle {
  /// Which folder it is.
  var identity: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }
}

extension stat {
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  /// The numbers by which a file is one: of the disk, and on it.
  var device: UInt64 { UInt64(truncatingIfNeeded: st_dev) }
  var number: UInt64 { UInt64(truncatingIfNeeded: st_ino) }

  /// Whether both are of one file.
  func isSame(as other: stat?) -> Bool { st_dev == other?.st_dev && st_ino == other?.st_ino }
}
