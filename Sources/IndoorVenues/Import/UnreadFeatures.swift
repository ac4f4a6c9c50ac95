/// Which units and openings stand in sources that nothing could be made of: what a venue has of
/// them isn't gone.
package struct UnreadFeatures {
  private var units: Set<String> = []
  private var openings: Set<String> = []
  /// OpenStreetMap's elements: a copy of one on several levels has `@` and its level's number
  /// behind the element's id.
  private var elements: Set<String> = []
  /// Whether one has no id, and may be any of those whose ids were made.
  private var hasNameless = false

  init() {}

  /// Notes a feature that came to nothing.
  mutating func note(_ feature: VenueFeature) {
    guard let id = feature.id else {
      hasNameless = true
      return
    }
    if feature.kind != .opening { units.insert(id) }
    if feature.kind != .unit { openings.insert(id) }
  }

  /// Notes elements that came to nothing.
  mutating func note(elements ids: Set<String>) { elements.formUnion(ids) }

  /// Notes what another one has.
  mutating func note(_ other: UnreadFeatures) {
    units.formUnion(other.units)
    openings.formUnion(other.openings)
    elements.formUnion(other.elements)
    hasNameless = hasNameless || other.hasNameless
  }

  func hasUnit(_ id: String) -> Bool { units.contains(id) || has(id, made: "/unit") }

  func hasOpening(_ id: String) -> Bool { openings.contains(id) || has(id, made: "/opening") }

  private func has(_ id: String, made stem: String) -> Bool {
    if !elements.isEmpty {
      let element = id.lastIndex(of: "@").map { String(id[..<$0]) } ?? id
      if elements.contains(element) || elements.contains(id) { return true }
    }
    guard hasNameless, let slash = id.lastIndex(of: "/") else { return false }
    let word = id[slash...]
    return word.hasPrefix(stem) && word.dropFirst(stem.count).first?.isNumber == true
  }
}
