import IndoorAlignment
import IndoorGeometry
import IndoorModel

extension PlanAlignment {
  /// That nothing is drawn of a level's building, and that another one's level of the same ordinal
  /// lies where the plan does: no two buildings stand in one place, and a slip in a name makes one.
  ///
  /// - Parameter planned: levels whose outline a plan made, as large as its paper.
  func newBuilding(
    of key: LevelKey, in venue: Venue, planned: Set<LevelKey>
  ) -> AlignmentWarning? {
    let furnished = Set(venue.units.map(\.level)).union(venue.openings.map(\.level))
    let outlined = venue.levels.filter { !$0.outline.isEmpty && !planned.contains($0.key) }
    let drawn = furnished.union(outlined.map(\.key))
    guard !drawn.contains(where: { $0.building == key.building }) else { return nil }
    let (low, high) = (page.box.minimum, page.box.maximum)
    let middle = PagePoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    let place = venue.frame.local(from: frame.coordinate(from: pageToLocal.apply(middle)))
    // What is in no building beside others is outdoors.
    let isOnly =
      venue.buildings.allSatisfy(\.id.isEmpty) && venue.levels.allSatisfy(\.key.building.isEmpty)
    let isNamed = venue.buildings.contains { $0.id.isEmpty && $0.name != nil }
    let other = venue.levels.first { level in
      level.key.ordinal == key.ordinal && furnished.contains(level.key)
        && (!level.key.building.isEmpty || isOnly || isNamed)
        && level.outline.contains { $0.map { venue.frame.local(from: $0) }.contains(place) }
    }
    guard let other else { return nil }
    return AlignmentWarning(
      .newBuilding,
      "nothing is drawn of a building \"\(key.building.prefix(60))\", and the plan lies on level "
        + (!other.key.building.isEmpty || isNamed
          ? "\(key.ordinal) of building \(BuildingName.shown(other.key.building, in: venue)); name that one"
          : "\(key.ordinal) of the venue's only building, which has no name; name none")
    )
  }

  /// That the plan lies away from all that is drawn of its building, be it of other levels, or from
  /// the plans of those, of which one may be the wrong one.
  ///
  /// - Parameter planned: levels whose outline a plan made.
  func offBuilding(
    of key: LevelKey, in venue: Venue, planned: Set<LevelKey>
  ) -> AlignmentWarning? {
    let corners = page.corners.map {
      venue.frame.local(from: frame.coordinate(from: pageToLocal.apply($0)))
    }
    guard let box = BoundingBox(corners.filter(\.isFinite)),
      // Then another sentence says so.
      !warnings.contains(where: { [.farFromVenue, .swappedCoordinates].contains($0.code) })
    else { return nil }
    let own: Set<LevelKey> = planned.contains(key) ? [key] : []
    let drawn = DrawnLevels(venue, except: planned).gap(from: box, to: key.building)
    let any = DrawnLevels(venue, except: own).gap(from: box, to: key.building)
    guard let metres = drawn ?? any, metres > DrawnLevels.apart else { return nil }
    let said = "the plan lies \(Int(min(metres, 1e8).rounded())) m from "
    return drawn == nil
      ? AlignmentWarning(
        .planApart,
        said
          + "the plans of its building's other levels; check which of them are where they belong, and"
          + " place the others anew")
      : AlignmentWarning(
        .planOffBuilding,
        said
          + "all that is drawn of its building; check whether its anchors are places of this building,"
          + " in the system that they are said to be in, or name the building that it is of")
  }
}

extension PlanAlignment {
  /// That the plan lies better on the walls of another level of its building, or on its own level's
  /// elsewhere. Nobody asked for its lines: where they can't be read nothing is said.
  ///
  /// - Parameters:
  ///   - planned: levels whose outline a plan made, which is no wall.
  ///   - picture: takes the page's picture where it was drawn to find lines on it.
  func offWalls(
    of source: PlanFile, on key: LevelKey, in venue: Venue, planned: Set<LevelKey>,
    picture: inout [UInt8]?
  ) -> AlignmentWarning? {
    var walls = venue
    for at in walls.levels.indices where planned.contains(walls.levels[at].key) {
      walls.levels[at].outline = []
    }
    let drawn = Set(walls.units.map(\.level))
      .union(walls.levels.filter { !$0.outline.isEmpty }.map(\.key))
    guard drawn.contains(key), let matcher = try? PlanMatcher(source, venue: walls)
    else { return nil }
    picture = matcher.picture
    if let other = matcher.otherLevel(than: self, on: key) { return other }
    let isExplained = warnings.contains { Self.ofPlace.contains($0.code) }
    return isExplained ? nil : matcher.elsewhere(than: self, on: key)
  }

  /// What says already why the page lies elsewhere.
  private static let ofPlace: Set<AlignmentWarning.Code> = [
    .otherPageOrigin, .swappedPagePoints, .swappedAnchors, .swappedCoordinates, .farFromVenue,
    .farApart,
  ]
}
