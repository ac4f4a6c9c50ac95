public import IndoorModel

/// What makes a building impossible to simulate.
public struct SimulationError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: Hashable, Sendable {
    private let name: String
    init(_ name: String) { self.name = name }

    /// A door lies where its two rooms have no common wall.
    public static let doorWithoutWall = Code("doorWithoutWall")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String

  static func doorWithoutWall(level: String, from: String, to: String?) -> SimulationError {
    SimulationError(
      code: .doorWithoutWall,
      message:
        "level \(level): the door from \(from) to \(to ?? "outdoors") is in no wall that they share; move it onto one"
    )
  }
}
