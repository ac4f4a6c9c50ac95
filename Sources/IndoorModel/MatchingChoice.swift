/// How scans are compared with a venue's radio map, as it was chosen among others, and how the
/// literature's default did.
public struct MatchingChoice: Hashable, Sendable {
  /// A matching and how it did.
  public struct Candidate: Hashable, Sendable {
    /// The matching.
    public var matching: Matching
    /// Mean of the error that EvAAL's competitions rank by, in metres: with 15 m for each level of
    /// difference and 50 m for a wrong building (Potortì et al. 2017,
    /// doi:10.1109/ACCESS.2017.2760479).
    public var evaalError: Double
    /// Standard error of that mean, in metres, by walks: one walk's errors go together.
    public var standardError: Double

    /// Makes a candidate.
    public init(matching: Matching, evaalError: Double, standardError: Double) {
      self.matching = matching
      self.evaalError = evaalError
      self.standardError = standardError
    }
  }

  /// The best one, with a radius that held 68% of the errors.
  public let chosen: Candidate
  /// What the literature's default comes to.
  public let standard: Candidate
  /// How many rows were located.
  public let rows: Int

  /// Makes a choice of what is known of it.
  public init(chosen: Candidate, standard: Candidate, rows: Int) {
    self.chosen = chosen
    self.standard = standard
    self.rows = rows
  }
}
