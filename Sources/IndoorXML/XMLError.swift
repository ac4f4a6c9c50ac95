import IndoorLibc
public import IndoorModel

/// A file that is not XML, or beyond its bounds.
public struct XMLError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file can't be read at all.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file has more bytes, elements or attributes than allowed.
    public static let tooLarge = Code(rawValue: "too-large")
    /// Elements stand too deep in one another.
    public static let tooDeep = Code(rawValue: "too-deep")
    /// The text is not well-formed XML.
    public static let syntax = Code(rawValue: "syntax")
    /// The text declares a document type, which could hold entities.
    public static let documentType = Code(rawValue: "document-type")
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

extension XMLError {
  static func unreadable(_ path: String, _ fault: InputFault) -> XMLError {
    XMLError(
      code: .unreadable,
      message: "\(path): can't be read (\(fault.reason)); "
        + fault.remedy("check the path and rights"),
      isMachineFault: fault.isMachineFault)
  }

  static func unreadable(_ path: String, reason: String) -> XMLError {
    XMLError(
      code: .unreadable, message: "\(path): can't be read (\(reason)); check the path and rights")
  }

  static func tooLarge(_ place: String, what: String) -> XMLError {
    XMLError(code: .tooLarge, message: "\(place): has over \(what); split it into smaller files")
  }

  static func tooDeep(_ place: String, maximumDepth: Int) -> XMLError {
    XMLError(
      code: .tooDeep,
      message:
        "\(place): nests deeper than \(maximumDepth) elements; flatten it, as nothing needs that")
  }

  static func syntax(_ place: String, reason: String) -> XMLError {
    XMLError(
      code: .syntax, message: "\(place): isn't well-formed XML (\(reason)); export the file again")
  }

  static func documentType(_ place: String) -> XMLError {
    XMLError(
      code: .documentType,
      message: "\(place): declares a document type, which isn't read; take its line out")
  }

  static func webPage(_ place: String) -> XMLError {
    XMLError(
      code: .documentType,
      message: "\(place): is a web page; save the data itself, perhaps after logging in")
  }

  static func noMemory(_ name: String) -> XMLError {
    XMLError(
      code: .noMemory, message: "\(name): there is no memory for it; split it or free memory")
  }
}
