/// What a device knows of the error of its position, and what its radius is made of (see `AccuracyModel`).
public struct AccuracySigns: Hashable, Sendable {
  /// Root mean square distance of the filter's particles from the place, in metres.
  public var spread = 0.0
  /// Cosine of the row that is most like the scan, 0 to 1, over the last few scans.
  public var likeness = 1.0
  /// How much less likely a scan was for the particles than at its best place, as a natural logarithm, over the last few.
  public var surprise = 0.0
  /// Share of the strength, 0 to 1, that is above what was surveyed (see `RadioMatcher.excess`), over the last few scans.
  public var excess = 0.0
  /// Mean distance of the particles from the nearest surveyed place, in metres, 12 at most; six tenths
  /// of it where no walls are known.
  public var fromSurvey = 0.0

  /// No sign of any error.
  public init() {}
}
