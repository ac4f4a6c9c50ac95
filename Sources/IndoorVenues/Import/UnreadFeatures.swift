import IndoorJSON
import IndoorModel

/// Which units and openings stand in sources that nothing could be made of: what a venue has of
/// them isn't gone.
package struct UnreadFeatures {
  /// Ids, as they are compared.
  private var units: Set<String> = []
  private var openings: Set<String> = []
  /// OpenStreetMap's elements: a copy of one on several levels has `@` and its level's number
  /// behind the element's id.
  private var elements: Set<String> = []
  /// The levels of those that have no id, and may be any whose ids were made; `nil` for one whose
  /// level isn't known either.
  private var namelessUnits: Set<LevelKey?> = []
  private var namelessOpenings: Set<LevelKey?> = []

  init() {}

  /// Notes a feature that came to nothing: as what its type says, and as what it is drawn as.
  mutating func note(_ feature: VenueFeature, on level: LevelKey? = nil) {
    let isBare = feature.geometry == nil
    let hasAreas = feature.geometry?.polygons.isEmpty == false
    let hasLines = feature.geometry?.lines.isEmpty == false
    let isTyped = feature.kind == .unit || feature.kind == .opening
    if feature.kind == .unit || hasAreas || isBare && !isTyped {
      Self.note(feature.id, level, &units, &namelessUnits)
    }
    if feature.kind == .opening || hasLines && !isTyped || isBare && !isTyped {
      Self.note(feature.id, level, &openings, &namelessOpenings)
    }
  }

  private static func note(
    _ id: String?, _ level: LevelKey?, _ ids: inout Set<String>, _ nameless: inout Set<LevelKey?>
  ) {
    if let id { ids.insert(id.comparedID) } else { nameless.insert(level) }
  }

  /// Notes elements that came to nothing.
  mutating func note(elements ids: Set<String>) { elements.formUnion(ids) }

  /// Notes what another one has.
  mutating func note(_ other: UnreadFeatures) {
    units.formUnion(other.units)
    openings.formUnion(other.openings)
    elements.formUnion(other.elements)
    namelessUnits.formUnion(other.namelessUnits)
    namelessOpenings.formUnion(other.namelessOpenings)
  }

  /// Whether a unit may be among them.
  ///
  /// - Parameters:
  ///   - level: where it is now.
  ///   - levelID: the id of its level, with which made ids begin.
  func hasUnit(_ id: String, on level: LevelKey, of levelID: String?) -> Bool {
    units.contains(id.comparedID) || hasElement(id)
      || Self.isMade(id, "\(levelID ?? "")/unit") && Self.has(level, namelessUnits)
  }

  /// The same of an opening.
  func hasOpening(_ id: String, on level: LevelKey, of levelID: String?) -> Bool {
    openings.contains(id.comparedID) || hasElement(id)
      || Self.isMade(id, "\(levelID ?? "")/opening") && Self.has(level, namelessOpenings)
  }

  private func hasElement(_ id: String) -> Bool {
    guard !elements.isEmpty else { return false }
    let element = id.lastIndex(of: "@").map { String(id[..<$0]) } ?? id
    return elements.contains(element) || elements.contains(id)
  }

  private static func has(_ level: LevelKey, _ levels: Set<LevelKey?>) -> Bool {
    levels.contains(level) || levels.contains(nil)
  }

  private static func isMade(_ id: String, _ stem: String) -> Bool {
    id.hasPrefix(stem) && id.dropFirst(stem.count).first?.isNumber == true
  }
}
