import IndoorModel

/// The levels of OpenStreetMap that an import has of one building, counted over all of its files
/// and those that the venue has: a mezzanine in any of them moves the ordinals above it.
struct OSMLevelCount {
  private var ordinals: [Double: Int] = [:]
  private var labels: [Double: String] = [:]
  /// The levels' ids: those that the venue has them by, and for new ones those that no other
  /// building's level has.
  private(set) var ids: [Double: String] = [:]
  /// The venue's levels that the sources don't name and that get another ordinal.
  private(set) var moved: [VenueFeature] = []
  /// Which levels have another ordinal than their number, and which get another than they had.
  private(set) var findings: [VenueFinding] = []

  /// - Parameters:
  ///   - features: those of the sources.
  ///   - building: the one that these are in.
  ///   - existing: the venue's levels.
  ///   - taken: ids that levels of the sources' other buildings have.
  init(
    _ features: some Sequence<VenueFeature>, building: String, existing: [Level],
    taken: Set<String>
  ) {
    var named: [Double: VenueFeature] = [:]
    for feature in features where feature.kind == .level {
      guard let number = feature.osmLevel else { continue }
      if named[number] == nil { named[number] = feature }
      labels[number] = labels[number] ?? feature.label
    }
    guard let first = named.min(by: { $0.key < $1.key })?.value else { return }
    let there = Self.levels(of: building, among: existing)
    let others = taken.union(existing.filter { $0.key.building != building }.map(\.id))
    for number in named.keys {
      let id = OSMLevels.id(number)
      ids[number] = there[number]?.id ?? (others.contains(id) ? "\(building)/\(id)" : id)
    }
    let known = Self.isCounted(there) ? there : [:]
    ordinals = OSMLevels.ordinals(of: Set(named.keys).union(known.keys))
    var moves: [String] = []
    for (number, level) in there.sorted(by: { $0.key < $1.key }) {
      guard let ordinal = ordinals[number], ordinal != level.key.ordinal else { continue }
      moves.append("\"\(level.id)\" from ordinal \(level.key.ordinal) to \(ordinal)")
      guard named[number] == nil else { continue }
      moved.append(
        VenueFeature(
          kind: .level, id: level.id, buildingIDs: [building], ordinal: ordinal, label: level.label,
          name: level.name, place: first.place))
    }
    if !moves.isEmpty {
      // All in one, as only the first few findings of a rule are shown.
      let more = moves.count > 40 ? " and \(moves.count - 40) more" : ""
      findings.append(
        VenueFinding(
          .fractionalLevel,
          "\(first.place.source.name): as OpenStreetMap's levels are counted, the venue's go, with what"
            + " is on them, \(moves.prefix(40).joined(separator: ", "))\(more); give a level another"
            + " id if it is none of these"))
    }
    let numbered = Set(known.values.map(\.id))
    for (number, feature) in named.sorted(by: { $0.key < $1.key }) {
      guard let ordinal = ordinals[number], Double(ordinal) != number else { continue }
      let there = existing.first {
        $0.key == LevelKey(building: building, ordinal: ordinal) && !numbered.contains($0.id)
      }
      let merged = there.map { ", and is one with the venue's level \"\($0.id)\"" } ?? ""
      findings.append(
        VenueFinding(
          .fractionalLevel,
          "\(feature.place.source.name): level \(OSMLevels.digits(number)) has the ordinal \(ordinal),"
            + " as there are levels between whole ones\(merged); labels stay as they are"))
    }
  }

  /// A building's levels that have ids of OpenStreetMap's, by their numbers.
  private static func levels(of building: String, among existing: [Level]) -> [Double: Level] {
    var levels: [Double: Level] = [:]
    for level in existing where level.key.building == building {
      guard let number = OSMLevels.level(ofID: level.id, in: building) else { continue }
      // What has its number alone for an id is surely the level, where two have it.
      if levels[number] == nil || level.id == OSMLevels.id(number) { levels[number] = level }
    }
    return levels
  }

  /// Whether levels were counted as here, and nobody has given them other ordinals.
  private static func isCounted(_ levels: [Double: Level]) -> Bool {
    let counted = OSMLevels.ordinals(of: Set(levels.keys))
    return levels.allSatisfy { counted[$0.key] == $0.value.key.ordinal }
  }

  /// A feature with its level's id, ordinal and label.
  func settled(_ feature: VenueFeature) -> VenueFeature {
    guard let number = feature.osmLevel else { return feature }
    var feature = feature
    let id = ids[number] ?? OSMLevels.id(number)
    guard feature.kind == .level else {
      feature.levelID = id
      return feature
    }
    feature.id = id
    feature.ordinal = ordinals[number]
    feature.label = labels[number]
    return feature
  }
}
