import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Puts features together to a venue: follows their references, mends their geometry, makes their ids unique.
struct VenueAssembly {
  private let building: String?
  private let hint: VenueImport.Level?
  private(set) var buildings: [Building] = []
  private(set) var levels: [Level] = []
  private(set) var units: [Unit] = []
  private(set) var openings: [Opening] = []
  private(set) var bounds = GeographicBounds()
  private(set) var findings: [VenueFinding] = []
  /// Why this can't be imported: its first level without an ordinal.
  private(set) var refusal: VenueError?
  /// The keys of levels by id, of this import and of the venue before it.
  private var keys: [String: LevelKey]
  /// Places in `levels`.
  private var levelIndices: [LevelKey: Int] = [:]
  private var unitIDs = TakenIDs()
  private var openingIDs = TakenIDs()
  private var buildingIndices: [String: Int] = [:]
  private let knownBuildings: [String: Building]
  private let knownLevels: [LevelKey: Level]
  private let knownLevelsByID: [String: Level]
  /// The level of what names none, settled when the levels are in.
  private var hintKey = LevelKey(ordinal: 0)

  init(existing: Venue?, building: String?, level: VenueImport.Level?) {
    self.building = building
    hint = level
    let levels = existing?.levels ?? []
    knownLevelsByID = Dictionary(
      levels.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    keys = knownLevelsByID.mapValues(\.key)
    knownLevels = Dictionary(levels.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    knownBuildings = Dictionary(
      (existing?.buildings ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var isEmpty: Bool { levels.isEmpty && units.isEmpty && openings.isEmpty }

  mutating func find(_ rule: VenueRule, _ message: String) {
    findings.append(VenueFinding(rule, message))
  }

  mutating func addBuildings(_ features: [VenueFeature]) {
    for feature in features { addBuilding(feature.id ?? "", name: feature.name) }
  }

  mutating func addLevels(_ features: [VenueFeature]) {
    let only = onlyBuilding
    defer { hintKey = LevelKey(building: onlyBuilding, ordinal: hint?.ordinal ?? 0) }
    for feature in features {
      let ordinal = feature.ordinal ?? (features.count == 1 ? hint?.ordinal : nil)
      guard let ordinal else {
        let error = VenueError.noOrdinal(
          feature.place.text, level: feature.id ?? feature.name ?? "")
        find(.noOrdinal, error.message)
        refusal = refusal ?? error
        continue
      }
      let key = LevelKey(building: feature.buildingID ?? only, ordinal: ordinal)
      let label = feature.label ?? (ordinal == hint?.ordinal ? hint?.label : nil)
      let outline = mended(feature.geometry?.polygons ?? [], "level", feature)
      if let id = feature.id, let other = keys[id], other != key, levelIndices[other] != nil {
        find(
          .duplicateID,
          "\(feature.place.text): another level has the id \"\(id)\" too; this one got another")
        addLevel(key, id: nil, label: label, name: feature.name, outline: outline)
        continue
      }
      if let index = levelIndices[key] {
        find(
          .sameOrdinal,
          "\(feature.place.text): level \"\(feature.id ?? "")\" has the ordinal \(ordinal) of level"
            + " \"\(levels[index].id)\" in its building and was merged with it")
      }
      addLevel(key, id: feature.id, label: label, name: feature.name, outline: outline)
    }
  }

  mutating func addUnit(_ feature: VenueFeature) {
    guard let key = level(of: feature, "unit") else { return }
    let geometry = mended(feature.geometry?.polygons ?? [], "unit", feature)
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
    let lines = feature.geometry?.lines ?? []
    guard let line = lines.first(where: { Set($0).count >= 2 }) else {
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
    for coordinate in line { bounds.extend(to: coordinate) }
    openings.append(opening)
    openings[openings.count - 1].id = id
  }

  /// Features that don't say what they are: of the level given, the polygon around all others is the outline, the rest units.
  mutating func addUntyped(_ features: [VenueFeature]) {
    guard hint != nil else {
      for feature in features {
        find(
          .untypedFeature,
          "\(feature.place.text): has no feature_type and was left out; set it, or give --level")
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
            hintKey, id: nil, label: hint?.label, name: nil,
            outline: mended(feature.geometry?.polygons ?? [], "outline", feature))
        } else {
          addUnit(feature)
        }
      }
    }
  }

  mutating func leaveOut(_ feature: VenueFeature, type: String) {
    find(.otherFeature, "\(feature.place.text): a venue doesn't keep features of type \"\(type)\"")
  }
}

extension VenueAssembly {
  /// The building of what names none: the one given, else the only one there is, else the nameless one.
  private var onlyBuilding: String {
    if let building { return building }
    let known = Set(buildings.map(\.id)).union(knownBuildings.keys)
    return (known.count == 1 ? known.first : nil) ?? ""
  }

  private mutating func addBuilding(_ id: String, name: String?) {
    if let index = buildingIndices[id] {
      buildings[index].name = buildings[index].name ?? name
    } else {
      buildingIndices[id] = buildings.count
      buildings.append(Building(id: id, name: name ?? knownBuildings[id]?.name))
    }
  }

  private mutating func addLevel(
    _ key: LevelKey, id: String?, label: String?, name: String?, outline: [Polygon<Coordinate>]
  ) {
    if let id { keys[id] = key }
    if let index = levelIndices[key] {
      levels[index].outline += outline
      return
    }
    // What the venue knows of the level stays, where this import doesn't say otherwise.
    let sameID = id.flatMap { knownLevelsByID[$0] }
    let known = sameID ?? knownLevels[key]
    let made = key.building.isEmpty ? "level\(key.ordinal)" : "\(key.building)/level\(key.ordinal)"
    let level = Level(
      id: known?.id ?? id ?? made, key: key, label: label ?? known?.label ?? String(key.ordinal),
      name: name ?? known?.name, outline: outline.isEmpty ? known?.outline ?? [] : outline)
    keys[level.id] = key
    levelIndices[key] = levels.count
    levels.append(level)
    addBuilding(key.building, name: nil)
  }

  /// The level that a unit or an opening is on, or `nil` after a finding.
  private mutating func level(of feature: VenueFeature, _ what: String) -> LevelKey? {
    guard let id = feature.levelID else {
      guard let hint else {
        find(
          .missingLevel,
          "\(feature.place.text): \(what) \"\(feature.id ?? "")\" names no level and was left out; set"
            + " its level_id, or give --level")
        return nil
      }
      if levelIndices[hintKey] == nil {
        addLevel(hintKey, id: nil, label: hint.label, name: nil, outline: [])
      }
      return hintKey
    }
    if let key = keys[id] { return key }
    find(
      .danglingLevel,
      "\(feature.place.text): \(what) \"\(feature.id ?? "")\" is on level \"\(id)\", which isn't there,"
        + " and was left out; correct its level_id or add the level")
    return nil
  }

  /// The same at every import of the same file.
  private func madeID(_ key: LevelKey, _ what: String, _ feature: VenueFeature) -> String {
    let level = levelIndices[key].map { levels[$0].id } ?? knownLevels[key]?.id ?? ""
    return "\(level)/\(what)\(feature.place.index)"
  }

  /// An id that no other has, or `nil` where the same feature is there already; a finding in both cases that it isn't the
  /// feature's own.
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

  /// Valid polygons, with a finding for each that had to be repaired.
  private mutating func mended(
    _ polygons: [Polygon<Coordinate>], _ what: String, _ feature: VenueFeature
  ) -> [Polygon<Coordinate>] {
    var valid: [Polygon<Coordinate>] = []
    for polygon in polygons {
      guard let problem = polygon.problem else {
        valid.append(polygon)
        continue
      }
      let parts = polygon.repaired
      find(
        .invalidPolygon,
        "\(feature.place.text): \(what) \"\(feature.id ?? "")\" has an invalid polygon"
          + " (\(problem.text)); repaired to \(parts.count) valid ones")
      valid += parts
    }
    for polygon in valid {
      for coordinate in polygon.exterior { bounds.extend(to: coordinate) }
    }
    return valid
  }
}

/// The ids that are taken, and by what.
struct TakenIDs {
  private var indices: [String: Int] = [:]
  private var copies: [String: Int] = [:]

  /// The place of the feature that has the id.
  func index(of id: String) -> Int? { indices[id] }

  /// Takes the id, or `id~2`, `id~3` and so on where it is taken.
  mutating func take(_ id: String, index: Int) -> String {
    var fresh = id
    while indices[fresh] != nil {
      copies[id, default: 1] += 1
      fresh = "\(id)~\(copies[id, default: 1])"
    }
    indices[fresh] = index
    return fresh
  }
}
