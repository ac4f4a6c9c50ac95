import IndoorLibc
public import IndoorModel

/// What can fail while positions are made: recording what was heard.
public struct PositioningError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A recording can't be written.
    public static let unwritable = Code(rawValue: "unwritable")
    /// The file that a recording should go on in is none.
    public static let notARecording = Code(rawValue: "not-a-recording")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
  /// Whether the machine is at fault.
  public var isMachineFault: Bool { code == .unwritable }

  /// What the C library has just said of a file.
  static func unwritable(_ path: String) -> PositioningError {
    PositioningError(
      code: .unwritable,
      message: "\(path): can't be written (\(String(cString: strerror(errno)))), "
        + "check the folder's permissions and the disk's space")
  }

  static func notARecording(_ path: String) -> PositioningError {
    PositioningError(
      code: .notARecording,
      message: "\(path): this is no recording that could go on; name another file")
  }
}
