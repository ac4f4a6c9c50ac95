import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Puts features together to a venue: follows their references, mends their geometry, makes their
/// ids unique.
struct VenueAssembly {
  private let hint: VenueImport.Level?
  private var buildingTable: BuildingTable
  private(set) var units: [Unit] = []
  private(set) var openings: [Opening] = []
  private var shapes = FeatureShapes()
  private var ownFindings: [VenueFinding] = []
  /// Why this can't be imported: its first level without an ordinal.
  private(set) var refusal: VenueError?
  private(set) var table: LevelTable
  /// How ids are spelled.
  let spelling: IDSpelling
  private var unitIDs = TakenIDs()
  private var openingIDs = TakenIDs()
  /// The level of what names none, settled when the levels are in.
  private var hintKey = LevelKey(ordinal: 0)

  init(
    existing: Venue?, building: String?, level: VenueImport.Level?, spelling: IDSpelling
  ) {
    self.spelling = spelling
    buildingTable = BuildingTable(
      existing: existing?.buildings ?? [], given: building.map(spelling.building))
    hint = level
    table = LevelTable(existing: existing?.levels ?? [])
  }

  var buildings: [Building] { buildingTable.buildings }
  var levels: [Level] { table.levels }
  var findings: [VenueFinding] { ownFindings + shapes.findings }
  /// Around everything that came in.
  var bounds: GeographicBounds { shapes.bounds }
  var isEmpty: Bool { levels.isEmpty && units.isEmpty && openings.isEmpty }

  mutating func find(_ rule: VenueRule, _ message: String) {
    ownFindings.append(VenueFinding(rule, message))
  }

  /// The building of levels that name none.
  var building: String { buildingTable.only }

  mutating func addBuildings(_ features: [VenueFeature]) {
    for feature in features { buildingTable.add(feature.id ?? "", name: feature.name) }
  }

  mutating func addLevels(_ features: [VenueFeature]) {
    table.claim(features.compactMap(\.id))
    let only = building
    defer { hintKey = LevelKey(building: buildingTable.only, ordinal: hint?.ordinal ?? 0) }
    for feature in features {
      let ordinal = feature.ordinal ?? (features.count == 1 ? hint?.ordinal : nil)
      guard let ordinal else {
        let error = VenueError.noOrdinal(
          feature.place.text, level: feature.id ?? feature.name ?? "")
        find(.noOrdinal, error.message)
        refusal = refusal ?? error
        continue
      }
      if let building = feature.buildingIDs.first, feature.buildingIDs.count > 1 {
        let others = feature.buildingIDs.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
        find(
          .severalBuildings,
          "\(feature.place.text): level \"\(feature.id ?? "")\" is in the building \(others), too, and"
            + " counts as a level of \"\(building)\" alone; give each building a level of its own")
      }
      let key = LevelKey(building: feature.buildingIDs.first ?? only, ordinal: ordinal)
      let label = feature.label ?? (ordinal == hint?.ordinal ? hint?.label : nil)
      let outline = shapes.polygons(of: feature, "level")
      let added = table.add(
        key, id: feature.id, label: label, number: feature.osmLevel.map(OSMLevels.digits),
        name: feature.name, outline: outline)
      buildingTable.add(key.building, name: nil)
      if added.isIDTaken {
        find(
          .duplicateID,
          "\(feature.place.text): another level has the id \"\(feature.id ?? "")\" too; this one got"
            + " another")
      }
      if let merged = added.merged {
        find(
          .sameOrdinal,
          feature.id == merged
            ? "\(feature.place.text): level \"\(merged)\" comes twice and was made one"
            : "\(feature.place.text): level \"\(feature.id ?? "")\" has the ordinal \(ordinal) of level"
              + " \"\(merged)\" in its building and was merged with it")
      }
    }
  }

  mutating func addUnit(_ feature: VenueFeature) {
    guard let key = level(of: feature, "unit") else { return }
    let geometry = shapes.polygons(of: feature, "unit")
    guard !geometry.isEmpty else {
      return find(
        .noPolygon,
        "\(feature.place.text): unit \"\(feature.id ?? "")\" has no area and was left out")
    }
    let unit = Unit(
      id: feature.id ?? madeID(key, "unit", feature), level: key, category: feature.category,
      name: feature.name, geometry: geometry)
    let isSame = unitIDs.index(of: unit.id).map { units[$0] == unit } ?? false
    guard let id = freshID(unit.id, "unit", feature, isSame: isSame, \.unitIDs, index: units.count)
    else {
      return
    }
    units.append(unit)
    units[units.count - 1].id = id
  }

  mutating func addOpening(_ feature: VenueFeature) {
    guard let key = level(of: feature, "opening") else { return }
    guard let line = shapes.line(of: feature, "opening") else {
      return find(
        .noLine,
        "\(feature.place.text): opening \"\(feature.id ?? "")\" has no line and was left out")
    }
    let opening = Opening(
      id: feature.id ?? madeID(key, "opening", feature), level: key, category: feature.category,
      name: feature.name, line: line)
    let isSame = openingIDs.index(of: opening.id).map { openings[$0] == opening } ?? false
    guard
      let id = freshID(
        opening.id, "opening", feature, isSame: isSame, \.openingIDs, index: openings.count)
    else {
      return
    }
    openings.append(opening)
    openings[openings.count - 1].id = id
  }

  /// Features that don't say what they are: of the level given, the polygon around all others is
  /// the outline, the rest units.
  mutating func addUntyped(_ features: [VenueFeature]) {
    guard hint != nil else {
      for feature in features {
        find(
          .untypedFeature,
          "\(feature.place.text): has no feature_type and was left out; set it, or name the level")
      }
      return
    }
    for file in Dictionary(grouping: features, by: { ObjectIdentifier($0.place.source) })
      .values.sorted(by: { $0[0].place.source.name < $1[0].place.source.name })
    {
      let outline = OutlineChoice.index(of: file.map { $0.geometry?.polygons ?? [] })
      for (index, feature) in file.enumerated() {
        if index == outline {
          addLevel(
            hintKey, label: hint?.label, outline: shapes.polygons(of: feature, "outline"))
        } else {
          addUnit(feature)
        }
      }
    }
  }

  /// Makes one outline of those of levels that were merged.
  mutating func joinOutlines() {
    var shapes = shapes
    table.joinOutlines { shapes.union($0, of: $1) }
    self.shapes = shapes
  }

  /// Says which units and openings were in another building before: an id stands for one thing in a
  /// venue.
  mutating func compare(with existing: Venue) {
    let units = Dictionary(
      existing.units.map { ($0.id, $0.level.building) }, uniquingKeysWith: { first, _ in first })
    let openings = Dictionary(
      existing.openings.map { ($0.id, $0.level.building) }, uniquingKeysWith: { first, _ in first })
    let now =
      self.units.map { ("unit", $0.id, $0.level.building, units[$0.id]) }
      + self.openings.map { ("opening", $0.id, $0.level.building, openings[$0.id]) }
    for (what, id, building, before) in now {
      guard let before, before != building else { continue }
      find(
        .otherBuilding,
        "\(what) \"\(id)\" was in building \"\(before)\" and is in building \"\(building)\" now; give it"
          + " another id if both are there")
    }
  }

  /// Says which levels have taken the place of others under new names, which stay with what is on
  /// them.
  mutating func findDoubledLevels(in existing: Venue) {
    let (ids, keys) = (Set(levels.map(\.id)), Set(levels.map(\.key)))
    let left = existing.levels.filter { !ids.contains($0.id) && !keys.contains($0.key) }
    guard !left.isEmpty else { return }
    let known = Set(existing.levels.map(\.id))
    let places = Set(existing.levels.map(\.key))
    for level in levels where !known.contains(level.id) && !places.contains(level.key) {
      for old in left
      where old.key.ordinal == level.key.ordinal && old.outline.sharesGround(with: level.outline) {
        find(
          .levelDoubled,
          "level \"\(level.id)\" of building \"\(level.key.building)\" lies where the venue has level"
            + " \"\(old.id)\" of building \"\(old.key.building)\", on which its plans and walks stay; give"
            + " it that id and building in the source, or import into a new file")
      }
    }
  }

  /// Says which properties are no texts, and which had control characters in them, once of what is
  /// on several levels.
  mutating func findFaults(_ feature: VenueFeature) {
    let (unread, cleaned) = (feature.faults.unread, feature.faults.cleaned)
    if !unread.isEmpty {
      find(
        .unreadProperty,
        "\(feature.place.text): \(unread.joined(separator: ", ")) \(unread.count == 1 ? "is" : "are")"
          + " neither text nor number and \(unread.count == 1 ? "was" : "were") passed over; write a text"
      )
    }
    guard !cleaned.isEmpty else { return }
    let finding = VenueFinding(
      .unreadProperty,
      "\(feature.place.text): \(cleaned.joined(separator: ", "))"
        + " \(cleaned.count == 1 ? "has" : "have") line breaks, tabs or other control characters; the"
        + " first two became spaces, the others were left out; write it without them")
    if ownFindings.last != finding { ownFindings.append(finding) }
  }

  mutating func leaveOut(_ feature: VenueFeature, type: String) {
    find(.otherFeature, "\(feature.place.text): a venue doesn't keep features of type \"\(type)\"")
  }
}

extension VenueAssembly {
  private mutating func addLevel(
    _ key: LevelKey, label: String?, outline: [Polygon<Coordinate>]
  ) {
    table.add(key, id: nil, label: label, name: nil, outline: outline)
    buildingTable.add(key.building, name: nil)
  }

  /// The level that a unit or an opening is on, or `nil` after a finding.
  private mutating func level(of feature: VenueFeature, _ what: String) -> LevelKey? {
    guard let id = feature.levelID else {
      guard let hint else {
        let lack = feature.faults.unread.contains("level_id") ? " that can be read" : ""
        find(
          .missingLevel,
          "\(feature.place.text): \(what) \"\(feature.id ?? "")\" names no level\(lack) and was left"
            + " out; set its level_id, or name the level")
        return nil
      }
      if table.level(hintKey) == nil { addLevel(hintKey, label: hint.label, outline: []) }
      return hintKey
    }
    if let key = table.key(of: id) { return key }
    find(
      .danglingLevel,
      "\(feature.place.text): \(what) \"\(feature.id ?? "")\" is on level \"\(id)\", which isn't there,"
        + " and was left out; correct its level_id or add the level")
    return nil
  }

  /// The same at every import of the same file.
  private func madeID(_ key: LevelKey, _ what: String, _ feature: VenueFeature) -> String {
    "\(table.id(of: key))/\(what)\(feature.place.index)"
  }

  /// An id that no other has, or `nil` where the same feature is there already; a finding in both
  /// cases that it isn't the feature's own.
  private mutating func freshID(
    _ id: String, _ what: String, _ feature: VenueFeature, isSame: Bool,
    _ taken: WritableKeyPath<VenueAssembly, TakenIDs>, index: Int
  ) -> String? {
    guard !isSame else {
      find(
        .duplicateID, "\(feature.place.text): \(what) \"\(id)\" comes twice and was kept once")
      return nil
    }
    let fresh = self[keyPath: taken].take(id, index: index)
    if fresh != id {
      find(
        .duplicateID,
        "\(feature.place.text): another \(what) has the id \"\(id)\" too; this one is now"
          + " \"\(fresh)\"")
    }
    return fresh
  }
}
