import IndoorFiles
import IndoorLibc
public import IndoorModel

/// What keeps a venue file from being read or written.
public struct StorageError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no file at the path.
    public static let missing = Code(rawValue: "missing")
    /// There is a file already where a new one was to be made.
    public static let alreadyExists = Code(rawValue: "already-exists")
    /// The file is no SQLite database.
    public static let notADatabase = Code(rawValue: "not-a-database")
    /// The file is a database or a GeoPackage, but somebody else's.
    public static let notAVenueFile = Code(rawValue: "not-a-venue-file")
    /// A newer version of IndoorKit wrote the file.
    public static let newerFormat = Code(rawValue: "newer-format")
    /// The file is cut or its content contradicts itself.
    public static let damaged = Code(rawValue: "damaged")
    /// The file or its folder can't be written.
    public static let notWritable = Code(rawValue: "not-writable")
    /// The file is there and can't be opened for reading.
    public static let notReadable = Code(rawValue: "not-readable")
    /// A writer was interrupted, and what it began can't be undone here.
    public static let unfinished = Code(rawValue: "unfinished")
    /// Somebody else has the file open for writing.
    public static let busy = Code(rawValue: "busy")
    /// Another program changed the venue between what was read of it and what was to be stored.
    public static let changed = Code(rawValue: "changed-meanwhile")
    /// A trigger that another program added would do more than keep an index whenever something is
    /// stored.
    public static let foreignTrigger = Code(rawValue: "foreign-trigger")
    /// A check, a default, a generated column or an index that another program added would take any
    /// memory and time whenever something is stored or read.
    public static let foreignExpression = Code(rawValue: "foreign-expression")
    /// A rule between rows that another program added would take out what nobody asked for, or
    /// refuses what is to be changed.
    public static let foreignRule = Code(rawValue: "foreign-rule")
    /// The disk is full.
    public static let diskFull = Code(rawValue: "disk-full")
    /// The machine failed to read or write.
    public static let machine = Code(rawValue: "machine")
    /// The file has no venue yet, so that there is no origin for what was to be saved.
    public static let noVenue = Code(rawValue: "no-venue")
    /// The file has no radio map yet, so that there is nothing to locate by.
    public static let noRadioMap = Code(rawValue: "no-radio-map")
    /// A value that can't be stored without loss.
    public static let unstorable = Code(rawValue: "unstorable")
    /// There is no such version of the radio map.
    public static let noSuchVersion = Code(rawValue: "no-such-version")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String

  /// Whether the disk or the machine failed, the file may not be written, or another program holds
  /// or changed it, or was interrupted and left what can't be undone here.
  public var isMachineFault: Bool {
    [.diskFull, .machine, .busy, .notWritable, .changed, .unfinished].contains(code)
  }
}

extension StorageError {
  /// The same, where what can't be stored is another file's content: that is the file to be mended.
  package func blaming(_ source: String, insteadOf target: String) -> StorageError {
    guard code == .unstorable, message.hasPrefix("\(target): ") else { return self }
    return StorageError(code: code, message: source + message.dropFirst(target.count))
  }

  static func missing(_ path: String) -> StorageError {
    StorageError(
      code: .missing,
      message: "\(path): there is no such file; check the path, or import a venue to make it")
  }

  static func folder(_ path: String) -> StorageError {
    StorageError(
      code: .notADatabase, message: "\(path): this is a folder; name the venue file itself")
  }

  static func endsInSlash(_ path: String) -> StorageError {
    StorageError(
      code: .notADatabase,
      message: "\(path): it ends in a slash, as folders do; name the venue file itself")
  }

  static func inJournalsPlace(_ path: String, _ journal: String) -> StorageError {
    StorageError(
      code: .notReadable,
      message: "\(path): \(journal), where SQLite keeps what is being written, is no file; move it "
        + "away")
  }

  static func alreadyExists(_ path: String) -> StorageError {
    StorageError(
      code: .alreadyExists,
      message: "\(path): there is a file already; open it, or choose another name")
  }

  static func notADatabase(_ path: String) -> StorageError {
    StorageError(
      code: .notADatabase,
      message: "\(path): this is not a GeoPackage; name a venue file")
  }

  static func largeFilePointer(_ path: String) -> StorageError {
    StorageError(
      code: .notADatabase,
      message: "\(path): is a pointer of Git LFS, and no venue file; fetch the file itself, as git "
        + "lfs pull does")
  }

  static func inCloud(_ path: String) -> StorageError {
    StorageError(
      code: .missing,
      message: "\(path): \(CloudPlaceholder.sentence); \(CloudPlaceholder.remedy)")
  }

  static func noFile(_ path: String, _ what: String) -> StorageError {
    StorageError(
      code: .notADatabase,
      message:
        "\(path): this is \(what), which a venue file can't be read from or written to; name "
        + "the file itself")
  }

  static func empty(_ path: String) -> StorageError {
    StorageError(
      code: .notAVenueFile,
      message: "\(path): the file is empty; import a venue into it, or name another file")
  }

  static func notWritable(_ path: String) -> StorageError {
    if let error = longName(path) { return error }
    return StorageError(
      code: .notWritable,
      message: "\(path): the file or its folder can't be written; "
        + "check its permissions, or work on a copy elsewhere")
  }

  /// Where a file's name is too long: SQLite keeps a -journal beside it, and names have 255 bytes
  /// at most.
  private static func longName(_ path: String) -> StorageError? {
    let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
    guard name.count > 247 else { return nil }
    return StorageError(
      code: .notReadable,
      message: "\(path): the file's name has \(name.count) bytes, which leaves no room for the "
        + "journal beside it; give it one of 247 at most")
  }

  /// SQLite couldn't open a file: what there is of it tells why.
  static func notOpened(_ path: String) -> StorageError {
    guard !path.isEmpty else {
      return StorageError(code: .missing, message: "the venue file: its name is empty; name a file")
    }
    let whole = path.hasPrefix("/") ? path : "\(currentFolder)/\(path)"
    if whole.utf8.count > DatabaseHead.longestPath {
      return StorageError(
        code: .notReadable,
        message: "\(path): the whole path has \(whole.utf8.count) bytes, and SQLite takes "
          + "\(DatabaseHead.longestPath); move the file to a shorter one")
    }
    if access(path, F_OK) == 0 {
      return access(path, R_OK) == 0 ? .notWritable(path) : .notReadable(path)
    }
    // A working folder that was taken away is open still, and has no path.
    guard access(PathParts(path).folder, F_OK) == 0, path.hasPrefix("/") || !currentFolder.isEmpty
    else { return .noFolder(path) }
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return .notWritable(path) }
    let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let place = target.hasPrefix("/") ? target : "\(PathParts(path).folder)/\(target)"
    guard access(PathParts(place).folder, F_OK) != 0 else { return .notWritable(path) }
    return StorageError(
      code: .missing,
      message:
        "\(path): is a link to where no file can be made; make the folder that it names, or name "
        + "another file")
  }

  /// The working folder's path, however long: Foundation's is empty beyond some 1,000 bytes.
  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  static func notReadable(_ path: String) -> StorageError {
    longName(path)
      ?? StorageError(
        code: .notReadable,
        message: "\(path): the file can't be opened; check its permissions and its folder's")
  }

  static func throughFile(_ path: String) -> StorageError {
    StorageError(
      code: .notReadable,
      message: "\(path): leads through a file as though that were a folder; check the path")
  }

  private static func noFolder(_ path: String) -> StorageError {
    StorageError(
      code: .missing, message: "\(path): its folder isn't there; make it, or name another file")
  }

  static func unfinished(_ path: String) -> StorageError {
    StorageError(
      code: .unfinished,
      message: "\(path): the last writer was interrupted, and the file can't be written here; "
        + "open it once where it can, which undoes what was not finished")
  }

  static func notHandedOut(_ path: String, _ fault: InputFault) -> StorageError {
    StorageError(
      code: .machine,
      message: "\(path): the file can't be opened (\(fault.reason)); "
        + fault.remedy("check its permissions"))
  }

  /// What was written last can't be read together with the file.
  static func besideLog(_ path: String) -> StorageError {
    guard access("\(path)-wal", R_OK) == 0 else {
      return StorageError(
        code: .notReadable,
        message:
          "\(path): what was written last is still beside it, in \(path)-wal, which can't be "
          + "read; check the permissions of that file")
    }
    return StorageError(
      code: .unfinished,
      message:
        "\(path): what was written last is still beside it, in \(path)-wal, and can't be put "
        + "into the file here; copy both into a folder that can be written")
  }

  static func busy(_ path: String) -> StorageError {
    StorageError(
      code: .busy,
      message: "\(path): another program is using the file; close it and try again")
  }

  static func changed(_ path: String) -> StorageError {
    StorageError(
      code: .changed,
      message: "\(path): another program changed the venue meanwhile, and nothing more was stored; "
        + "run this again")
  }

  static func diskFull(_ path: String) -> StorageError {
    StorageError(
      code: .diskFull,
      message: "\(path): the disk is full; what was stored before this is whole, and nothing of "
        + "what came next; make room and try again")
  }

  static func machine(_ path: String, _ what: String) -> StorageError {
    StorageError(
      code: .machine,
      message:
        "\(path): reading or writing failed (\(what)); what was stored before this is whole, "
        + "and nothing of what came next; check the disk and try again")
  }

  static func noSuchVersion(
    _ path: String, _ version: Int, oldest: Int?, newest: Int?
  ) -> StorageError {
    let remedy =
      if let oldest, let newest {
        oldest == newest ? "\(oldest) is the only one" : "name one from \(oldest) to \(newest)"
      } else {
        "build one first"
      }
    return StorageError(
      code: .noSuchVersion,
      message: "\(path): there is no version \(version) of the radio map; \(remedy)")
  }

  static func noVenue(_ path: String) -> StorageError {
    StorageError(
      code: .noVenue,
      message: "\(path): the file has no venue yet; import one first, which sets its origin")
  }

  static func noRadioMap(_ path: String) -> StorageError {
    StorageError(
      code: .noRadioMap,
      message: "\(path): the file has no radio map yet; import a survey and build one from it")
  }

  static func unstorable(_ path: String, _ what: String) -> StorageError {
    StorageError(
      code: .unstorable, message: "\(path): \(what); mend the source and import it again")
  }
}
