public import IndoorModel

/// What makes a building impossible to simulate.
public struct SimulationError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A door lies where its two rooms have no common wall.
    public static let doorWithoutWall = Code(rawValue: "door-without-wall")
    /// No level has a floor to stand on.
    public static let noFloor = Code(rawValue: "no-floor")
    /// A stop is no unit of the venue.
    public static let unknownUnit = Code(rawValue: "unknown-unit")
    /// A level's walls lie on each other in heaps.
    public static let tooDense = Code(rawValue: "too-dense")
    /// A stop can't be walked to.
    public static let noWay = Code(rawValue: "no-way")
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

  static func noFloor(venue: String, isClosed: Bool) -> SimulationError {
    SimulationError(
      code: .noFloor,
      message:
        isClosed
        ? "venue \(venue): no level has a place to stand, 0.6 m from all walls in a room that is open to visitors; draw the doors of levels that have none, whose rooms are closed, and check categories such as nonpublic, and how wide rooms are"
        : "venue \(venue): no level has a place to stand, 0.6 m from all walls; import levels with outlines or units, and wider ones"
    )
  }

  static func unknownUnit(_ id: String) -> SimulationError {
    SimulationError(
      code: .unknownUnit, message: "unit \(id): the venue has none of that id; name one it has")
  }

  static func tooDense(level: String) -> SimulationError {
    SimulationError(
      code: .tooDense,
      message:
        "level \"\(level)\": its walls lie on each other by the thousand; simplify its outline and units"
    )
  }

  static func noWay(to place: String) -> SimulationError {
    SimulationError(
      code: .noWay,
      message:
        "\(place): no way leads there through doors, stairs and lifts; add the opening or leave the unit out"
    )
  }

  static func noConnector(to place: String, from level: String) -> SimulationError {
    SimulationError(
      code: .noWay,
      message:
        "\(place): no stairs or lift lead towards it from level \"\(level)\"; draw the unit of either on both levels, one above the other"
    )
  }

  static func tooFar(to place: String) -> SimulationError {
    SimulationError(
      code: .noWay,
      message:
        "\(place): it takes over two hours to walk there; correct the plan's scale or add the openings on a shorter way"
    )
  }
}
