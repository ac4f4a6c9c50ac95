import IndoorGeometry
import IndoorModel

/// The rules of a venue's geometry and its levels, in local metres.
enum VenueGeometryChecks {
  /// Metres that a unit may reach out of its level.
  private static let margin = 0.1
  /// Square metres that two units may share.
  private static let sharedArea = 0.1
  /// Metres between an opening and the nearest edge of a unit: half a thick wall.
  private static let wall = 0.3
  /// Vertices of pairs of units that are compared in a venue. GEOS takes some microseconds for a
  /// pair of rooms, and so many rooms share no ground unless they lie in a heap.
  private static let comparedVertices = 4_000_000

  /// Polygons of levels and units that cross or touch themselves.
  static func findInvalidPolygons(of venue: Venue, name: String, _ list: inout FindingList) {
    var mender = PolygonMender()
    func find(_ what: String, _ id: String, _ polygons: [Polygon<Coordinate>]) {
      for polygon in polygons {
        guard let problem = mender.problem(of: polygon) else { continue }
        list.add(
          .invalidPolygon,
          "\(name): \(what) \"\(id)\" has an invalid polygon (\(problem.text)); draw it anew")
      }
    }
    for level in venue.levels { find("level", level.id, level.outline) }
    for unit in venue.units { find("unit", unit.id, unit.geometry) }
  }

  /// Levels that units or openings are on and that aren't there, which another program may have
  /// taken away.
  static func findMissingLevels(of venue: Venue, name: String, _ list: inout FindingList) {
    let known = Set(venue.levels.map(\.key))
    let features =
      venue.units.map { (key: $0.level, what: "unit", id: $0.id, name: $0.name) }
      + venue.openings.map { (key: $0.level, what: "opening", id: $0.id, name: $0.name) }
    let groups = Dictionary(grouping: features.filter { !known.contains($0.key) }, by: \.key)
    let astray = levelsWithoutBuilding(of: venue)
    for (key, features) in groups.sorted(by: { $0.key < $1.key }) {
      guard let first = features.first else { continue }
      let level = astray.first { $0.key.ordinal == key.ordinal }
      let remedy =
        level.map { "correct the building of level \"\($0.id)\" if it is that one" }
        ?? building(called: key.building, of: venue).map { "set its building to \($0)" }
      let called = first.name.flatMap { $0 == first.id ? nil : " (\($0))" } ?? ""
      let more = features.count - 1
      list.add(
        .danglingLevel,
        "\(name): \(first.what) \"\(first.id)\"\(called) of the table \(first.what)s is on level"
          + " \(key.ordinal) of building \"\(key.building)\", which isn't there"
          + (more > 0 ? ", as \(more > 1 ? "are \(more) others" : "is 1 other")" : "") + "; "
          + (remedy ?? "set its ordinal to a level's, as in QGIS, or import that level"))
    }
  }

  /// Levels of buildings that aren't there, as where another program's user mistyped one.
  static func findMissingBuildings(of venue: Venue, name: String, _ list: inout FindingList) {
    for level in levelsWithoutBuilding(of: venue) {
      list.add(
        .danglingReference,
        "\(name): level \"\(level.id)\" is of building \"\(level.key.building)\", which isn't there;"
          + " correct its building in the table levels, as in QGIS"
          + (building(called: level.key.building, of: venue).map { ", to \($0)" } ?? ""))
    }
  }

  /// The id of the only building with a name, which somebody typed for it.
  private static func building(called name: String, of venue: Venue) -> String? {
    let called = venue.buildings.filter { $0.name == name }
    return called.count == 1 ? called.first.map { "\"\($0.id)\", whose name that is" } : nil
  }

  private static func levelsWithoutBuilding(of venue: Venue) -> [Level] {
    // The nameless building needs no row where it is the only one.
    let known = venue.buildings.isEmpty ? [""] : Set(venue.buildings.map(\.id))
    return venue.levels.filter { !known.contains($0.key.building) }
  }

  /// Levels that nothing can tell apart, which another program may have made.
  static func findDoubledLevels(of venue: Venue, name: String, _ list: inout FindingList) {
    let groups = Dictionary(grouping: venue.levels, by: \.key).filter { $0.value.count > 1 }
    for (key, levels) in groups.sorted(by: { $0.key < $1.key }) {
      let ids = levels.map { "\"\($0.id)\"" }.joined(separator: ", ")
      list.add(
        .levelTwice,
        "\(name): the levels \(ids) are all of ordinal \(key.ordinal) of building \"\(key.building)\";"
          + " delete all but one from the table levels, as in QGIS")
    }
  }

  /// Ids that a person reads as one and whose bytes differ, which another program may have made.
  static func findDoubledIDs(of venue: Venue, name: String, _ list: inout FindingList) {
    for (what, ids) in [
      ("buildings", venue.buildings.map(\.id)), ("levels", venue.levels.map(\.id)),
      ("units", venue.units.map(\.id)), ("openings", venue.openings.map(\.id)),
    ] {
      let groups = Dictionary(grouping: ids, by: \.comparedID).filter { $0.value.count > 1 }
      for (_, alike) in groups.sorted(by: { $0.key < $1.key }) {
        list.add(
          .duplicateID,
          "\(name): \(alike.count) \(what) have the id \"\(alike[0])\", in other capitals or another"
            + " normal form of Unicode; give each its own, or delete all but one, as in QGIS")
      }
    }
  }

  static func run(
    on venue: Venue, name: String, isArchive: Bool, _ list: inout FindingList
  ) {
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    var vertices = comparedVertices
    var crossings = UnitCrossings()
    for level in venue.levels {
      if level.outline.isEmpty {
        list.add(
          .levelWithoutOutline, "\(name): level \"\(level.id)\" has no outline; add its polygon")
      }
      let inside = units[level.key] ?? []
      if inside.isEmpty {
        list.add(.levelWithoutUnits, "\(name): level \"\(level.id)\" has no units")
      }
      guard let geometry = LevelGeometry(level, units: inside, frame: venue.frame) else { continue }
      for unit in geometry.outside(margin: margin) {
        list.add(
          .unitOutsideLevel,
          "\(name): unit \"\(unit.id)\" reaches out of level \"\(level.id)\"; correct one of them")
      }
      let isWhole = geometry.forEachOverlap(
        over: sharedArea, vertices: &vertices, crossings: &crossings
      ) { one, other, matter in
        list.add(
          .unitsOverlap,
          "\(name): units \"\(one.id)\" and \"\(other.id)\" of level \"\(level.id)\" \(matter);"
            + " separate them")
      }
      if !isWhole {
        list.add(
          .unitsNotCompared,
          "\(name): the boxes around units of level \"\(level.id)\" overlap so often that not all units"
            + " were compared; separate those that are named, if any are, and check again")
      }
      for opening in geometry.off(openings[level.key] ?? [], by: wall, frame: venue.frame) {
        list.add(
          .openingOffEdge,
          "\(name): opening \"\(opening.id)\" of level \"\(level.id)\" is on no unit's edge; move it"
            + " there")
      }
    }
    list.add(FarCorner.findings(of: venue, name: name))
    list.add(LevelApart.findings(of: venue, name: name))
    findOrdinalGaps(of: venue, name: name, &list)
    list.add(LevelLabels.findings(of: venue.levels, name: name))
    if !isArchive { findUnknownCategories(of: venue, name: name, &list) }
  }

  private static func findOrdinalGaps(of venue: Venue, name: String, _ list: inout FindingList) {
    let buildings = Dictionary(grouping: venue.levels.map(\.key), by: \.building)
    for (building, keys) in buildings.sorted(by: { $0.key < $1.key }) {
      let ordinals = Set(keys.map(\.ordinal))
      guard let low = ordinals.min(), let high = ordinals.max(),
        let gap = (low...high).first(where: { !ordinals.contains($0) })
      else { continue }
      list.add(
        .ordinalGap,
        "\(name): building \"\(building)\" has no level \(gap) between \(low) and \(high)")
    }
  }

  private static func findUnknownCategories(
    of venue: Venue, name: String, _ list: inout FindingList
  ) {
    func find(_ what: String, _ id: String, _ category: String?, _ known: Set<String>) {
      guard let category, !known.contains(category) else { return }
      list.add(
        .unknownCategory,
        "\(name): \(what) \"\(id)\" has the category \"\(category)\", which IMDF doesn't know;"
          + " \(IMDFCategories.remedy(category, of: known))"
      )
    }
    for unit in venue.units { find("unit", unit.id, unit.category, IMDFCategories.unit) }
    for opening in venue.openings {
      find("opening", opening.id, opening.category, IMDFCategories.opening)
    }
  }
}
