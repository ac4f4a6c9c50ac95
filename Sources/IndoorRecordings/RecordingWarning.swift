public import IndoorModel

/// Something about a recording that its user should know, and that didn't keep it from being read.
public struct RecordingWarning: Hashable, Sendable {
  /// What it is, in a word that never changes.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A mark names no place, or one that can't be found: the walk's scans have no places.
    public static let unresolvedPlace = Code(rawValue: "unresolved-place")
    /// The phone repeated scans that it was not allowed to make anew; they count once.
    public static let repeatedScans = Code(rawValue: "repeated-scans")
    /// Local times without a zone were taken for UTC.
    public static let assumedTimeZone = Code(rawValue: "assumed-time-zone")
    /// Nothing says on which day it was recorded, so its times count from 1970.
    public static let unknownDate = Code(rawValue: "unknown-date")
    /// The file has one row a network, at its best place, and is no walk.
    public static let rowANetwork = Code(rawValue: "row-a-network")
    /// Nothing says which phone's axes accelerations are in; they were left out.
    public static let unknownPlatform = Code(rawValue: "unknown-platform")
  }

  /// What it is.
  public let code: Code
  /// One sentence: `file:line: what is so, and what to do`.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
