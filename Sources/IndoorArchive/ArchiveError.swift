import IndoorFiles
import IndoorLibc
public import IndoorModel

/// What keeps a zip from being read or written.
public struct ArchiveError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is no zip, or is damaged or locked.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The zip has more entries or bytes than are taken in.
    public static let tooLarge = Code(rawValue: "too-large")
    /// An entry's name leads out of the zip.
    public static let badName = Code(rawValue: "bad-name")
    /// The zip can't be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault.
  public let isMachineFault: Bool

  private init(_ code: Code, _ message: String, isMachineFault: Bool = false) {
    self.code = code
    self.message = message
    self.isMachineFault = isMachineFault
  }
}

extension ArchiveError {
  static func noZip(_ path: String, reason: String) -> ArchiveError {
    ArchiveError(
      .unreadable, "\(path): is no zip that can be read (\(reason)); pack it again")
  }

  static func unreadable(_ path: String, _ fault: InputFault) -> ArchiveError {
    ArchiveError(
      .unreadable,
      "\(path): can't be read (\(fault.reason)); " + fault.remedy("check the path and rights"),
      isMachineFault: fault.isMachineFault)
  }

  static func badList(_ path: String) -> ArchiveError {
    ArchiveError(
      .unreadable, "\(path): has a damaged list of its files; copy or pack it again")
  }

  static func badEntry(_ path: String) -> ArchiveError {
    ArchiveError(.unreadable, "\(path): has an entry that can't be read; pack it again")
  }

  static func locked(_ path: String, _ name: String) -> ArchiveError {
    ArchiveError(
      .unreadable, "\(path): \(name) is locked by a password; pack it again without one")
  }

  static func unknownPacking(_ path: String, _ name: String) -> ArchiveError {
    ArchiveError(
      .unreadable,
      "\(path): \(name) is packed by a method that isn't read; pack it again with deflate")
  }

  static func damaged(_ path: String, _ name: String) -> ArchiveError {
    ArchiveError(
      .unreadable, "\(path): has damaged data in \(name); copy or pack it again")
  }

  static func leadsOut(_ path: String, _ name: String) -> ArchiveError {
    ArchiveError(
      .badName,
      "\(path): has an entry named \"\(name)\", which leads out of it; pack it again")
  }

  static func tooManyEntries(_ path: String, limit: Int) -> ArchiveError {
    ArchiveError(
      .tooLarge, "\(path): has over \(limit) entries; take out what doesn't belong to it")
  }

  static func entryTooLarge(_ path: String, _ name: String, bytes: UInt64, limit: UInt64)
    -> ArchiveError
  {
    ArchiveError(
      .tooLarge,
      "\(path)/\(name): has \(bytes) bytes, and one file may have \(limit); split it")
  }

  static func tooLarge(_ path: String, limit: UInt64) -> ArchiveError {
    ArchiveError(
      .tooLarge, "\(path): has over \(limit) bytes to read, unpacked; split it")
  }

  static func bomb(_ path: String, _ name: String, ratio: UInt64) -> ArchiveError {
    ArchiveError(
      .tooLarge,
      "\(path): unpacks \(name) to over \(ratio) times its size, which no such file does; pack "
        + "it again")
  }

  static func unpacked(_ path: String) -> ArchiveError {
    ArchiveError(
      .unwritable, "\(path): can't be packed; there may be too little memory",
      isMachineFault: true)
  }

  static func unwritable(_ error: FileError) -> ArchiveError {
    ArchiveError(.unwritable, error.message, isMachineFault: error.isMachineFault)
  }
}
