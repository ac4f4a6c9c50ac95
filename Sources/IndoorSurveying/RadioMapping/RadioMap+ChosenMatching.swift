public import IndoorModel

extension RadioMap {
  /// The map with the matching that its first walks ask for (`MatchingChoice`), as positions want
  /// it; the same map where there are no two walks to compare. Some hundred rows are located by
  /// some dozens of matchings, which takes seconds.
  public func withChosenMatching() -> RadioMap {
    var map = self
    if let choice = MatchingChoice(for: MatchingChoice.basis(of: self)) {
      map.matching = choice.chosen.matching
    }
    return map
  }
}
