public import IndoorAlignment

/// Decides whether a placed plan may be stored in a venue file.
///
/// Everything that stores a placement asks here: `PlacePlan`, `TieLevels`, and `ImportSurvey` for
/// the plans that come with walks.
public enum MayStorePlan {
  /// Warnings that the plan as placed lies where it can't belong, or isn't the page that one sees:
  /// it shouldn't be kept unseen.
  public static let refused: Set<AlignmentWarning.Code> = [
    .pageBoxReplaced, .damagedPage, .swappedAnchors, .swappedCoordinates, .farFromVenue, .farApart,
    .newBuilding, .planOffBuilding,
  ]

  /// The first of a plan's warnings that keeps it from being stored; `nil` where it may be.
  public static func refusal(by warnings: [AlignmentWarning]) -> AlignmentWarning? {
    warnings.first { refused.contains($0.code) }
  }

  /// Ends what would store a plan that may not be.
  ///
  /// - Parameters:
  ///   - warnings: what is said of the plan and its placement.
  ///   - path: the file that messages name.
  ///   - anyway: whether somebody has looked, and wants it stored all the same.
  /// - Throws: `.planNotStored`.
  static func check(
    _ warnings: [AlignmentWarning], _ path: String, anyway: Bool = false
  ) throws(AuthoringError) {
    guard !anyway, let warning = refusal(by: warnings) else { return }
    throw AuthoringError(
      .planNotStored,
      "\(path): the plan was not stored, because \(warning.message) [\(warning.code.rawValue)]; "
        + "correct that, or store it all the same")
  }
}
