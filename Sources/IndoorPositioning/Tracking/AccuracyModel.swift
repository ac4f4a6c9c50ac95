import IndoorLibc

/// The radius that holds 68% of the errors, from what the filter knows of itself.
///
/// Errors on the surveyed paths and off them are of two sizes, and nothing that a device hears
/// tells the two apart for sure. So the radius goes from one to the other where features of being
/// off the paths add up, along a logistic curve. It was fitted over the malls' survey walks, each
/// located on a map without it, and with whole areas left out of the map, so that it holds in
/// coverage and outside, for small radii as for large ones. A quantile regression (Koenker and
/// Bassett 1978, doi:10.2307/1913643) over all of them holds 80% inside and 50% outside: it grows
/// too slowly.
@_spi(Measuring) public struct AccuracyModel: Hashable, Sendable {
  /// What features weigh for being off the surveyed paths, in log-odds.
  public struct Outside: Hashable, Sendable {
    /// Where no feature speaks for it.
    public var base = -5.25
    /// For what the similarity lacks to 0.92, at most 0.45.
    public var perDissimilarity = 15.1
    /// For the natural logarithm of 1 + 20 · excess, the excess at most 0.3.
    public var perExcess = 4.85
    /// For each unit of surprise, at most 2.5.
    public var perSurprise = 2.03
    /// For the natural logarithm of the metres from the nearest surveyed place, at least one.
    public var perDistance = 3.48
  }

  /// When a device is taken to be off the surveyed paths.
  public var outside = Outside()
  /// Natural logarithm of the radius, in metres, that has no other reason.
  public var base = 0.66
  /// What is added for the natural logarithm of the metres that the particles spread, at least one.
  public var perSpread = 0.277
  /// What is added for what the similarity lacks to 0.92, at most 0.45.
  public var perDissimilarity = 1.23
  /// What is added off the surveyed paths.
  public var whenOutside = 1.91
  /// The same for the natural logarithm of the metres from the nearest surveyed place: who is taken
  /// to be far from it isn't drawn to it.
  public var perDistanceOutside = -0.30
  /// What is added where a known place is all that counts: what scans are off by is a bias of
  /// metres, and steps lose little at first.
  public var whenKnown = -0.65
  /// The smallest radius that is stated, in metres, where no place is known.
  public var minimum = 2.5
  /// The largest, in metres.
  public var maximum = 60.0

  /// The fitted model.
  public init() {}

  /// The same for positions that are surer: a track's.
  init(base: Double) { self.base = base }

  /// How surely, 0 to 1, a device is taken to be off the surveyed paths.
  public func outside(_ features: AccuracyFeatures) -> Double {
    let logOdds =
      outside.base + outside.perDissimilarity * dissimilarity(features)
      + outside.perExcess * log(1 + 20 * min(0.3, max(0, features.excess)))
      + outside.perSurprise * min(2.5, max(0, features.surprise))
      + outside.perDistance * log(max(1, features.fromSurvey))
    return 1 / (1 + exp(-logOdds))
  }

  /// Whether a device is taken to be off the surveyed paths.
  public func isOutside(_ features: AccuracyFeatures) -> Bool { outside(features) > 0.5 }

  /// Radius in metres.
  public func radius(_ features: AccuracyFeatures) -> Double {
    let off = whenOutside + perDistanceOutside * log(max(1, features.fromSurvey))
    let metres = exp(
      base + perSpread * log(max(1, features.spread)) + perDissimilarity * dissimilarity(features)
        + off * outside(features) + whenKnown * features.knownPlace)
    return min(maximum, max(minimum * exp(whenKnown * features.knownPlace), metres))
  }

  private func dissimilarity(_ features: AccuracyFeatures) -> Double {
    min(0.45, max(0, 0.92 - features.similarity))
  }
}
