public import IndoorModel

/// What a guide can't answer.
public struct GuideError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What isn't in memory can't be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// A cursor is none of this list.
    public static let badCursor = Code(rawValue: "bad-cursor")
    /// A time is none.
    public static let badTime = Code(rawValue: "bad-time")
    /// There is no item of that key.
    public static let noItem = Code(rawValue: "no-item")
    /// There is no group of that key.
    public static let noGroup = Code(rawValue: "no-group")
    /// No item has a field of that name.
    public static let noField = Code(rawValue: "no-field")
    /// Several collections have that key.
    package static let severalCollections = Code(rawValue: "several-collections")
    /// There is no tour of that key.
    public static let noTour = Code(rawValue: "no-tour")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: what is wrong, and what to do.
  public let message: String

  /// Gives what a source reads, or says in this room's words that it can't be read.
  static func reading<Value>(_ body: () throws -> Value) throws(GuideError) -> Value {
    do {
      return try body()
    } catch {
      let message = (error as? any IndoorError)?.message ?? "the guide can't be read (\(error))"
      throw GuideError(code: .unreadable, message: message)
    }
  }

  static func badCursor(_ cursor: String) -> GuideError {
    GuideError(
      code: .badCursor,
      message: "the cursor \(cursor.prefix(60)) is none of this list; begin the list again")
  }

  /// A cursor of a list that isn't of items.
  package static func unknownCursor(_ cursor: String) -> GuideError { badCursor(cursor) }

  static func badTime(_ text: String) -> GuideError {
    GuideError(
      code: .badTime,
      message:
        "the time \(text.prefix(40)) can't be read; write what clocks show there, 2026-05-01T10:30")
  }

  static func several(_ noun: String, _ key: String, _ names: [String]) -> GuideError {
    GuideError(
      code: .severalCollections,
      message:
        "\(names.count) collections of the guide have the \(noun) \(key.prefix(60)); write "
        + names.prefix(3).map { String($0.prefix(120)) }.joined(separator: " or "))
  }

  static func missing(_ code: Code, _ noun: String, _ key: String) -> GuideError {
    GuideError(
      code: code, message: "the guide has no \(noun) \(key.prefix(60)); list the \(noun)s")
  }
}
