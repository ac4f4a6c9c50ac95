import IndoorGeometry
import IndoorModel

extension VenueAssembly {
  /// Metres beyond which nothing that stays where it is gets drawn better, and those of rooms that
  /// have nothing of their place in common.
  private static let far = 50.0, farApart = 20.0
  /// Features from which on all of them say more than that one was moved.
  private static let least = 2
  /// Features without ids that are compared with all of the import.
  private static let mostCompared = 300
  /// Metres that a door moves at most when its wall is drawn better.
  static let farForDoors = 5.0
  /// Metres that the boxes around two rooms beside each other may have in common.
  static let wall = 0.1

  /// Says where all that the venue has of the sources' ids was elsewhere before: another building
  /// may count its rooms from 1 as well.
  mutating func findVenueMoved(from existing: Venue, _ names: [String]) {
    let frame = existing.frame
    func box(_ shape: [Coordinate]) -> BoundingBox<LocalPoint>? {
      BoundingBox(shape.map { frame.local(from: $0) })
    }
    func ways<Feature>(
      _ before: [Feature], _ now: [Feature], _ id: KeyPath<Feature, String>,
      _ shape: (Feature) -> [Coordinate]
    ) -> [(id: String, metres: Double, isApart: Bool)] {
      let now = Dictionary(now.map { ($0[keyPath: id], $0) }) { first, _ in first }
      return before.compactMap { feature in
        guard let other = now[feature[keyPath: id]], let from = box(shape(feature)),
          let to = box(shape(other))
        else { return nil }
        let metres = from.centre.distance(to: to.centre)
        return (feature[keyPath: id], metres, !from.sharesGround(with: to))
      }
    }
    let levels = ways(existing.levels, levels, \.id) { $0.outline.flatMap(\.exterior) }
    let units = ways(existing.units, units, \.id) { $0.geometry.flatMap(\.exterior) }
    let openings = ways(existing.openings, openings, \.id, \.line)
    let inside = units + openings
    func isFar(_ way: (id: String, metres: Double, isApart: Bool)) -> Bool {
      way.metres > (way.isApart ? Self.farApart : Self.far)
    }
    let isAll = inside.allSatisfy(isFar)
    // Of a part, what has ids of its own and nothing of its place in common.
    let made = Set(
      unitIDs.made.keys.map { self.units[$0].id }
        + openingIDs.made.keys.map { self.openings[$0].id })
    let far =
      isAll
      ? inside : inside.filter { $0.metres > Self.far && $0.isApart && !made.contains($0.id) }
    // What two wings have in common is their level.
    let areLevelsFar = levels.allSatisfy(isFar)
    let moved = isAll && areLevelsFar ? levels + far : far
    guard moved.count >= Self.least, let first = moved.first else { return }
    guard !isAll || areLevelsFar && !levels.isEmpty || units.count >= Self.least else { return }
    let metres = moved.map { Int(min($0.metres, 1e8).rounded()) }
    find(
      .venueMoved,
      "\(names.joined(separator: ", ")): "
        + (isAll
          ? "all \(moved.count) levels, units and openings that the venue has by the same ids"
          : "\(moved.count) of the \(inside.count) units and openings that the venue has by the same ids, as"
            + " \"\(first.id)\",")
        + " were \(metres.min() ?? 0) to \(metres.max() ?? 0) m from where they are now; if "
        + (isAll
          ? "this is another building, import it into a file of its own, or give it other ids"
          : "those are others, give them other ids"))
  }

  /// Those whose ids were made and that didn't move with all whose weren't, as many as are
  /// compared.
  private static func compared(_ ids: TakenIDs) -> ArraySlice<Int> {
    ids.made.keys.filter { !ids.followed.contains($0) }.sorted().prefix(mostCompared)
  }

  /// Says where units and openings without ids, or of other names, took the places of others, and
  /// nothing of the import lies where those do: ids count from 0 or 1 in every file.
  mutating func findReplaced(in existing: Venue, _ names: [String]) {
    guard !findings.contains(where: { $0.rule == .venueMoved }) else { return }
    let frame = existing.frame
    let unitsBefore = Dictionary(existing.units.map { ($0.id, $0) }) { first, _ in first }
    func box(_ unit: Unit) -> BoundingBox<LocalPoint>? {
      BoundingBox(around: unit.geometry.map { frame.local(from: $0) })
    }
    let boxes = units.compactMap(box)
    func replaced(_ unit: Unit) -> Unit? {
      guard let old = unitsBefore[unit.id], let from = box(old), let to = box(unit),
        !from.sharesGround(with: to), !boxes.contains(where: from.sharesGround)
      else { return nil }
      return old
    }
    var replacedUnits = Self.compared(unitIDs).compactMap { replaced(units[$0]) }
    // What the sources give an id may be drawn better, but for rooms that are called otherwise.
    let given = units.indices.filter {
      unitIDs.made[$0] == nil && unitsBefore[units[$0].id] != nil
    }
    let others = given.prefix(Self.mostCompared).compactMap { index -> Unit? in
      guard let name = units[index].name, let before = unitsBefore[units[index].id]?.name,
        name != before
      else { return nil }
      return replaced(units[index])
    }
    let areGiven = others.count >= Self.least && replacedUnits.isEmpty
    if areGiven { replacedUnits = others }
    let openingsBefore = Dictionary(existing.openings.map { ($0.id, $0) }) { first, _ in first }
    func middle(_ opening: Opening) -> LocalPoint? {
      BoundingBox(opening.line.map { frame.local(from: $0) })?.centre
    }
    let middles = openings.compactMap(middle)
    var replacedOpenings: [Opening] = []
    for index in Self.compared(openingIDs) {
      guard let old = openingsBefore[openings[index].id], let from = middle(old),
        !middles.contains(where: { $0.distance(to: from) < Self.farForDoors })
      else { continue }
      replacedOpenings.append(old)
    }
    // A door may be put elsewhere in its wall.
    if replacedOpenings.count < Self.least { replacedOpenings = [] }
    let count = replacedUnits.count + replacedOpenings.count
    guard count > 0 else { return }
    let what = [(replacedUnits.count, "unit"), (replacedOpenings.count, "opening")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(
        separator: " and ")
    let (id, name) =
      replacedUnits.first.map { ($0.id, $0.name) }
      ?? replacedOpenings.first.map { ($0.id, $0.name) } ?? ("", nil)
    let isOne = count == 1
    find(
      .venueMoved,
      "\(names.joined(separator: ", ")): \(what) \(areGiven ? "of the same ids" : "without an id") took the"
        + " place of \(isOne ? "one" : "as many")"
        + " that \(isOne ? "lies" : "lie") elsewhere, as \(name.map { "\"\($0)\", " } ?? "")\"\(id)\";"
        + " if \(isOne ? "that is" : "those are") still there, import both files at once, or give"
        + " \(isOne ? "it an id" : "them \(areGiven ? "other ids" : "ids")")")
  }
}

extension BoundingBox<LocalPoint> {
  /// The box without a margin of so many metres, or its middle where it is no wider.
  func shrunk(by metres: Double) -> BoundingBox {
    let (x, y) = (min(metres, width / 2), min(metres, height / 2))
    return BoundingBox(
      minimum: LocalPoint(x: minimum.x + x, y: minimum.y + y),
      maximum: LocalPoint(x: maximum.x - x, y: maximum.y - y))
  }

  /// Whether the boxes have more than a wall in common.
  func sharesGround(with other: BoundingBox) -> Bool {
    let wall = VenueAssembly.wall
    return minimum.x + wall < other.maximum.x && other.minimum.x + wall < maximum.x
      && minimum.y + wall < other.maximum.y && other.minimum.y + wall < maximum.y
  }
}
