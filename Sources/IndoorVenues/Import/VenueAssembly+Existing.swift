import IndoorGeometry
import IndoorModel

extension VenueAssembly {
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
    let drawn = Self.grounds(of: left, existing.units)
    let now = Self.grounds(of: levels, units)
    let byOrdinal = Dictionary(grouping: left, by: \.key.ordinal)
    let trees = byOrdinal.mapValues { OutlineTree($0.map { drawn[$0.key] ?? [] }) }
    for level in levels where !known.contains(level.id) && !places.contains(level.key) {
      let others = byOrdinal[level.key.ordinal] ?? []
      let doubled = trees[level.key.ordinal]?.sharingGround(with: now[level.key] ?? []) ?? []
      for old in doubled.map({ others[$0] }) {
        find(
          .levelDoubled,
          "level \"\(level.id)\" of building \"\(level.key.building)\" lies where the venue has level"
            + " \"\(old.id)\" of building \"\(old.key.building)\", on which any plans and walks stay; give"
            + " it that id and building in the source, or import into a new file")
      }
      // Of walks alone, whose headers named no building.
      for old in others where old.key.building.isEmpty && drawn[old.key]?.isEmpty != false {
        find(
          .levelDoubled,
          "level \"\(level.id)\" of building \"\(level.key.building)\" has the ordinal of the venue's"
            + " level \"\(old.id)\", which is in no building and has nothing drawn, and on which its plans"
            + " and walks stay; import into a new file and then them again")
      }
    }
  }

  /// What is drawn of levels: their outlines, or else their units.
  private static func grounds(
    of levels: [Level], _ units: [Unit]
  ) -> [LevelKey: [Polygon<Coordinate>]] {
    let bare = Set(levels.filter(\.outline.isEmpty).map(\.key))
    var grounds = Dictionary(levels.map { ($0.key, $0.outline) }) { first, _ in first }
    for unit in units where bare.contains(unit.level) {
      grounds[unit.level, default: []] += unit.geometry
    }
    return grounds
  }

  /// Says which units and openings were on another level of their building before, as where ids
  /// begin anew in each file, and which level has no units left for it.
  mutating func findMoved(in existing: Venue, by features: [VenueFeature]) {
    // A level may have got another ordinal: what is on it goes along.
    let keys = Dictionary(levels.map { ($0.id, $0.key) }) { first, _ in first }
    let renumbered = Dictionary(existing.levels.map { ($0.key, keys[$0.id] ?? $0.key) }) {
      first, _ in first
    }
    func moved<Feature>(
      _ what: String, _ before: [Feature], _ now: [String: LevelKey], id: KeyPath<Feature, String>,
      level: KeyPath<Feature, LevelKey>
    ) -> [(what: String, id: String, from: LevelKey, to: LevelKey)] {
      before.compactMap { feature in
        let from = renumbered[feature[keyPath: level]] ?? feature[keyPath: level]
        guard let to = now[feature[keyPath: id]], to != from, to.building == from.building else {
          return nil
        }
        return (what, feature[keyPath: id], from, to)
      }
    }
    let units = Dictionary(self.units.map { ($0.id, $0.level) }) { first, _ in first }
    let openings = Dictionary(self.openings.map { ($0.id, $0.level) }) { first, _ in first }
    let movedUnits = moved("unit", existing.units, units, id: \.id, level: \.level)
    let all =
      movedUnits + moved("opening", existing.openings, openings, id: \.id, level: \.level)
    guard let first = all.first else { return }
    let staying = existing.units.filter { units[$0.id] == nil }
      .map { renumbered[$0.level] ?? $0.level }
    let left = Set(movedUnits.map(\.from)).subtracting(units.values).subtracting(staying).sorted()
    let place = features.first {
      $0.id == first.id && [.unit, .opening, .untyped].contains($0.kind)
    }?.place.text
    let others = all.count - 1
    let more = others > 0 ? ", as \(others > 1 ? "are \(others) others" : "is 1 other")" : ""
    let ids = left.map { "\"\(table.id(of: $0))\"" }.joined(separator: ", ")
    find(
      .unitMoved,
      "\(place.map { "\($0): " } ?? "")\(first.what) \"\(first.id)\" was on level"
        + " \"\(table.id(of: first.from))\" and is on level \"\(table.id(of: first.to))\" now\(more)"
        + (left.isEmpty ? "" : ", and no unit is left on level \(ids)")
        + "; give new ones ids that no other file has")
  }
}
