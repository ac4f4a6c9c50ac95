import IndoorModel

/// One spelling for each id: that of the venue, or else the first of the sources.
///
/// A venue file tells rows apart by bytes. What a person reads as one id is one all the same, in
/// whatever normal form of Unicode it comes, and UUIDs are the same in capitals and small letters.
struct IDSpelling {
  private var buildings = Spellings()
  private var levels = Spellings()
  private var units = Spellings()
  private var openings = Spellings()

  init(_ features: [VenueFeature], existing: Venue?) {
    for building in existing?.buildings ?? [] { buildings.note(building.id) }
    for level in existing?.levels ?? [] {
      levels.note(level.id)
      buildings.note(level.key.building)
    }
    for unit in existing?.units ?? [] { units.note(unit.id) }
    for opening in existing?.openings ?? [] { openings.note(opening.id) }
    for feature in features {
      guard let id = feature.id else { continue }
      switch feature.kind {
      case .building: buildings.note(id)
      case .level: levels.note(id)
      case .unit: units.note(id)
      case .opening: openings.note(id)
      default: break
      }
    }
  }

  /// A feature with its own id and those that it refers to so spelled.
  func spelled(_ feature: VenueFeature) -> VenueFeature {
    var feature = feature
    switch feature.kind {
    case .building: feature.id = feature.id.map(buildings.spelled)
    case .level: feature.id = feature.id.map(levels.spelled)
    case .unit: feature.id = feature.id.map(units.spelled)
    case .opening: feature.id = feature.id.map(openings.spelled)
    default: break
    }
    feature.levelID = feature.levelID.map(levels.spelled)
    var seen: Set<String> = []
    feature.buildingIDs = feature.buildingIDs.map(buildings.spelled).filter {
      seen.insert($0).inserted
    }
    return feature
  }

  /// A building's id.
  func building(_ id: String) -> String { buildings.spelled(id) }

  /// The id of a feature of one of IMDF's types.
  func id(_ id: String, type: String) -> String {
    switch type {
    case "building": buildings.spelled(id)
    case "level": levels.spelled(id)
    case "unit": units.spelled(id)
    case "opening": openings.spelled(id)
    default: id
    }
  }
}

/// The spellings of ids of one kind.
private struct Spellings {
  private var first: [String: String] = [:]

  mutating func note(_ id: String) {
    guard Self.hasSeveral(id) else { return }
    let key = id.comparedID
    if first[key] == nil { first[key] = id }
  }

  func spelled(_ id: String) -> String {
    Self.hasSeveral(id) ? first[id.comparedID] ?? id : id
  }

  private static func hasSeveral(_ id: String) -> Bool {
    id.isUUID || id.utf8.contains { $0 >= 0x80 }
  }
}
