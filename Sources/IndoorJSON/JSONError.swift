public import IndoorModel

/// A file that is not strict JSON, or goes beyond its bounds.
public struct JSONError: IndoorError {
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
