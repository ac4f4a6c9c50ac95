/// What a device knows of the error of its position, and what its radius is made of (see
/// `AccuracyModel`).
@_spi(Measuring) public struct AccuracyFeatures: Hashable, Sendable {
  /// Root mean square distance of the filter's particles from the place, in metres.
  public var spread = 0.0
  /// Cosine similarity of the row that is most like the scan, 0 to 1, over the last few scans.
  public var similarity = 1.0
  /// How much less likely a scan was for the particles than at its best place, as a natural
  /// logarithm, over the last few.
  public var surprise = 0.0
  /// Share of the strength, 0 to 1, that is above what was surveyed (see `CosineScores.excess`),
  /// over the last few scans.
  public var excess = 0.0
  /// Mean distance of the particles from the nearest surveyed place, in metres, 12 at most; less
  /// where no walls are known.
  public var fromSurvey = 0.0
  /// How far a known place counts beside the scans, 0 to 1: less the longer ago it is.
  public var knownPlace = 0.0

  /// What is left of the scans before at each scan, 0 to 1.
  private static let memory = 0.6
  /// Where no walls are known particles spread into what would be shops, as far from any path: so
  /// much of that counts.
  private static let fromSurveyWithoutWalls = 0.6

  /// No sign of any error.
  public init() {}

  /// Takes up what a scan is like.
  mutating func update(similarity: Double, excess: Double, isFirst: Bool) {
    let memory = isFirst ? 0 : Self.memory
    self.similarity += (1 - memory) * (similarity - self.similarity)
    self.excess += (1 - memory) * (excess - self.excess)
  }

  /// Takes up how much a scan surprised the particles.
  mutating func update(surprise: Double, isFirst: Bool) {
    self.surprise += (1 - (isFirst ? 0 : Self.memory)) * (surprise - self.surprise)
  }

  /// Takes up what is known of an error one moment earlier, going back in time: from both sides of
  /// a moment scans count alike.
  mutating func goBack(to earlier: AccuracyFeatures) {
    similarity = earlier.similarity + Self.memory * (similarity - earlier.similarity)
    surprise = earlier.surprise + Self.memory * (surprise - earlier.surprise)
    excess = earlier.excess + Self.memory * (excess - earlier.excess)
  }

  /// Takes up where the particles are.
  mutating func update(_ estimate: ParticleSet.Estimate, usesWalls: Bool) {
    spread = estimate.spread
    fromSurvey = (usesWalls ? 1 : Self.fromSurveyWithoutWalls) * estimate.fromSurvey
  }
}
