import IndoorModel

/// The levels of OpenStreetMap of one import, counted over all of its files and those that the
/// venue has of the same building: a mezzanine in any of them moves the ordinals above it.
struct OSMLevelCount {
  private var ordinals: [Double: Int] = [:]
  private var labels: [Double: String] = [:]
  /// What stands before the levels' ids, where another building has levels of these.
  private let prefix: String
  /// The venue's levels that the sources don't name and that get another ordinal.
  private(set) var moved: [VenueFeature] = []
  /// Which levels have another ordinal than their number.
  private(set) var findings: [VenueFinding] = []

  /// - Parameters:
  ///   - features: those of the sources.
  ///   - building: the one that levels are in which name none.
  ///   - existing: the venue's levels.
  init(_ features: [VenueFeature], building: String, existing: [Level]) {
    var named: [Double: VenueFeature] = [:]
    for feature in features where feature.kind == .level {
      guard let number = feature.osmLevel else { continue }
      if named[number] == nil { named[number] = feature }
      labels[number] = labels[number] ?? feature.label
    }
    prefix = Self.prefix(of: named.keys, in: building, existing)
    guard let first = named.min(by: { $0.key < $1.key })?.value else { return }
    let known = Self.known(existing.filter { $0.key.building == building }, after: prefix)
    ordinals = OSMLevels.ordinals(of: Set(named.keys).union(known.keys))
    for (number, level) in known.sorted(by: { $0.key < $1.key }) where named[number] == nil {
      guard let ordinal = ordinals[number], ordinal != level.key.ordinal else { continue }
      moved.append(
        VenueFeature(
          kind: .level, id: level.id, buildingIDs: [building], ordinal: ordinal, label: level.label,
          name: level.name, place: first.place))
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

  /// What ids are told apart by from those of another building's levels; what the venue has stays.
  private static func prefix(
    of numbers: some Collection<Double>, in building: String, _ existing: [Level]
  ) -> String {
    let own = "\(building)/"
    let others = Set(existing.filter { $0.key.building != building }.map(\.id))
    if numbers.contains(where: { others.contains(OSMLevels.id($0)) }) { return own }
    let inside = existing.filter { $0.key.building == building }
    if inside.contains(where: { OSMLevels.level(ofID: $0.id) != nil }) { return "" }
    let isOwn = inside.contains {
      $0.id.hasPrefix(own) && OSMLevels.level(ofID: $0.id.dropFirst(own.count)) != nil
    }
    return isOwn ? own : ""
  }

  /// The venue's levels by their numbers, as far as they were counted as here; none where somebody
  /// has given them other ordinals.
  private static func known(_ levels: [Level], after prefix: String) -> [Double: Level] {
    var known: [Double: Level] = [:]
    for level in levels where level.id.hasPrefix(prefix) {
      if let number = OSMLevels.level(ofID: level.id.dropFirst(prefix.count)) {
        known[number] = level
      }
    }
    let counted = OSMLevels.ordinals(of: Set(known.keys))
    return known.allSatisfy { counted[$0.key] == $0.value.key.ordinal } ? known : [:]
  }

  /// A feature with its level's id, ordinal and label.
  func settled(_ feature: VenueFeature) -> VenueFeature {
    guard let number = feature.osmLevel else { return feature }
    var feature = feature
    let id = prefix + OSMLevels.id(number)
    guard feature.kind == .level else {
      feature.levelID = id
      return feature
    }
    feature.id = id
    feature.ordinal = ordinals[number]
    feature.label = labels[number] ?? OSMLevels.digits(number)
    return feature
  }
}
