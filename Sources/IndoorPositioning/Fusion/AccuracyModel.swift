/// The radius that holds 68% of the errors, from what the filter knows of itself.
struct AccuracyModel: Hashable, Sendable {
  /// Metres that every radius has.
  var base = 2.0
  /// Metres for each metre that the particles spread (root mean square).
  var perSpread = 0.6
  /// Metres for what the best row's cosine lacks to 1.
  var perUnlikeness = 10.0
  /// Metres for each second since the last scan, up to 30 of them.
  var perSecond = 0.1

  /// Cosine of the best row below which a device is taken to be off the surveyed paths.
  var insideLikeness = 0.6

  /// Whether what is heard is unlike what was surveyed.
  func isOutside(likeness: Double) -> Bool { likeness < insideLikeness }

  /// Radius in metres.
  func radius(spread: Double, likeness: Double, sinceScan: Double) -> Double {
    let radius =
      base + perSpread * spread + perUnlikeness * max(0, 1 - likeness)
      + perSecond * min(30, max(0, sinceScan))
    return max(1, radius)
  }
}
