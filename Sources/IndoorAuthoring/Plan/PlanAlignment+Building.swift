import IndoorAlignment
import IndoorGeometry
import IndoorModel

extension PlanAlignment {
  /// That nothing is drawn of a level's building, and that another one's level of the same ordinal
  /// lies where the plan does: no two buildings stand in one place, and a slip in a name makes one.
  func newBuilding(of key: LevelKey, in venue: Venue) -> AlignmentWarning? {
    // A level that a plan made is as large as its paper, on which another building may lie; and
    // what is outdoors is in no building.
    let drawn = Set(venue.units.map(\.level))
    let named = Set(venue.buildings.filter { !$0.id.isEmpty || $0.name != nil }.map(\.id))
    guard !drawn.contains(where: { $0.building == key.building }) else { return nil }
    let (low, high) = (page.box.minimum, page.box.maximum)
    let middle = PagePoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    let place = venue.frame.local(from: frame.coordinate(from: pageToLocal.apply(middle)))
    let other = venue.levels.first { level in
      level.key.ordinal == key.ordinal && drawn.contains(level.key)
        && named.contains(level.key.building)
        && level.outline.contains { $0.map { venue.frame.local(from: $0) }.contains(place) }
    }
    guard let other else { return nil }
    return AlignmentWarning(
      .newBuilding,
      "nothing is drawn of a building \"\(key.building.prefix(60))\", and the plan lies on level "
        + "\(key.ordinal) of building \(BuildingName.shown(other.key.building, in: venue)); name that one"
    )
  }
}
