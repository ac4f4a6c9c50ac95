import IndoorModel

/// The levels of OpenStreetMap of one import, counted in each building by itself.
struct OSMLevelCounts {
  private var counts: [String: OSMLevelCount] = [:]
  /// The venue's levels that the sources don't name and that get another ordinal.
  private(set) var moved: [VenueFeature] = []
  private(set) var findings: [VenueFinding] = []
  private let only: String

  /// - Parameters:
  ///   - features: those of the sources.
  ///   - building: the one of what names none.
  ///   - existing: the venue's levels.
  init(_ features: [VenueFeature], building: String, existing: [Level]) {
    only = building
    var order: [String] = []
    var byBuilding: [String: [VenueFeature]] = [:]
    for feature in features where feature.kind == .level && feature.osmLevel != nil {
      let own = feature.buildingIDs.first ?? building
      if byBuilding[own] == nil { order.append(own) }
      byBuilding[own, default: []].append(feature)
    }
    var taken: Set<String> = []
    for own in order {
      let count = OSMLevelCount(
        byBuilding[own] ?? [], building: own, existing: existing, taken: taken)
      taken.formUnion(count.ids.values)
      moved += count.moved
      findings += count.findings
      counts[own] = count
    }
  }

  /// A feature with its level's id, ordinal and label.
  func settled(_ feature: VenueFeature) -> VenueFeature {
    counts[feature.buildingIDs.first ?? only]?.settled(feature) ?? feature
  }
}
