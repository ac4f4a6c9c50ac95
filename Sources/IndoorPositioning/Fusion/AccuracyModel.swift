/// The radius that holds 68% of the errors, from what the filter knows of itself.
///
/// Fitted over the malls' survey walks, each located on a map of the others, so that it holds in coverage, where nobody
/// surveyed, and with whole areas left out; where a walk is off the surveyed paths nothing tells so better than that scans are
/// like no row. A quantile regression (Koenker and Bassett 1978, doi:10.2307/1913643) over all of them holds 80% inside and 50%
/// outside: it grows too slowly with the unlikeness.
struct AccuracyModel: Hashable, Sendable {
  /// What is known about a position's error.
  struct Signs: Hashable, Sendable {
    /// Root mean square distance of the particles from the place, in metres.
    var spread = 0.0
    /// Cosine of the row that is most like the scan, over the last few scans.
    var likeness = 1.0
    /// How much less likely a scan was for the particles than at its best place, as a natural logarithm, over the last few.
    var surprise = 0.0
  }

  /// Metres that every radius has.
  var base = 0.5
  /// Metres for each metre that the particles spread.
  var perSpread = 0.58
  /// Likeness from which on nothing is added for it.
  var likeness = 0.873
  /// Metres for what the likeness lacks to that, without unit.
  var perUnlikeness = 75.0
  /// The most that may be lacking.
  var mostUnlikeness = 0.41
  /// Metres for each natural logarithm of surprise.
  var perSurprise = 2.6
  /// The most surprise that counts.
  var mostSurprise = 1.6
  /// Likeness below which a device is taken to be off the surveyed paths.
  var outsideLikeness = 0.7
  /// The smallest radius that is stated, in metres.
  var least = 2.5

  /// Whether what is heard is unlike what was surveyed.
  func isOutside(_ signs: Signs) -> Bool { signs.likeness < outsideLikeness }

  /// Radius in metres.
  func radius(_ signs: Signs) -> Double {
    let unlikeness = min(mostUnlikeness, max(0, likeness - signs.likeness))
    return max(
      least,
      base + perSpread * signs.spread + perUnlikeness * unlikeness
        + perSurprise * min(mostSurprise, max(0, signs.surprise)))
  }
}
