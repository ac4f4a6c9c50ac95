import IndoorGeometry
public import IndoorModel

/// How far off the positions of one recording, or of several together, were.
///
/// A true point is compared with the last position at or before its time, so that only what was
/// known by then counts.
@_spi(Measuring) public struct WalkScore: Hashable, Sendable {
  /// One true point and the position that stood at its time.
  public struct Point: Hashable, Sendable {
    /// When and where the device truly was.
    public var truth: SurveyWalk.PathPoint
    /// The last position at or before that time; `nil` where there was none yet.
    public var position: Position?

    /// Horizontal distance between the two, in metres, whatever their levels; `nil` without a
    /// position.
    public var error: Double? { position.map { $0.place.distance(to: truth.place) } }

    /// Whether building and level are right; `nil` without a position.
    public var isOnLevel: Bool? { position.map { $0.level == truth.level } }

    /// Whether the error is inside the stated radius; `nil` without a position or without a radius.
    public var isWithinRadius: Bool? {
      guard let error, let radius = position?.horizontalAccuracy else { return nil }
      return error <= radius
    }
  }

  /// The compared points, recording after recording, each in order of time.
  public var points: [Point]

  /// Compares positions with the truth.
  ///
  /// - Parameters:
  ///   - positions: what was located, in order of time.
  ///   - truth: the true points, in order of time, in the same local frame.
  ///   - start: from when on a position could be expected, as the first scan's time; earlier true
  ///     points don't count.
  public init(
    positions: [Position], truth: [SurveyWalk.PathPoint], from start: Timestamp? = nil
  ) {
    points = []
    var next = 0
    for point in truth where start.map({ point.time >= $0 }) ?? true {
      while next < positions.count, positions[next].time <= point.time { next += 1 }
      points.append(Point(truth: point, position: next > 0 ? positions[next - 1] : nil))
    }
  }

  /// Makes the score of compared points, as of those on one level.
  public init(points: [Point]) { self.points = points }

  /// The scores of several recordings as one: every point counts alike.
  package init(_ scores: some Sequence<WalkScore>) { points = scores.flatMap(\.points) }

  /// The horizontal errors, in metres, of the points that have a position.
  public var errors: ErrorStatistics { ErrorStatistics(points.lazy.compactMap(\.error)) }

  /// The stated radii, in metres, at those points.
  package var radii: ErrorStatistics {
    ErrorStatistics(points.lazy.compactMap { $0.position?.horizontalAccuracy })
  }

  /// Share of the points, 0 to 1, that have a position; `nil` where there are no points.
  public var answered: Double? { Self.share(points.map { $0.position != nil }) }

  /// Share of the answers, 0 to 1, on the right level of the right building; `nil` where there are
  /// none.
  public var onLevel: Double? { Self.share(points.compactMap(\.isOnLevel)) }

  /// Share of the answers with a radius, 0 to 1, whose error is inside it; 0.68 is wanted. `nil`
  /// where there are none.
  public var withinRadius: Double? { Self.share(points.compactMap(\.isWithinRadius)) }

  private static func share(_ marks: [Bool]) -> Double? {
    marks.isEmpty ? nil : Double(marks.count { $0 }) / Double(marks.count)
  }
}
