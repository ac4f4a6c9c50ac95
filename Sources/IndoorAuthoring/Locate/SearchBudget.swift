import IndoorPositioning

/// What searches for the rows that are most like a file's scans may take, and have taken.
///
/// Scans of a building are like those taken beside them, and a search passes over nearly all of a
/// map. Where nothing is like anything, as in a table of random numbers, each is compared with all.
struct SearchBudget: Sendable {
  private var taken = SearchWork()
  private var recordings = 0

  /// What searches may take before the next ones are approximate: some ten seconds of a processor.
  private static let most = 1_500_000_000
  /// How many recordings are located before it is known what they take.
  private static let firstJobs = 64

  /// What is left.
  var left: Int { max(0, Self.most - taken.work) }

  /// How many recordings may be located at once, so that no more is taken by far.
  var jobs: Int {
    guard left > 0 else { return LocatingBatch.most.jobs }
    guard recordings > 0 else { return Self.firstJobs }
    return max(Self.firstJobs, min(LocatingBatch.most.jobs, left / max(1, taken.work / recordings)))
  }

  /// Takes what searches of recordings took.
  mutating func take(_ searches: [SearchWork]) {
    recordings += searches.count
    for work in searches { taken += work }
  }

  /// That positions are approximate, where some are.
  func warning(of path: String) -> AuthoringWarning? {
    guard taken.approximate > 0 else { return nil }
    return AuthoringWarning(
      .approximateSearch,
      "\(path): \(Counted.text(taken.approximate, "scan")) of it were compared with the likeliest part of the radio map "
        + "alone, as to compare all with the whole of it would take too long, and may be farther off "
        + "than their radii say; check that the map's readings are in dBm, or locate the scans in smaller files"
    )
  }
}
