import IndoorModel

/// The buildings of an import, and what the venue knew of buildings before it.
struct BuildingTable {
  /// The buildings of the import, in the order they came; without a name those of which no source
  /// says one.
  private var said: [Building] = []
  private var indices: [String: Int] = [:]
  private let known: [String: Building]
  /// The buildings that a building has a level in common with.
  private var sharing: [String: Set<String>] = [:]
  /// The building that the import was told to be of.
  private let given: String?

  init(existing: [Building], given: String?) {
    known = Dictionary(existing.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.given = given
  }

  /// The building of what names none: the one given, else the import's only one, else the venue's,
  /// else the nameless one.
  var only: String {
    if let given { return given }
    if said.count == 1, let building = said.first { return building.id }
    let ids = Set(indices.keys).union(known.keys)
    return (ids.count == 1 ? ids.first : nil) ?? ""
  }

  /// The buildings of the import, in the order they came, those without a name with the one that
  /// the venue knew.
  var buildings: [Building] {
    said.map { Building(id: $0.id, name: $0.name ?? known[$0.id]?.name) }
  }

  /// Notes that a level is of several buildings.
  mutating func share(_ ids: [String]) {
    for id in ids { sharing[id, default: []].formUnion(ids) }
  }

  /// Whether two buildings have a level in common.
  func share(_ id: String, _ other: String) -> Bool { sharing[id]?.contains(other) ?? false }

  /// Whether the import or the venue has a building.
  func has(_ id: String) -> Bool { indices[id] != nil || known[id] != nil }

  /// Says which buildings levels name that aren't there, once each, though others came.
  func missing(of levels: [VenueFeature]) -> [VenueFinding] {
    guard !said.isEmpty else { return [] }
    var seen: Set<String> = []
    // Of several a level is in the first, and the others are told by themselves.
    return levels.flatMap { level in
      level.buildingIDs.prefix(1).filter {
        !has($0) && $0 != given && seen.insert($0).inserted
      }.map { building in
        VenueFinding(
          .danglingReference,
          "\(level.place.text): level \"\(level.id ?? level.name ?? "")\" is in the building"
            + " \"\(building)\", which isn't there, so that one of that id was made; correct its"
            + " building_id or add the building")
      }
    }
  }

  /// Says that levels name none of several buildings.
  func homeless(of levels: [VenueFeature]) -> VenueFinding? {
    let without = levels.filter(\.buildingIDs.isEmpty)
    guard let ids = several, let first = without.first else { return nil }
    let more = without.count > 1 ? " (and \(without.count - 1) more)" : ""
    return VenueFinding(
      .levelWithoutBuilding,
      "\(first.place.text): level \"\(first.id ?? first.name ?? "")\"\(more) names none of the \(ids.count)"
        + " buildings, and counts as of one without a name; give it the building_id of one, as"
        + " \"\(ids[0])\"")
  }

  /// The same of the level that was given for features that name none.
  func homeless(given level: LevelKey, _ features: [VenueFeature]) -> VenueFinding? {
    guard let ids = several, level.building.isEmpty, known[""] == nil,
      let first = features.first(where: { $0.ordinal == nil && $0.levelID == nil })
    else { return nil }
    return VenueFinding(
      .levelWithoutBuilding,
      "\(first.place.text): nothing says which of the \(ids.count) buildings level \(level.ordinal) is"
        + " in, which was given, and it counts as of one without a name; name the building, as"
        + " \"\(ids[0])\"")
  }

  /// The buildings' ids, where there are several and what names none is in none of them.
  private var several: [String]? {
    guard only.isEmpty else { return nil }
    let ids = Set(indices.keys).union(known.keys).filter { !$0.isEmpty }.sorted()
    return ids.count > 1 ? ids : nil
  }

  /// Adds a building, or its name to the one of that id.
  mutating func add(_ id: String, name: String?) {
    if let index = indices[id] {
      said[index].name = said[index].name ?? name
    } else {
      indices[id] = said.count
      said.append(Building(id: id, name: name))
    }
  }
}
