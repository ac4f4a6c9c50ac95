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
}
