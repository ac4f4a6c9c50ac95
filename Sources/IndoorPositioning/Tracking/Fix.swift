import IndoorGeometry

/// Where a device is, as one way of locating it has it: what a `Position` is made of.
struct Fix: Sendable {
  /// In local metres of the venue's frame.
  var place: LocalPoint
  /// Index of the level.
  var level: Int
  /// Probability, 0 to 1, that the level is right.
  var levelShare: Double
  /// Radius, in metres, that holds 68% of the errors.
  var radius: Double
  /// Root mean square distance, in metres, from the place of what it was made of.
  var spread: Double
  /// Whether the device is probably off the surveyed paths.
  var isOutside: Bool
  /// Where the device faces, when known.
  var heading: Heading?
}

extension Fix {
  /// Makes a fix of what particles say together.
  init(
    _ estimate: ParticleSet.Estimate, _ features: AccuracyFeatures, _ accuracy: AccuracyModel,
    heading: Heading?
  ) {
    self.init(
      place: estimate.place, level: estimate.level, levelShare: estimate.levelShare,
      radius: accuracy.radius(features), spread: estimate.spread,
      isOutside: accuracy.isOutside(features), heading: heading)
  }
}
