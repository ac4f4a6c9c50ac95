import IndoorGeometry
public import IndoorModel

/// What recordings' words for levels mean: a number is the ordinal, anything else a label, as the
/// venue has it.
///
/// Where nobody has drawn the venue, labels that it doesn't have are read by how floors are usually
/// numbered: B1 is -1, G, F1 and 1F are 0, F2 is 1. Two labels never become one level.
public struct LevelNames: Sendable {
  /// The ordinals that a level may have which the venue doesn't know.
  package static let ordinals = -99...200
  /// How a building without an id and a name is written.
  private static let nameless = "\"\""

  /// Whether a level that means nothing is left out, with a remark, instead of ending the reading:
  /// what is only located needs no labels.
  let isLenient: Bool

  /// Where the venue lies, at its local metres' origin or nearest to it: by that its degrees are
  /// told from local metres.
  let origin: Coordinate?

  private let known: [LevelKey: String]
  private let byLabel: [String: [LevelKey]]
  private let buildings: Set<String>
  /// The ids of buildings by id and by name, of names that two have all of them.
  private let byBuilding: [String: Set<String>]
  /// What messages call the buildings, by their ids: these, or their names where they are empty.
  private let shown: [String: String]
  /// Whether somebody has drawn the venue, so that it has all its levels.
  let isDrawn: Bool
  /// Whether no other building can be meant than the venue's.
  private let hasAllBuildings: Bool
  /// Whether recordings are compared with the venue's map.
  private let isCompared: Bool
  /// The labels that were read by their numbering, and what they became.
  private var numbered: [LevelKey: String] = [:]
  /// The numbers by which levels were named, and whether these are their ordinals.
  private var numbers = Numbers()

  private struct Numbers: Sendable {
    var words: [LevelKey: (word: String, isOrdinal: Bool)] = [:]
    /// Whether it was said of one recording that numbers are what other levels are called by.
    var areTold = false
  }

  /// Makes the names of a venue's levels.
  ///
  /// - Parameters:
  ///   - venue: the venue, where there is one yet.
  ///   - isLenient: whether a level that means nothing is left out, with a remark, instead of
  ///     ending the reading.
  public init(_ venue: Venue? = nil, isLenient: Bool = false) {
    self.init(venue, isLenient: isLenient, isCompared: false)
  }

  /// The names of a venue whose map recordings are compared with: another building says nothing,
  /// even where nobody has drawn the venue.
  package static func compared(with venue: Venue?, isLenient: Bool = false) -> LevelNames {
    LevelNames(venue, isLenient: isLenient, isCompared: true)
  }

  private init(_ venue: Venue?, isLenient: Bool, isCompared: Bool) {
    let levels = venue?.levels ?? []
    origin = venue.map { VenueGround($0).nearest(to: $0.origin) ?? $0.origin }
    (self.isLenient, self.isCompared) = (isLenient, isCompared)
    known = Dictionary(levels.map { ($0.key, $0.label) }) { first, _ in first }
    byLabel = Dictionary(
      grouping: levels.filter { !$0.label.isEmpty }, by: { $0.label.comparedName }
    ).mapValues { Set($0.map(\.key)).sorted() }
    let buildings = Set(levels.map(\.key.building))
    self.buildings = buildings
    let all =
      (venue?.buildings ?? []).map { ($0.id, $0.name ?? $0.id) } + buildings.map { ($0, $0) }
    byBuilding = Dictionary(
      grouping: all.flatMap { [($0.0, $0.0), ($0.0, $0.1)] }, by: { $0.1.comparedName }
    ).mapValues { Set($0.map(\.0)) }
    let nameless = venue?.buildings.first { $0.id.isEmpty }?.name ?? Self.nameless
    shown = Dictionary(buildings.map { ($0, $0.isEmpty ? nameless : $0) }) { $1 }
    isDrawn = levels.contains { !$0.outline.isEmpty }
    hasAllBuildings = isDrawn || isCompared && !levels.isEmpty
  }

  /// The level of an ordinal.
  ///
  /// - Parameters:
  ///   - text: the number as it stands there, for the message.
  ///   - building: the building that is named, `nil` where none is; empty for the one without an
  ///     id.
  /// - Throws: `LevelFault` for a fraction, for what is not finite, for what no building has, and
  ///   where nothing tells which of a drawn venue's buildings is meant.
  func level(_ number: Double, as text: String, building: String?) throws(LevelFault) -> LevelKey {
    guard number.isFinite else { throw .notFinite(text) }
    guard number == number.rounded() else { throw .fraction(text) }
    guard let ordinal = Int(exactly: number) else { throw .absurd(text) }
    let building = try meant(building)
    var key = LevelKey(building: building ?? "", ordinal: ordinal)
    guard Self.ordinals.contains(ordinal) || known[key] != nil else { throw .absurd(text) }
    if hasAllBuildings, building == nil {
      let found = known.keys.filter { $0.ordinal == ordinal }
      guard found.count == 1, let only = found.first else {
        throw .noneNamed(text, shown(buildings))
      }
      key = only
    }
    return key
  }

  /// The level of a label. 1.0, 01 and +1 are 1 where no level is called so.
  ///
  /// - Throws: `LevelFault` for a label that the venue doesn't have, or has more than once.
  mutating func level(labelled label: String, building: String?) throws(LevelFault) -> LevelKey {
    let building = try meant(building)
    let named = byLabel[label.comparedName] ?? label.plainNumber.flatMap { byLabel[$0] } ?? []
    let found = named.filter { building == nil || $0.building == building }
    if let key = found.first {
      guard found.count == 1 else {
        throw .ambiguous(label, found, in: shown(Set(found.map(\.building))))
      }
      return key
    }
    guard !isDrawn else { throw unmatched(label, building: building) }
    guard let ordinal = FloorLabel.ordinal(label) else { throw .unnumbered(label) }
    let key = LevelKey(building: building ?? "", ordinal: ordinal)
    let other = numbered[key] ?? known[key].flatMap { $0 == String(ordinal) ? nil : $0 }
    if let other, other.comparedName != label.comparedName {
      throw .twoLabels(label, other, ordinal: ordinal)
    }
    numbered[key] = label
    return key
  }

  /// Whether some level of the venue is called so.
  func isLabel(_ text: String) -> Bool { byLabel[text.comparedName] != nil }

  /// Takes note that a level is named by a number that is its ordinal or, where that is another,
  /// its label.
  ///
  /// - Throws: `LevelFault` where it was named in the other way before: two floors became one.
  mutating func note(_ word: String, of key: LevelKey, isOrdinal: Bool) throws(LevelFault) {
    let before = numbers.words[key] ?? (word, isOrdinal)
    numbers.words[key] = before
    guard before.isOrdinal == isOrdinal else {
      throw isOrdinal
        ? .ordinalAndLabel(ordinal: word, label: before.word)
        : .ordinalAndLabel(ordinal: before.word, label: word)
    }
  }

  /// What a column of nothing but numbers is made of: labels where each is one of the venue's and
  /// one is no ordinal of it, as where floors are called 1, 2 and 3 from the ground on.
  func column(ofNumbers words: [(text: String, line: Int)]) -> LevelColumn {
    guard isDrawn else { return .ordinals }
    let ordinals = Set(known.keys.map { Double($0.ordinal) })
    let numbers = words.map { (Double(decimal: $0.text), $0.text.wholeNumber.comparedName) }
    guard numbers.allSatisfy({ byLabel[$0.1] != nil }),
      let other = numbers.firstIndex(where: { $0.0.map(ordinals.contains) == false })
    else { return .ordinals }
    return .labels(first: words[other].text, line: words[other].line)
  }

  /// The other level of a building that is called as a level's ordinal is written.
  func level(calledAs key: LevelKey) -> LevelKey? {
    let called = byLabel[String(key.ordinal)]?.filter { $0.building == key.building }
    return called?.contains(key) == false ? called?.first : nil
  }

  /// The same the first time that it is asked: whoever writes ordinals in a folder of recordings
  /// hears of it once.
  mutating func levelNewlyTold(calledAs key: LevelKey) -> LevelKey? {
    guard !numbers.areTold, let other = level(calledAs: key) else { return nil }
    numbers.areTold = true
    return other
  }

  /// Why no map of the venue can say a level that a recording was on, where they are compared: the
  /// building hasn't got it, surveyed or not.
  func fault(ofCompared key: LevelKey) -> LevelFault? {
    guard isCompared, known[key] == nil else { return nil }
    let here = known.keys.filter { $0.building == key.building }.map(\.ordinal).sorted()
    return here.isEmpty ? nil : .noLevel(key.ordinal, here)
  }

  /// Whether a word is a building's id or name here; any is while nobody has drawn the venue.
  func means(building: String) -> Bool {
    guard isDrawn else { return true }
    let meant = try? meant(building)
    return meant.flatMap(\.self).map(buildings.contains) ?? false
  }

  /// What the buildings' ids and names are, to be compared.
  var buildingNames: Dictionary<String, Set<String>>.Keys { byBuilding.keys }

  /// Refuses a building that a venue doesn't have whose buildings have ids.
  func check(building: String) throws(LevelFault) {
    if buildings.contains(where: { !$0.isEmpty }) { _ = try meant(building) }
  }

  /// Whether the venue has a building without an id.
  var hasNameless: Bool { buildings.contains("") }

  /// Whether the venue has a level.
  func isKnown(_ key: LevelKey) -> Bool { known[key] != nil }

  /// Whether a building's id says something here: the venue's own do, and any while nobody has
  /// drawn it.
  func hasBuilding(_ id: String) -> Bool {
    if !isDrawn || buildings.contains(id) { return true }
    let key = id.comparedID
    return buildings.contains { $0.comparedID == key }
  }

  /// The id of the building that is meant, by its id or its name: where the venue has one alone
  /// and none is named, that one; `nil` where nothing tells.
  ///
  /// A number that a table writes as 1.0 is 1.
  ///
  /// - Throws: `LevelFault` for a building that a drawn venue doesn't have.
  private func meant(_ building: String?) throws(LevelFault) -> String? {
    guard var building, !building.isEmpty || hasNameless else {
      return buildings.count == 1 ? buildings.first : nil
    }
    if building.isEmpty { return building }
    if byBuilding[building.comparedName] == nil { building = building.wholeNumber }
    let named = byBuilding[building.comparedName] ?? []
    if named.contains(building) { return building }
    if let id = named.first {
      guard named.count == 1 else { throw .severalCalled(building, named.sorted()) }
      return id
    }
    guard !hasAllBuildings else {
      throw .noBuilding(building, shown(buildings).filter { $0 != Self.nameless })
    }
    return building
  }

  private func shown(_ buildings: Set<String>) -> [String] {
    buildings.sorted().compactMap { shown[$0] }
  }

  private func unmatched(_ label: String, building: String?) -> LevelFault {
    let here = known.filter { building == nil || $0.key.building == building }
    return .unmatched(label, here.sorted { $0.key < $1.key }.map(\.value))
  }
}

extension String {
  /// 1 for 1.0, as programs write whole numbers in a column with gaps; any other text as it is.
  var wholeNumber: String {
    guard utf8.last == UInt8(ascii: "0") else { return self }
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    let isWhole =
      parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) }
      && parts[1].allSatisfy { $0 == "0" }
    return isWhole ? String(parts[0]) : self
  }
}
