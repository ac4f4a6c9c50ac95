public import IndoorModel

/// What keeps a survey from becoming a radio map.
public struct SurveyError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Recordings tell neither coordinates nor local metres, and there is no venue to look their
    /// places up in.
    public static let noVenue = Code(rawValue: "no-venue")
    /// There are more levels than a radio map can number.
    public static let tooManyLevels = Code(rawValue: "too-many-levels")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String

  private init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static func noVenue(_ path: String, leftOut: String?) -> SurveyError {
    guard let leftOut else {
      return SurveyError(
        .noVenue,
        "\(path): its recordings have no waypoint in degrees or metres to make a venue of, import the venue first"
      )
    }
    return SurveyError(
      .noVenue,
      "\(path): no waypoint in degrees or metres is left to make a venue of (left out: \(leftOut)), correct what was left out or import the venue first"
    )
  }

  static func tooManyLevels(_ count: Int) -> SurveyError {
    SurveyError(
      .tooManyLevels,
      "radio map: \(count) levels are more than a map can hold (65536), split the venue")
  }
}
