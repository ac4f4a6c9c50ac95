import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Puts features together to a venue: follows their references, mends their geometry, makes their
/// ids unique.
struct VenueAssembly {
  private var hint: GivenLevel
  private var buildingTable: BuildingTable
  private(set) var units: [Unit] = []
  private(set) var openings: [Opening] = []
  private var shapes = FeatureShapes()
  private var ownFindings: [VenueFinding] = []
  /// Why this can't be imported: its first level without an ordinal.
  private(set) var refusal: VenueError?
  private(set) var table: LevelTable
  /// What was left out.
  private(set) var unread = UnreadFeatures()
  /// How ids are spelled.
  let spelling: IDSpelling
  private(set) var unitIDs = TakenIDs()
  private(set) var openingIDs = TakenIDs()

  init(
    existing: Venue?, building: String?, level: VenueImport.Level?, spelling: IDSpelling
  ) {
    self.spelling = spelling
    buildingTable = BuildingTable(
      existing: existing?.buildings ?? [], given: building.map(spelling.building))
    hint = GivenLevel(level: level)
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
    ownFindings += buildingTable.missing(of: features)
    ownFindings += [buildingTable.homeless(of: features)].compactMap(\.self)
    defer {
      hint.key = LevelKey(building: buildingTable.only, ordinal: hint.level?.ordinal ?? 0)
      table.keepIDs()
    }
    for feature in Self.buildingsFirst(features) {
      let ordinal = feature.ordinal ?? (features.count == 1 ? hint.level?.ordinal : nil)
      guard let ordinal else {
        let error = VenueError.noOrdinal(
          feature.place.text, level: feature.id ?? feature.name ?? "")
        find(.noOrdinal, error.message)
        refusal = refusal ?? error
        continue
      }
      if let building = feature.buildingIDs.first, feature.buildingIDs.count > 1 {
        buildingTable.share(feature.buildingIDs)
        let others = feature.buildingIDs.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
        find(
          .severalBuildings,
          "\(feature.place.text): level \(feature.called) is in the building \(others), too, and"
            + " counts as a level of \"\(building)\" alone; give each building a level of its own")
      }
      let key = LevelKey(building: feature.buildingIDs.first ?? only, ordinal: ordinal)
      let outline = shapes.polygons(of: feature, "level")
      if let geometry = feature.geometry, geometry.polygons.isEmpty {
        find(
          .levelWithoutOutline,
          "\(feature.place.text): level \(feature.called) has no area, and gets no outline by it; draw it "
            + "as a polygon")
      }
      let added = table.add(
        key, id: feature.id, label: feature.label, given: given(key),
        number: feature.osmLevel.map(OSMLevels.digits), name: feature.name, outline: outline)
      buildingTable.add(key.building, name: nil)
      let other = feature.id.flatMap(table.place)
      if let id = feature.id { table.note(id, at: feature.place, as: key) }
      if added.isIDTaken {
        find(
          .duplicateID,
          "\(feature.place.text): another level\(Self.clause(other)) has the id"
            + " \(feature.called) too; this one got another")
      }
      if let merged = added.merged {
        find(
          .sameOrdinal,
          feature.id == merged
            ? "\(feature.place.text): level \"\(merged)\" comes twice\(Self.clause(other)) and was made one"
            : "\(feature.place.text): level \(feature.called)"
              + (feature.buildingIDs.isEmpty && !key.building.isEmpty
                ? ", which names no building, has the ordinal \(ordinal) of level \"\(merged)\""
                : " has the ordinal \(ordinal) of level \"\(merged)\" in its building")
              + " and was merged with it")
      }
    }
  }

  /// A file's levels, those of buildings before those of none, as IMDF's grounds around them are:
  /// where one has another's ordinal, the building's is what the lift's button says.
  private static func buildingsFirst(_ features: [VenueFeature]) -> [VenueFeature] {
    var files: [ObjectIdentifier: Int] = [:]
    for feature in features {
      let file = ObjectIdentifier(feature.place.source)
      files[file] = files[file] ?? files.count
    }
    func rank(_ feature: VenueFeature) -> Int {
      2 * (files[ObjectIdentifier(feature.place.source)] ?? 0)
        + (feature.buildingIDs.isEmpty ? 1 : 0)
    }
    return Dictionary(grouping: features, by: rank).sorted { $0.key < $1.key }.flatMap(\.value)
  }

  mutating func addUnit(_ feature: VenueFeature) {
    guard let key = level(of: feature, "unit") else { return unread.note(feature) }
    let geometry = shapes.polygons(of: feature, "unit")
    guard !geometry.isEmpty else {
      unread.note(feature, on: key)
      let what = feature.geometry?.polygons.isEmpty == false ? " that can be used" : ""
      return find(
        .noPolygon,
        feature.kind == .untyped && !(feature.geometry?.lines ?? []).isEmpty
          ? "\(feature.place.text): \(feature.called) has no feature_type and is a line, of which no unit"
            + " is made; set its feature_type to opening if it is a door"
          : "\(feature.place.text): unit \(feature.called) has no area\(what) and was left out")
    }
    let unit = Unit(
      id: feature.id ?? madeID(key, "unit", feature), level: key, category: feature.category,
      name: feature.name, geometry: geometry)
    let isSame = unitIDs.index(of: unit.id).map { units[$0] == unit } ?? false
    guard let id = freshID(unit.id, "unit", feature, isSame: isSame, \.unitIDs, index: units.count)
    else {
      return
    }
    if feature.id == nil { unitIDs.made[units.count] = feature.place.index }
    units.append(unit)
    units[units.count - 1].id = id
  }

  mutating func addOpening(_ feature: VenueFeature) {
    guard let key = level(of: feature, "opening") else { return unread.note(feature) }
    guard let line = shapes.line(of: feature, "opening") else {
      unread.note(feature, on: key)
      // OpenStreetMap's doors are points on walls.
      let isBesideWalls = feature.osmLevel != nil && feature.geometry?.points.isEmpty == false
      let fault =
        isBesideWalls
        ? "is on no wall of level \(key.ordinal) in its file and was left out; make it a node of a room"
          + " there, give the .osm itself where the rooms are in another file, or correct its level"
        : "has no line and was left out"
      return find(
        .noLine, "\(feature.place.text): opening \(feature.called) \(fault)")
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
    if feature.id == nil { openingIDs.made[openings.count] = feature.place.index }
    openings.append(opening)
    openings[openings.count - 1].id = id
  }

  /// Features that don't say what they are: of the level given, the polygon around all others is
  /// the outline, unless it has a room's category, or is alone and the level has one over four
  /// times as large; the rest are units.
  mutating func addUntyped(_ features: [VenueFeature]) {
    let isGiven = hint.level != nil
    for feature in features where !isGiven || feature.faults.almostType != nil {
      unread.note(feature)
      let almost = feature.faults.almostType
      find(
        .untypedFeature,
        "\(feature.place.text): has no feature_type and was left out; "
          + (almost.map { "rename its \($0) to feature_type" } ?? "set it, or name the level"))
    }
    let features = features.filter { isGiven && $0.faults.almostType == nil }
    ownFindings += [buildingTable.homeless(given: hint.key, features)].compactMap(\.self)
    var groups: [(key: LevelKey, features: [VenueFeature], outline: Int?)] = []
    for file in Dictionary(grouping: features, by: { ObjectIdentifier($0.place.source) })
      .values.sorted(by: { $0[0].place.source.name < $1[0].place.source.name })
    {
      let levels = Dictionary(grouping: file) { keyWithoutID(of: $0) ?? hint.key }
      for (key, features) in levels.sorted(by: { $0.key < $1.key }) {
        groups.append((key, features, OutlineChoice.index(of: features)))
      }
    }
    // A room or a lift alone in its file isn't the outline of a level that has one.
    let before = Set(groups.map(\.key)).reduce(into: [:]) { areas, key in
      areas[key] = OutlineChoice.area(of: table.outline(of: key))
    }
    var largest = before
    for case (let key, let features, let outline?) in groups {
      largest[key] = max(largest[key] ?? 0, OutlineChoice.area(of: features[outline].areas))
    }
    for (key, features, outline) in groups {
      var outline = outline
      if let index = outline, features.count == 1 {
        let area = OutlineChoice.area(of: features[index].areas)
        if area < (largest[key] ?? 0) * OutlineChoice.least { outline = nil }
        if area < (before[key] ?? 0) * OutlineChoice.least {
          find(
            .untypedFeature,
            "\(features[index].place.text): \(features[index].called) is alone in its file and under a quarter of"
              + " its level's outline, and was taken for a unit; set its feature_type to level if it is the"
              + " outline")
        }
      }
      if outline == nil, table.outline(of: key).isEmpty,
        let almost = OutlineChoice.almost(of: features)
      {
        let feature = features[almost]
        find(
          .untypedFeature,
          "\(feature.place.text): \(feature.called) is around most others, of which some stand out of it,"
            + " and was taken for a unit; set its feature_type to level if it is the outline")
      }
      for (index, feature) in features.enumerated() {
        if index == outline {
          tellOtherLevel(of: feature, key)
          addLevel(key, outline: shapes.polygons(of: feature, "outline"))
        } else {
          addUnit(feature)
        }
      }
    }
    ownFindings += hint.findings
  }

  /// Gives what has no ids, and lies where the venue has something whose id was made, that id.
  mutating func keepMadeIDs(of existing: Venue) {
    let ids = Dictionary(existing.levels.map { ($0.key, $0.id) }) { first, _ in first }
    let frame = existing.frame
    func unit(_ unit: Unit, on level: String) -> MadeFeature {
      MadeFeature(
        id: unit.id, level: level, what: .unit, name: unit.name,
        points: unit.geometry.flatMap(\.rings).flatMap(\.self), frame: frame)
    }
    func opening(_ opening: Opening, on level: String) -> MadeFeature {
      MadeFeature(
        id: opening.id, level: level, what: .opening, name: opening.name, points: opening.line,
        frame: frame)
    }
    let count = units.count
    let openings = openingIDs.made.map { ($0 + count, $1) }
    let made = MadeIDs(
      units.map { unit($0, on: table.id(of: $0.level)) }
        + self.openings.map { opening($0, on: table.id(of: $0.level)) },
      made: unitIDs.made.merging(openings) { first, _ in first },
      before: existing.units.map { unit($0, on: ids[$0.level] ?? "") }
        + existing.openings.map { opening($0, on: ids[$0.level] ?? "") })
    for (index, id) in made.settled {
      if index < count { units[index].id = id } else { self.openings[index - count].id = id }
    }
    unitIDs.followed = made.followed.filter { $0 < count }
    openingIDs.followed = Set(made.followed.filter { $0 >= count }.map { $0 - count })
  }

  /// Makes one outline of those of levels that were merged.
  mutating func joinOutlines() {
    var shapes = shapes
    table.joinOutlines { shapes.union($0, of: $1) }
    self.shapes = shapes
  }

  /// Says which properties are no texts, and which had control characters in them, once of what is
  /// on several levels.
  mutating func findFaults(_ feature: VenueFeature) {
    let (unread, cleaned) = (feature.faults.unread, feature.faults.cleaned)
    guard !(unread.isEmpty && cleaned.isEmpty) else { return }
    let owner =
      feature.faults.owner.map { "\"\($0)\"" } ?? "feature \(feature.place.index + 1)"
    if !unread.isEmpty {
      find(
        .unreadProperty,
        "\(feature.place.text): \(unread.joined(separator: ", ")) of \(owner) \(unread.count == 1 ? "is" : "are")"
          + " neither text nor number and \(unread.count == 1 ? "was" : "were") passed over; write a text"
      )
    }
    guard !cleaned.isEmpty else { return }
    let finding = VenueFinding(
      .unreadProperty,
      "\(feature.place.text): \(cleaned.joined(separator: ", ")) of \(owner)"
        + " \(cleaned.count == 1 ? "has" : "have") line breaks, tabs or other control characters; the"
        + " first two became spaces, the others were left out; write it without them")
    if ownFindings.last != finding { ownFindings.append(finding) }
  }

  mutating func leaveOut(_ feature: VenueFeature, type: String) {
    // A word that is no type may be a slip of the pen in one.
    if IMDFSchema.all[type.lowercased()] == nil { unread.note(feature) }
    find(.otherFeature, "\(feature.place.text): a venue doesn't keep features of type \"\(type)\"")
  }
}

extension VenueAssembly {
  private mutating func addLevel(_ key: LevelKey, outline: [Polygon<Coordinate>]) {
    table.add(key, id: nil, label: nil, given: given(key), name: nil, outline: outline)
    buildingTable.add(key.building, name: nil)
  }

  /// The label that the import was told for a level.
  private func given(_ key: LevelKey) -> String? {
    key.ordinal == hint.level?.ordinal ? hint.level?.label : nil
  }

  /// The level of what names none by its id: that of its own ordinal, else the one given.
  private func keyWithoutID(of feature: VenueFeature) -> LevelKey? {
    guard let ordinal = feature.ordinal else { return hint.level == nil ? nil : hint.key }
    return LevelKey(building: feature.buildingIDs.first ?? building, ordinal: ordinal)
  }

  /// Says where a feature is on the level that was given and has another one's number.
  private mutating func tellOtherLevel(of feature: VenueFeature, _ key: LevelKey) {
    guard feature.ordinal == nil else { return }
    hint.said.note(feature, on: key)
    guard let other = feature.faults.level, other.ordinal != key.ordinal else { return }
    find(
      .otherLevel,
      "\(feature.place.text): has the property \(other.name) \(other.ordinal) and is on level"
        + " \(key.ordinal), which was given; if it means the level's ordinal, call it ordinal")
  }

  /// The level that a unit or an opening is on, or `nil` after a finding.
  private mutating func level(of feature: VenueFeature, _ what: String) -> LevelKey? {
    guard let id = feature.levelID else {
      guard let key = keyWithoutID(of: feature) else {
        let lack = feature.faults.unread.contains("level_id") ? " that can be read" : ""
        find(
          .missingLevel,
          "\(feature.place.text): \(what) \(feature.called) names no level\(lack) and was left"
            + " out; set its level_id, or name the level")
        return nil
      }
      tellOtherLevel(of: feature, key)
      if feature.ordinal == nil, what == "unit" { hint.rooms.note(feature) }
      if table.level(key) == nil { addLevel(key, outline: []) }
      return key
    }
    let file = ObjectIdentifier(feature.place.source)
    if let key = table.key(of: id, in: file, building: feature.buildingIDs.first) {
      if let ordinal = feature.ordinal, ordinal != key.ordinal, feature.osmLevel == nil {
        find(
          .otherLevel,
          "\(feature.place.text): \(what) \(feature.called) has the ordinal \(ordinal) and is on level"
            + " \"\(id)\" of ordinal \(key.ordinal), which counts; correct one of them")
      }
      if let building = feature.buildingIDs.first, building != key.building,
        buildingTable.has(building), !buildingTable.share(building, key.building)
      {
        let its = key.building.isEmpty ? "no building" : "the building \"\(key.building)\""
        find(
          .otherLevel,
          "\(feature.place.text): \(what) \(feature.called) has the building_id \"\(building)\" and is on"
            + " level \"\(id)\" of \(its), which counts; correct one of them")
      }
      return key
    }
    find(
      .danglingLevel,
      "\(feature.place.text): \(what) \(feature.called) is on level \"\(id)\", which isn't there,"
        + " and was left out; \(remedy(ofLevel: id))")
    return nil
  }

  /// What to write for an id that no level has; where levels are many they aren't gone through for
  /// each feature.
  private func remedy(ofLevel id: String) -> String {
    guard table.levels.count <= 64 else { return "correct its level_id or add the level" }
    let isBraced = id.hasPrefix("{") && id.hasSuffix("}")
    let bare = isBraced ? String(id.dropFirst().dropLast()) : "{\(id)}"
    if table.levels.contains(where: { $0.id == bare }) {
      return "write its level_id with\(isBraced ? "out" : "") braces, as the level's id"
    }
    return table.levels.contains { $0.label == id || $0.name == id }
      ? "that is what a level is called; write the level's id"
      : "correct its level_id or add the level"
  }

  /// The same at every import of the same file.
  private func madeID(_ key: LevelKey, _ what: String, _ feature: VenueFeature) -> String {
    "\(table.id(of: key))/\(what)\(feature.place.index)"
  }

  /// Where the other one of an id is.
  private static func clause(_ other: VenuePlace?) -> String {
    other.map { ", at \($0.text)," } ?? ""
  }

  /// An id that no other has, or `nil` where the same feature is there already; a finding in both
  /// cases that it isn't the feature's own.
  private mutating func freshID(
    _ id: String, _ what: String, _ feature: VenueFeature, isSame: Bool,
    _ taken: WritableKeyPath<VenueAssembly, TakenIDs>, index: Int
  ) -> String? {
    let other = Self.clause(self[keyPath: taken].place(of: id))
    guard !isSame else {
      find(
        .duplicateID,
        "\(feature.place.text): \(what) \"\(id)\" comes twice\(other) and was kept once")
      return nil
    }
    let fresh = self[keyPath: taken].take(id, index: index, at: feature.place)
    if fresh != id {
      find(
        .duplicateID,
        "\(feature.place.text): another \(what)\(other) has the id \"\(id)\" too; this one is now"
          + " \"\(fresh)\"")
    }
    return fresh
  }
}
