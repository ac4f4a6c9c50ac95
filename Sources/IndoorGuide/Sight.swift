public import IndoorGeometry
import IndoorLibc
public import IndoorModel
public import IndoorPositioning

/// A place that an app guides to.
public struct Place: Hashable, Sendable, Identifiable {
  /// What names it.
  public var id: String
  /// The level it is on.
  public var level: LevelKey
  /// Where, in local metres.
  public var point: LocalPoint

  /// Makes a place.
  public init(id: String, level: LevelKey, point: LocalPoint) {
    self.id = id
    self.level = level
    self.point = point
  }
}

/// How a place lies from a position.
public struct Sight: Hashable, Sendable {
  /// Metres as the crow flies, whatever the levels.
  public var distance: Double
  /// Levels up to the place's, negative down; `nil` where it is in another building.
  public var levels: Int?
  /// Degrees clockwise from true north, 0 to 360; `nil` where the place is nearer than the position
  /// is sure.
  public var bearing: Double?
  /// Degrees clockwise from where the device faces, -180 to 180; `nil` without a bearing or a
  /// heading.
  public var relativeBearing: Double?
  /// Whether the place is on the same level and within the field of view; `nil` where its direction
  /// isn't known.
  public var isInView: Bool?

  /// Makes a sight of a place.
  ///
  /// - Parameters:
  ///   - place: what is looked for.
  ///   - position: where the device is and faces.
  ///   - frame: the venue's local frame.
  ///   - fieldOfView: Degrees that the device sees, half to either side.
  public init(
    of place: Place, from position: Position, in frame: LocalFrame, fieldOfView: Double = 60
  ) {
    let from = position.place
    distance = from.distance(to: place.point)
    levels = Self.levels(from: position.level, to: place.level)
    guard distance > 0, distance >= position.horizontalAccuracy ?? 0 else { return }
    let grid = Angle.degrees(atan2(place.point.x - from.x, place.point.y - from.y))
    let bearing = Angle.compass(grid + frame.convergence(at: position.coordinate))
    self.bearing = bearing
    guard let heading = position.heading else { return }
    let relative = Angle.degrees(Angle.wrapped(Angle.radians(bearing - heading.degrees)))
    relativeBearing = relative
    isInView = levels == 0 && abs(relative) <= fieldOfView / 2
  }

  /// Ordinals come from outside: what no number can hold is the last one that can.
  private static func levels(from: LevelKey, to: LevelKey) -> Int? {
    guard from.building == to.building else { return nil }
    let (levels, overflow) = to.ordinal.subtractingReportingOverflow(from.ordinal)
    return overflow ? (to.ordinal > from.ordinal ? .max : .min) : levels
  }
}

extension Position {
  /// The nearest places, nearest first, at most `count`.
  ///
  /// - Parameters:
  ///   - count: How many places to give at most.
  ///   - places: The places to choose from.
  ///   - levelCost: Metres of walking that a change of one level is worth.
  ///   - buildingCost: Metres that another building is worth.
  public func nearest(
    _ count: Int, of places: [Place], levelCost: Double = 50, buildingCost: Double = 200
  ) -> [Place] {
    let costs = places.map { other in
      place.distance(to: other.point)
        + (other.level.building == level.building
          ? levelCost * abs(Double(other.level.ordinal) - Double(level.ordinal)) : buildingCost)
    }
    let order = places.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    return order.prefix(max(0, count)).map { places[$0] }
  }
}
