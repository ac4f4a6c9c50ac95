public import IndoorModel

/// What makes a recording unreadable.
public struct RecordingError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: Hashable, Sendable {
    private let name: String
    init(_ name: String) { self.name = name }
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String
}
