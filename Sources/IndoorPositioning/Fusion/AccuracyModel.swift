/// The radius that holds 68% of the errors, from what the filter knows of itself.
///
/// A quantile regression (Koenker and Bassett 1978, doi:10.2307/1913643) over the malls' survey walks, each located on a map
/// of all the others: where a walk is off the surveyed paths nothing tells so better than that scans are like no row.
struct AccuracyModel: Hashable, Sendable {
  /// What is known about a position's error.
  struct Signs: Hashable, Sendable {
    /// Root mean square distance of the particles from the place, in metres.
    var spread = 0.0
    /// Cosine of the row that is most like the scan, over the last few scans.
    var likeness = 1.0
    /// How much less likely a scan was for the particles than at its best place, as a natural logarithm, over the last few.
    var surprise = 0.0
    /// Distance of the place from the middle of the rows that are like the last scan, in metres.
    var disagreement = 0.0
  }

  /// Metres that every radius has.
  var base = 0.6
  /// Metres for each metre that the particles spread.
  var perSpread = 0.65
  /// Likeness from which on nothing is added for it.
  var likeness = 0.85
  /// Metres for what the likeness lacks to that, without unit.
  var perUnlikeness = 60.0
  /// The most that may be lacking.
  var mostUnlikeness = 0.3
  /// Metres for each natural logarithm of surprise, up to 6 of them.
  var perSurprise = 1.5
  /// Metres for each metre of disagreement.
  var perDisagreement = 0.1
  /// Likeness below which a device is taken to be off the surveyed paths.
  var outsideLikeness = 0.7
  /// The smallest radius that is stated, in metres.
  var least = 2.0

  /// Whether what is heard is unlike what was surveyed.
  func isOutside(_ signs: Signs) -> Bool { signs.likeness < outsideLikeness }

  /// Radius in metres.
  func radius(_ signs: Signs) -> Double {
    let unlikeness = min(mostUnlikeness, max(0, likeness - signs.likeness))
    return max(
      least,
      base + perSpread * signs.spread + perUnlikeness * unlikeness
        + perSurprise * min(6, max(0, signs.surprise)) + perDisagreement * signs.disagreement)
  }
}
