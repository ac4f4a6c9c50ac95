import IndoorLibc
public import IndoorModel

/// A file that is not strict JSON, not GeoJSON, or beyond its bounds.
public struct JSONError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file can't be read at all.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file has more bytes than allowed.
    public static let tooLarge = Code(rawValue: "too-large")
    /// Arrays and objects stand too deep in one another.
    public static let tooDeep = Code(rawValue: "too-deep")
    /// The text is not strict JSON.
    public static let syntax = Code(rawValue: "syntax")
    /// The text ends before its value does.
    public static let cut = Code(rawValue: "cut")
    /// The JSON is not what GeoJSON allows.
    public static let notGeoJSON = Code(rawValue: "not-geojson")
    /// A longitude or latitude is out of range.
    public static let outOfRange = Code(rawValue: "out-of-range")
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

extension JSONError {
  static func unreadable(_ path: String, _ fault: InputFault) -> JSONError {
    JSONError(
      code: .unreadable,
      message: "\(path): can't be read (\(fault.reason)); "
        + fault.remedy("check the path and rights"),
      isMachineFault: fault.isMachineFault)
  }

  static func unreadable(_ path: String, reason: String) -> JSONError {
    JSONError(
      code: .unreadable, message: "\(path): can't be read (\(reason)); check the path and rights")
  }

  static func tooLarge(_ name: String, maximumBytes: Int) -> JSONError {
    JSONError(
      code: .tooLarge,
      message: "\(name): has over \(size(maximumBytes)); split it into smaller files")
  }

  static func tooMuch(_ name: String) -> JSONError {
    JSONError(
      code: .tooLarge,
      message:
        "\(name): takes too much memory, with what was read before it; split it, and"
        + " import each part by itself")
  }

  /// Bytes as they are said: in MiB from one on.
  package static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes) bytes" : "\(bytes >> 20) MiB"
  }

  static func longLine(_ place: String, maximumBytes: Int) -> JSONError {
    JSONError(
      code: .tooLarge,
      message: "\(place): is a line of over \(size(maximumBytes)); write it as several lines")
  }

  static func tooDeep(_ place: String, maximumDepth: Int) -> JSONError {
    JSONError(
      code: .tooDeep,
      message:
        "\(place): nests deeper than \(maximumDepth) levels; flatten it, as no venue needs that")
  }

  static func memberTwice(_ name: String, _ member: String) -> JSONError {
    JSONError(
      code: .notGeoJSON,
      message: "\(name): has \"\(member)\" twice; write it once, with all that is in both")
  }

  static func syntax(_ place: String, reason: String) -> JSONError {
    JSONError(
      code: .syntax, message: "\(place): isn't strict JSON (\(reason)); export the file again")
  }

  static func large(_ place: String, number: String) -> JSONError {
    JSONError(
      code: .syntax, message: "\(place): has \(number); shorten it, or write it in double quotes")
  }

  static func twoDocuments(_ place: String) -> JSONError {
    JSONError(
      code: .syntax,
      message: "\(place): isn't strict JSON (another document begins here); make a file of each")
  }

  static func encoding(_ name: String, _ encoding: ForeignEncoding) -> JSONError {
    JSONError(code: .syntax, message: "\(name): \(encoding.sentence)")
  }

  static func kind(_ name: String, _ kind: ForeignKind) -> JSONError {
    JSONError(code: .syntax, message: "\(name): \(kind.sentence), and no JSON; \(kind.remedy)")
  }

  static func sequence(_ name: String) -> JSONError {
    JSONError(
      code: .syntax,
      message:
        "\(name): is GeoJSON with a feature a line (GeoJSONSeq), and no collection; make one of it, as by ogr2ogr -f GeoJSON out.geojson \(name)"
    )
  }

  static func compressed(_ name: String) -> JSONError {
    JSONError(code: .syntax, message: "\(name): is compressed by gzip; unpack it first (gunzip)")
  }

  static func cut(_ place: String) -> JSONError {
    JSONError(
      code: .cut, message: "\(place): ends in the middle of a value; the file is cut, copy it again"
    )
  }

  static func noMemory(_ name: String) -> JSONError {
    JSONError(
      code: .noMemory, message: "\(name): there is no memory for it; split it or free memory")
  }
}
