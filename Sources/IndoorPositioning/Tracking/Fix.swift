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
  /// Whether it is outside of every building; the level is then that of the nearest entrance.
  var isOutdoors = false
  /// Where the device faces, when known.
  var heading: Heading?
}

extension Fix {
  /// Makes a fix of what particles say together.
  ///
  /// - Parameters:
  ///   - ground: what is known of the ground.
  ///   - knowsSatellites: whether there was a satellite fix, from which on what lies around the
  ///     buildings counts.
  init(
    _ estimate: ParticleSet.Estimate, _ features: AccuracyFeatures, _ accuracy: AccuracyModel,
    on ground: Ground, knowsSatellites: Bool, heading: Heading?
  ) {
    self.init(
      place: estimate.place, level: estimate.level, levelShare: estimate.levelShare,
      radius: accuracy.radius(features), spread: estimate.spread,
      isOutside: accuracy.isOutside(features), heading: heading)
    let isOpen = estimate.level == Int(ground.levels.outdoors)
    guard knowsSatellites || isOpen else { return }
    let surroundings = ground.surroundings
    // The middle of a cloud may lie behind the wall that it lies along.
    if isOpen {
      isOutdoors = true
      isOutside = false
      level = surroundings.level(nearest: place) ?? 0
      radius = max(accuracy.minimum, Self.radiusPerSpread * spread)
      place = surroundings.nearest(to: place, isInside: false)
    } else if surroundings.isOnGround(level) {
      place = surroundings.nearest(to: place, isInside: true)
    }
  }

  /// Radius that holds 68% outdoors, over the particles' root mean square distance. Of a normal
  /// distribution in the plane it would be 1.07; but errors of fixes last, so that particles agree
  /// more than they should.
  private static let radiusPerSpread = 1.6
}
