import IndoorJSON
import IndoorModel

/// What somebody has changed in a venue file since an archive was imported into it, as in QGIS.
///
/// A property of a kept feature is written as it came where the venue says what an import reads of
/// it, else as the venue says it.
struct IMDFEdits {
  /// Names of properties by type and the venue's id.
  private var changed: [String: [String: Set<String>]] = [:]

  init(_ venue: Venue, levels: [Level], kept: KeptFeatures) {
    let keys = Dictionary(
      levels.map { ($0.id.comparedID, $0.key) }, uniquingKeysWith: { first, _ in first })
    // A level may have another ordinal or building by now, and what is on it with it.
    func isElsewhere(_ said: VenueProperties, _ level: LevelKey) -> Bool {
      let id = said.levelID?.comparedID
      return id.flatMap { keys[kept.levelIDs[$0] ?? $0] } != level
    }
    let isOneBuilding = venue.buildings.count < 2
    compare("venue", venue.id, kept) { said in
      // Without a name it is called by its id.
      let name = said.name ?? (venue.name.comparedID == venue.id.comparedID ? venue.name : nil)
      return [("name", name != venue.name)]
    }
    for building in venue.buildings {
      compare("building", building.id, kept) { [("name", $0.name != building.name)] }
    }
    for level in levels {
      compare("level", level.id, kept) { said in
        let (building, ordinal) = (level.key.building, level.key.ordinal)
        // One that names no building is in the only one; without a label the ordinal is its.
        let isMoved =
          said.buildingIDs.first.map { $0.comparedID != building.comparedID }
          ?? (!building.isEmpty && !isOneBuilding)
        return [
          ("ordinal", said.ordinal != ordinal), ("building_ids", isMoved),
          ("name", said.name != level.name),
          ("short_name", (said.label ?? String(said.ordinal ?? ordinal)) != level.label),
        ]
      }
    }
    for unit in venue.units {
      compare("unit", unit.id, kept) {
        [
          ("name", $0.name != unit.name), ("category", $0.category != unit.category),
          ("level_id", isElsewhere($0, unit.level)),
        ]
      }
    }
    for opening in venue.openings {
      compare("opening", opening.id, kept) {
        [
          ("name", $0.name != opening.name), ("category", $0.category != opening.category),
          ("level_id", isElsewhere($0, opening.level)),
        ]
      }
    }
  }

  private mutating func compare(
    _ type: String, _ id: String, _ kept: KeptFeatures,
    _ changes: (VenueProperties) -> [(name: String, isChanged: Bool)]
  ) {
    let all = kept.said(type, id).map { Set(changes($0).filter(\.isChanged).map(\.name)) }
    guard let first = all.first else { return }
    let names = all.dropFirst().reduce(first) { $0.intersection($1) }
    if !names.isEmpty { changed[type, default: [:]][id] = names }
  }

  /// The names of the properties of what the venue knows by an id that are written as it says them.
  func names(_ type: String, _ id: String) -> Set<String> { changed[type]?[id] ?? [] }
}

extension JSONOutput {
  /// A feature with some of its properties set, each in its place, new ones behind the others.
  func setting(_ properties: [(String, JSONOutput)]) -> JSONOutput {
    guard case .object(let members) = self, case .object(let old)? = self["properties"] else {
      return self
    }
    let new = Dictionary(properties, uniquingKeysWith: { $1 })
    let known = Set(old.map(\.0))
    let all = old.map { ($0.0, new[$0.0] ?? $0.1) } + properties.filter { !known.contains($0.0) }
    return .object(members.map { $0.0 == "properties" ? ($0.0, .object(all)) : $0 })
  }
}
