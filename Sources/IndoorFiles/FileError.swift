internal import IndoorLibc
public import IndoorModel

/// What keeps an output from being written.
public struct FileError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The output has no name, or one that no file can have.
    public static let badName = Code(rawValue: "bad-name")
    /// The folder that a file should go into isn't there.
    public static let noFolder = Code(rawValue: "no-folder")
    /// Where a file should go, there is a folder.
    public static let isFolder = Code(rawValue: "is-folder")
    /// Where another file should go, there is a venue file.
    public static let isVenueFile = Code(rawValue: "is-venue-file")
    /// Where a folder should be, there is a file.
    public static let isFile = Code(rawValue: "is-file")
    /// Where a file should go, there is something that takes no bytes.
    public static let notAFile = Code(rawValue: "not-a-file")
    /// The machine did not take the file.
    public static let notWritten = Code(rawValue: "not-written")
    /// What read a pipe has ended before all was written to it.
    public static let readerGone = Code(rawValue: "reader-gone")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault.
  public var isMachineFault: Bool { [.notWritten, .readerGone].contains(code) }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static func nameless() -> FileError {
    FileError(.badName, "the output: its name is empty; name a file")
  }

  static func badName(_ path: String, why: String) -> FileError {
    FileError(.badName, "\(path): \(why); name another file")
  }

  static func noFolder(_ path: String) -> FileError {
    FileError(
      .noFolder,
      "\(path): the folder it should go into doesn't exist; make it, or name another file")
  }

  static func isFolder(_ path: String) -> FileError {
    FileError(.isFolder, "\(path): this is a folder; name a file in it")
  }

  static func endsInSlash(_ path: String) -> FileError {
    badName(path, why: "it ends in a slash, as folders do, and there is no such folder")
  }

  static func isVenueFile(_ path: String) -> FileError {
    FileError(
      .isVenueFile,
      "\(path): this is a venue file, which would be overwritten with all it holds; name another file"
    )
  }

  static func fileInTheWay(_ path: String, file: String) -> FileError {
    FileError(
      .isFile,
      "\(path): the folder can't be made, because \(file) is a file; name another folder")
  }

  static func notAFile(_ path: String) -> FileError {
    FileError(
      .notAFile, "\(path): this is a socket or a device that isn't there; name a file or a pipe")
  }

  static func severalFiles(_ path: String) -> FileError {
    FileError(
      .notAFile,
      "\(path): this is no file, and several files beside each other are written; name a file in a folder"
    )
  }

  /// The machine doesn't take what is written.
  public static func notWritten(_ path: String, reason: String) -> FileError {
    FileError(
      .notWritten,
      "\(path): can't be written (\(reason)); check the folder, its rights and the disk")
  }

  static func readerGone(_ path: String) -> FileError {
    FileError(
      .readerGone,
      "\(path): the program that read this pipe ended before all was written; let it read to the end, "
        + "or name a file")
  }

  static func noTemporaryFolder(_ path: String, reason: String) -> FileError {
    FileError(
      .notWritten,
      "\(path): nothing temporary can be written there (\(reason)); make the folder, or name another "
        + "one in TMPDIR")
  }

  static func temporaryFolderNotText(_ path: String) -> FileError {
    FileError(
      .notWritten, "\(path): TMPDIR names a folder whose name is not UTF-8; name another one there")
  }

  /// What a system call said about an output.
  init(_ fault: SystemFault, path: String) {
    switch fault.number {
    case ELOOP: self = .badName(path, why: "its links lead in a circle")
    case ENAMETOOLONG: self = .badName(path, why: "a name in it is longer than the disk takes")
    case EISDIR: self = .isFolder(path)
    // The folder is open still, and no longer anywhere.
    case ENOENT: self = .noFolder(path)
    case ENXIO, ENODEV: self = .notAFile(path)
    case EPIPE: self = .readerGone(path)
    case EMFILE, ENFILE:
      self.init(
        .notWritten,
        "\(path): can't be written (\(fault.reason)); \(InputFault(fault.number).remedy(""))")
    default: self = .notWritten(path, reason: fault.reason)
    }
  }
}
