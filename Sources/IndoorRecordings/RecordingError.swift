import IndoorFiles
import IndoorJSON
import IndoorLibc
public import IndoorModel

/// What makes a recording unreadable.
public struct RecordingError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file or folder can't be opened or read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file is larger than a recording may be.
    public static let tooLarge = Code(rawValue: "too-large")
    /// Nothing in the file or folder says what format it has.
    public static let unknownFormat = Code(rawValue: "unknown-format")
    /// A folder that should hold floors or walks holds none.
    public static let emptyFolder = Code(rawValue: "empty-folder")
    /// Something in the file is not what its format asks for.
    public static let malformed = Code(rawValue: "malformed")
    /// A level is no number that a level can have, or no label that the venue has.
    public static let unknownLevel = Code(rawValue: "unknown-level")
    /// The file can't be written.
    public static let unwritable = Code(rawValue: "unwritable")
    /// What is to be written has no place there.
    public static let noPlace = Code(rawValue: "no-place")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault: it doesn't take a file, or doesn't hand one out.
  public let isMachineFault: Bool

  init(_ code: Code, _ message: String, isMachineFault: Bool = false) {
    self.code = code
    self.message = message
    self.isMachineFault = isMachineFault || code == .unwritable
  }

  static func unreadable(_ path: String, _ fault: InputFault) -> RecordingError {
    RecordingError(
      .unreadable,
      "\(path): can't be read (\(fault.reason)), "
        + fault.remedy("check the path and its permissions"),
      isMachineFault: fault.isMachineFault)
  }

  static func unreadable(_ path: String, reason: String) -> RecordingError {
    RecordingError(
      .unreadable, "\(path): can't be read (\(reason)), check the path and its permissions")
  }

  static func tooLarge(_ path: String, limit: Int) -> RecordingError {
    RecordingError(
      .tooLarge, "\(path): has over \(limit / 1_000_000) MB, the most that is read; split it")
  }

  static func unwritten(_ path: String, _ patience: PipePatience) -> RecordingError {
    RecordingError(
      .unreadable,
      "\(path): is a pipe that nobody has written to for \(patience.milliseconds / 1000) s, start "
        + "what writes to it, or name a file")
  }

  static func unknownFormat(_ path: String) -> RecordingError {
    RecordingError(
      .unknownFormat,
      "\(path): nothing in it tells the recording's format, name it ("
        + RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ") + ")")
  }

  static func empty(_ path: String) -> RecordingError {
    RecordingError(.malformed, "\(path): is empty, copy or record it again")
  }

  static func noList(_ path: String, line: Int, _ what: String) -> RecordingError {
    .malformed(
      path, line: line,
      "\(what), and walks to leave out are named by a list of paths, one a line, such as "
        + "site1/B1/path_data_files/ID.txt")
  }

  static func compressed(_ path: String) -> RecordingError {
    RecordingError(.malformed, "\(path): is compressed by gzip, unpack it first (gunzip)")
  }

  static func emptyFolder(_ path: String, _ passedOver: [String] = []) -> RecordingError {
    let first = passedOver.first.map { " (\($0)\(passedOver.count > 1 ? ", …" : ""))" } ?? ""
    return RecordingError(
      .emptyFolder,
      "\(path): holds no recordings\(first), give a trace file, a floor's folder (with "
        + "path_data_files) or a site's folder of such floors")
  }

  static func malformed(_ path: String, line: Int? = nil, _ what: String) -> RecordingError {
    RecordingError(.malformed, line.map { "\(path):\($0): \(what)" } ?? "\(path): \(what)")
  }

  static func truth(_ path: String) -> RecordingError {
    malformed(
      path,
      "says where a recording truly was, and is read beside it; name the recording alone")
  }

  static func returnsAlone(_ path: String) -> RecordingError {
    malformed(path, line: 1, "ends its lines with carriage returns alone, save it with line feeds")
  }

  static func malformed(_ error: JSONError) -> RecordingError {
    RecordingError(.malformed, error.message, isMachineFault: error.isMachineFault)
  }

  static func unwritable(_ error: FileError) -> RecordingError {
    RecordingError(error.isMachineFault ? .unwritable : .noPlace, error.message)
  }
}

extension [UInt8] {
  /// Whether lines end with carriage returns alone, as on a Mac of before 2001.
  var hasReturnsAlone: Bool { !contains(0x0A) && contains(0x0D) }
}
