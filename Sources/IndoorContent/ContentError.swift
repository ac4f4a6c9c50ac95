import IndoorJSON
import IndoorLibc
public import IndoorModel
import IndoorXML

/// Content that can't be read.
public struct ContentError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file can't be read at all.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file is larger or deeper than content ever is.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The text isn't of its format.
    public static let syntax = Code(rawValue: "syntax")
    /// Nothing says what format the file has.
    public static let unknownFormat = Code(rawValue: "unknown-format")
    /// A level's name means nothing in the venue, or levels of several ordinals.
    public static let unknownLevel = Code(rawValue: "unknown-level")
    /// Something is in the sources that can't be represented.
    public static let malformed = Code(rawValue: "malformed")
    /// The machine has no memory for it.
    public static let noMemory = Code(rawValue: "no-memory")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String

  /// Whether memory ran out, or the machine didn't hand the file out.
  public let isMachineFault: Bool

  init(code: Code, message: String, isMachineFault: Bool = false) {
    self.code = code
    self.message = message
    self.isMachineFault = isMachineFault || code == .noMemory
  }
}

extension ContentError {
  init(_ error: JSONError) { self.init(error, as: Code(rawValue: error.code.rawValue)) }

  init(_ error: XMLError) { self.init(error, as: Code(rawValue: error.code.rawValue)) }

  /// What isn't the file's or the machine's fault is its text's.
  private init(_ error: some IndoorError, as code: Code) {
    self.init(
      code: [.noMemory, .unreadable].contains(code) ? code : .syntax, message: error.message,
      isMachineFault: error.isMachineFault)
  }

  static func unreadable(_ path: String, _ fault: InputFault) -> ContentError {
    ContentError(
      code: .unreadable,
      message: "\(path): can't be read (\(fault.reason)); "
        + fault.remedy("check the path and rights"),
      isMachineFault: fault.isMachineFault)
  }

  static func unreadable(_ path: String, reason: String) -> ContentError {
    ContentError(
      code: .unreadable,
      message: "\(path): can't be read (\(reason)); check the path and rights")
  }

  static func tooLarge(_ place: String, _ what: String) -> ContentError {
    ContentError(
      code: .tooLarge, message: "\(place): has over \(what); split it into smaller files")
  }

  static func syntax(_ place: String, _ what: String) -> ContentError {
    ContentError(code: .syntax, message: "\(place): \(what); export the file again")
  }

  static func malformed(_ place: String, _ what: String, remedy: String) -> ContentError {
    ContentError(code: .malformed, message: "\(place): \(what); \(remedy)")
  }

  static func longName(_ place: String, _ name: String) -> ContentError {
    .malformed(
      place,
      "has a name or a key of over \(ContentBuilder.mostOfName) bytes, \"\(Words.onOneLine(String(name.prefix(40))))…\"",
      remedy: "shorten it")
  }

  static func compressed(_ path: String) -> ContentError {
    ContentError(code: .syntax, message: "\(path): is compressed by gzip; unpack it first (gunzip)")
  }

  static func unknownFormat(_ path: String) -> ContentError {
    ContentError(
      code: .unknownFormat,
      message: "\(path): is of no format that is known; name it ("
        + ContentFormat.allCases.map(\.rawValue).joined(separator: ", ") + ")")
  }

  static func severalOrdinals(_ path: String, _ labels: [String]) -> ContentError {
    let shown = labels.prefix(12).map { $0.prefix(40) }.joined(separator: ", ")
    return ContentError(
      code: .unknownLevel,
      message: "\(path): the \(labels.count == 1 ? "level \(shown) has" : "levels \(shown) have") "
        + "several ordinals in the venue; write the ordinal, or the building that has one of them")
  }

  /// - Parameter others: numbers of the source that the venue calls levels by.
  static func unknownLevels(
    _ path: String, _ labels: [String], others: [String]
  ) -> ContentError {
    let shown = labels.prefix(12).map { $0.prefix(40) }.joined(separator: ", ")
    let what = labels.count == 1 ? "level \(shown) is" : "levels \(shown) are"
    let named = others.prefix(12).map { $0.prefix(40) }.joined(separator: ", ")
    let ofOthers =
      others.isEmpty
      ? "" : ", and that of \(named), too, where the source counts otherwise than the venue"
    return ContentError(
      code: .unknownLevel,
      message: "\(path): the \(what) none of the venue's labels; "
        + "say which ordinal each is\(ofOthers)")
  }
}
