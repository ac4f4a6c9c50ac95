import IndoorGeometry
public import IndoorModel
public import IndoorPositioning

/// Turns what a surveyor noted into local places: coordinates, page points and named places.
public struct WaypointResolver: Sendable {
  private let frame: LocalFrame
  private let onlyLevel: LevelKey?
  private let placements: [LevelKey: PlanPlacement]
  private let named: IDTable<Named>

  private struct Named: Sendable {
    var place: LocalPoint
    var level: LevelKey
  }

  /// Makes a resolver for a venue and its placed plans.
  public init(venue: Venue, placements: [PlanPlacement] = []) {
    let frame = venue.frame
    self.frame = frame
    onlyLevel = venue.levels.count == 1 ? venue.levels.first?.key : nil
    self.placements = Dictionary(placements.map { ($0.level, $0) }) { first, _ in first }
    // Of a unit and an opening of one id the opening is meant, of several units the last.
    var named = IDTable<Named>()
    for opening in venue.openings.reversed() {
      let line = opening.line.map { frame.local(from: $0) }
      if let box = BoundingBox(line) {
        named.add(Named(place: box.centre, level: opening.level), id: opening.id)
      }
    }
    for unit in venue.units.reversed() {
      guard let polygon = unit.geometry.first.map({ frame.local(from: $0) }),
        let centre = BoundingBox(polygon.exterior)?.centre
      else { continue }
      // Nobody who names a cloister stands in its court.
      let place = polygon.contains(centre) ? centre : polygon.middle ?? centre
      named.add(Named(place: place, level: unit.level), id: unit.id)
    }
    self.named = named
  }

  /// How far from the venue's origin a waypoint may be along each axis, in metres: local metres
  /// don't reach farther.
  static let reach = 100_000.0

  /// Why a waypoint has no place.
  package enum Unresolved: Error, Equatable {
    /// Its level or its place is not known.
    case unknown
    /// It names a place, by an id that no unit and no opening has.
    case unknownPlace(String)
    /// It names no level, and the venue has several.
    case withoutLevel
    /// It is on a page of a level that no plan is placed on.
    case withoutPlan(LevelKey)
    /// It names a place, by its id, that isn't on the level which it says itself.
    case onOtherLevel(String)
    /// It is over 100 km from the venue.
    case farOff
    /// The same, by metres and no degrees.
    case farInMetres
  }

  /// The path point of a waypoint, or `nil` where its level or place is not known, or far off.
  ///
  /// - Parameters:
  ///   - waypoint: a place that a surveyor noted.
  ///   - headerLevel: the level that the recording's header states.
  public func pathPoint(of waypoint: Waypoint, level headerLevel: LevelKey?)
    -> SurveyWalk.PathPoint?
  {
    try? resolve(waypoint, level: headerLevel)
  }

  /// Why a waypoint has no place; `nil` where it has one.
  package func fault(of waypoint: Waypoint, level headerLevel: LevelKey? = nil) -> Unresolved? {
    do throws(Unresolved) {
      _ = try resolve(waypoint, level: headerLevel)
      return nil
    } catch { return error }
  }

  /// The path point of a waypoint, as `pathPoint(of:level:)`.
  ///
  /// - Throws: why there is none.
  package func resolve(
    _ waypoint: Waypoint, level headerLevel: LevelKey?
  ) throws(Unresolved) -> SurveyWalk.PathPoint {
    let stated = waypoint.level ?? headerLevel ?? onlyLevel
    let place: LocalPoint
    var level = stated
    switch waypoint.place {
    case .coordinate(let coordinate):
      guard coordinate.isValid else { throw .unknown }
      place = frame.local(from: coordinate)
    case .local(let point): place = point
    case .page(let point):
      guard let stated else { throw .withoutLevel }
      guard let placement = placements[stated] else { throw .withoutPlan(stated) }
      place = placement.local(from: point)
    case .named(let id):
      guard let found = named[id] else { throw .unknownPlace(id) }
      if let own = waypoint.level,
        own.ordinal != found.level.ordinal
          || !own.building.isEmpty && own.building != found.level.building
      {
        throw .onOtherLevel(id)
      }
      (place, level) = (found.place, found.level)
    }
    guard place.isFinite else { throw .unknown }
    guard let level else { throw .withoutLevel }
    guard abs(place.x) <= Self.reach, abs(place.y) <= Self.reach else {
      if case .coordinate = waypoint.place { throw .farOff }
      throw .farInMetres
    }
    return SurveyWalk.PathPoint(time: waypoint.time, level: level, place: place)
  }
}
