internal import IndoorLibc

/// A file of results, written whole or not at all.
///
/// What is at the path stays as it was until `finish()`. Then a regular file is replaced at once,
/// and keeps its mode and, where this process may give it away, its owner. A link stays, and what
/// it leads to is replaced. A device or a pipe is opened and written through, and so is a name of
/// one of the process's own descriptors, such as `/dev/stdout`. Where a file may be written but its
/// folder takes no other, it is overwritten at the end. Another hard link to a file that is
/// replaced keeps what the file held.
public final class OutputFile {
  private let place: OutputPlace
  private var descriptor: Int32
  private let partial: Temporary?
  private let isOverwriting: Bool
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// Begins a file. A pipe is waited for until something reads it.
  ///
  /// - Parameters:
  ///   - path: where it shall go.
  ///   - replacesVenueFile: as of `OutputPlace`.
  /// - Throws: as `OutputPlace`, and `.notWritten`, `.notAFile`.
  public convenience init(_ path: String, replacesVenueFile: Bool = false) throws(FileError) {
    try self.init(OutputPlace(path, replacesVenueFile: replacesVenueFile))
  }

  /// Begins a file in a place that was found before.
  ///
  /// - Throws: `.notWritten`, `.notAFile`.
  public init(_ place: OutputPlace) throws(FileError) {
    self.place = place
    isOverwriting = place.isOverwritten
    guard !isOverwriting else {
      let made = try TemporaryFolder.file()
      (partial, descriptor) = (made, made.descriptor)
      return
    }
    do throws(SystemFault) {
      switch place.kind {
      case .descriptor(let number):
        if number == STDOUT_FILENO { StandardOutput.take() }
        descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
        partial = nil
      case .through:
        descriptor = place.name.withCString {
          openat(place.folder.descriptor, $0, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        }
        partial = nil
      case .new:
        let made = try Temporary.file(in: place.folder, for: place.name, mode: 0o666)
        (partial, descriptor) = (made, made.descriptor)
      case .file(let status):
        let made = try Temporary.file(in: place.folder, for: place.name, mode: 0o600)
        Self.give(made.descriptor, whatBelongsTo: status, at: place)
        (partial, descriptor) = (made, made.descriptor)
      }
      guard descriptor >= 0 else { throw .last }
    } catch {
      throw FileError(error, path: place.path)
    }
  }

  deinit {
    if partial == nil, descriptor >= 0 { close(descriptor) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `.notWritten`.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try check(bytes.withUnsafeBytes(append))
  }

  /// Appends text.
  ///
  /// - Throws: `.notWritten`.
  public func write(_ text: String) throws(FileError) {
    var text = text
    try check(text.withUTF8 { append(UnsafeRawBufferPointer($0)) })
  }

  /// Ends the file and puts it in its place.
  ///
  /// - Throws: `.notWritten`; then what was there is as it was.
  public func finish() throws(FileError) {
    try check(flush())
    do throws(SystemFault) {
      guard let partial else {
        // Whoever reads one pipe after the other waits for the end of each.
        let written = descriptor
        descriptor = -1
        guard close(written) == 0 else { throw .last }
        return
      }
      // Some disks say only at the end that they didn't take it. The lock stays until the file has
      // its name.
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0, close(copy) == 0 else { throw .last }
      guard !isOverwriting else { return try overwrite() }
      do throws(SystemFault) { try partial.rename(to: place.name) } catch {
        // A file may be mounted by itself, or be another's in a folder for all.
        guard case .file = place.kind, [EBUSY, EPERM, EACCES, EXDEV].contains(error.number)
        else { throw error }
        try overwrite()
      }
    } catch {
      throw FileError(error, path: place.path)
    }
  }

  /// Holds small pieces back, so that many of them are one call; returns the system's complaint.
  private func append(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    if buffer.count + bytes.count < Self.bufferSize {
      buffer.append(contentsOf: bytes)
      return nil
    }
    return flush() ?? Descriptor.write(bytes, to: descriptor)
  }

  private func flush() -> Int32? {
    defer { buffer.removeAll(keepingCapacity: true) }
    return buffer.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
  }

  private func check(_ fault: Int32?) throws(FileError) {
    if let fault { throw FileError(SystemFault(fault), path: place.path) }
  }

  /// Copies what was written into the file itself.
  private func overwrite() throws(SystemFault) {
    let target = place.name.withCString {
      openat(place.folder.descriptor, $0, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard target >= 0 else { throw .last }
    do throws(SystemFault) { try Self.reserveRoom(for: descriptor, in: target) } catch {
      close(target)
      throw error
    }
    var length: off_t = 0
    var chunk = [UInt8](repeating: 0, count: Self.bufferSize)
    do throws(SystemFault) {
      while true {
        let count = pread(descriptor, &chunk, chunk.count, length)
        guard count >= 0 else { throw .last }
        if count == 0 { break }
        let fault = chunk.withUnsafeBytes {
          Descriptor.write(UnsafeRawBufferPointer(rebasing: $0.prefix(count)), to: target)
        }
        if let fault { throw SystemFault(fault) }
        length += off_t(count)
      }
      guard ftruncate(target, length) == 0 else { throw .last }
    } catch {
      close(target)
      throw error
    }
    guard close(target) == 0 else { throw .last }
  }

  /// Takes the room that a longer file needs, or leaves the file as it is: a disk that becomes full
  /// on the way would take what was there and not hold what comes.
  private static func reserveRoom(for source: Int32, in target: Int32) throws(SystemFault) {
    var (new, old) = (stat(), stat())
    guard fstat(source, &new) == 0, fstat(target, &old) == 0 else { throw .last }
    guard new.st_size > old.st_size else { return }
    #if canImport(Darwin)
      var room = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: new.st_size - old.st_size, fst_bytesalloc: 0)
      let fault = fcntl(target, F_PREALLOCATE, &room) == 0 ? 0 : errno
    #else
      let fault = posix_fallocate(target, old.st_size, new.st_size - old.st_size)
    #endif
    // A file system that can't reserve finds out on the way.
    guard fault != 0, ![EINVAL, EOPNOTSUPP, ENOSYS].contains(fault) else { return }
    ftruncate(target, old.st_size)
    throw SystemFault(fault)
  }

  /// Mode, owner and access list of the file that will be replaced, as far as this process may give
  /// them.
  private static func give(
    _ descriptor: Int32, whatBelongsTo old: stat, at place: OutputPlace
  ) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    var isKept = true
    if status.st_uid != old.st_uid || status.st_gid != old.st_gid {
      isKept = fchown(descriptor, old.st_uid, old.st_gid) == 0
      if !isKept { _ = fchown(descriptor, status.st_uid, old.st_gid) }
    }
    // Nobody's program runs with another's rights.
    var mode = old.st_mode & (isKept ? 0o7777 : 0o777)
    #if os(Linux)
      if let list = AccessList(of: place.name, in: place.folder), !list.give(to: descriptor) {
        mode &= ~0o070
      }
    #endif
    _ = fchmod(descriptor, mode)
  }
}

extension OutputFile {
  /// Writes a whole file.
  ///
  /// - Throws: as the initializer and `finish()`.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try OutputFile(path)
    try file.write(bytes)
    try file.finish()
  }

  /// Writes a whole file of text.
  ///
  /// - Throws: as the initializer and `finish()`.
  public static func write(_ text: String, to path: String) throws(FileError) {
    let file = try OutputFile(path)
    try file.write(text)
    try file.finish()
  }

  /// Writes a whole file of text that takes its place right after another: where it can't be
  /// written, as on a full disk, the other doesn't take its own either.
  ///
  /// - Parameter other: puts the other file in its place.
  /// - Throws: as the initializer and `finish()`.
  package static func write(
    _ text: String, to path: String, after other: () throws(FileError) -> Void
  ) throws(FileError) {
    let place = try OutputPlace(path)
    switch place.kind {
    case .new, .file:
      let file = try OutputFile(place)
      try file.write(text)
      try file.check(file.flush())
      try other()
      try file.finish()
    case .through, .descriptor:
      // Whoever reads one pipe after the other waits for the end of each.
      try other()
      try write(text, to: path)
    }
  }

  /// How many files take their places together at most.
  package static let mostTogether = 50

  /// Writes several whole files that belong together: none takes its place before all are written,
  /// so that a full disk leaves them all as they were. Of more than fifty, which would take all the
  /// files that a process may have open, each is whole.
  ///
  /// - Throws: as the initializer and `finish()`.
  public static func write(_ files: [(path: String, bytes: [UInt8])]) throws(FileError) {
    guard files.count <= mostTogether else {
      for (path, bytes) in files { try write(bytes, to: path) }
      return
    }
    var written: [OutputFile] = []
    for (path, bytes) in files {
      let file = try OutputFile(path)
      try file.write(bytes)
      // Whoever reads one pipe after the other waits for the end of each.
      guard file.partial != nil else {
        try file.finish()
        continue
      }
      try file.check(file.flush())
      written.append(file)
    }
    for file in written { try file.finish() }
  }

  /// Writes what another file holds, a piece at a time.
  ///
  /// - Throws: as the initializer and `finish()`, and `.notWritten` where the other one can't be
  ///   read.
  package static func write(contentsOf source: String, to path: String) throws(FileError) {
    let descriptor = open(source, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.last, path: source) }
    defer { close(descriptor) }
    let file = try OutputFile(path)
    var chunk = [UInt8](repeating: 0, count: bufferSize)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw FileError(.last, path: source) }
      if count == 0 { return try file.finish() }
      try file.write(Array(chunk.prefix(count)))
    }
  }
}
