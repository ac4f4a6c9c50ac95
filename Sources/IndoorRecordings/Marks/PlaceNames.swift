import IndoorGeometry
public import IndoorModel
import IndoorPositioning

/// What words for places mean in a venue: `LAT,LON`, `unit:ID`, `opening:ID`, or a unit's name or
/// id.
public struct PlaceNames: Sendable {
  private let units: IDTable<(id: String, level: LevelKey)>
  private let openings: IDTable<(id: String, level: LevelKey)>
  private let byName: [String: [(id: String, level: LevelKey)]]
  private let labels: [LevelKey: String]
  /// Whether a place in degrees has to say its level, as there are several.
  let needsLevel: Bool
  /// Whether there is a venue with units to look names up in.
  private var isEmpty: Bool { units.isEmpty && openings.isEmpty }

  /// Makes the names of a venue's units and openings.
  public init(_ venue: Venue? = nil) {
    var units = IDTable<(id: String, level: LevelKey)>()
    for unit in venue?.units ?? [] { units.add((unit.id, unit.level), id: unit.id) }
    self.units = units
    var openings = IDTable<(id: String, level: LevelKey)>()
    for opening in venue?.openings ?? [] {
      openings.add((opening.id, opening.level), id: opening.id)
    }
    self.openings = openings
    let named = (venue?.units ?? []).compactMap { unit in
      unit.name.map { ($0.comparedName, (id: unit.id, level: unit.level)) }
    }
    byName = Dictionary(grouping: named, by: \.0).mapValues { $0.map(\.1) }
    labels = Dictionary((venue?.levels ?? []).map { ($0.key, $0.label) }) { first, _ in first }
    needsLevel = labels.count > 1
  }

  /// The place of a word.
  ///
  /// - Parameters:
  ///   - level: the level that is stated beside it.
  ///   - usual: the level of what states none: of several places of a name that one counts.
  /// - Throws: `PlaceFault` for what isn't found, or isn't the only one.
  func place(
    _ word: String, level: LevelKey?, usually usual: LevelKey? = nil
  ) throws(PlaceFault) -> Waypoint.Place {
    if let coordinate = try Self.coordinate(word) { return .coordinate(coordinate) }
    if word.hasPrefix("unit:") || word.hasPrefix("opening:") {
      let id = String(word.drop { $0 != ":" }.dropFirst())
      let known = word.hasPrefix("unit:") ? units[id] : openings[id]
      return .named(try knownID(of: known, word, level))
    }
    let all = byName[word.comparedName] ?? []
    var found = all.filter { level == nil || $0.level == level }
    if found.count > 1, found.contains(where: { $0.level == usual }) {
      found.removeAll { $0.level != usual }
    }
    guard let first = found.first else {
      if let other = all.first { throw .otherLevel(word, label(of: other.level)) }
      return .named(try knownID(of: units[word], word, level))
    }
    guard found.count == 1 else {
      throw .several(word, found.count, levels: names(of: found.map(\.level)))
    }
    return .named(first.id)
  }

  /// Whether a unit is called so, or has this id.
  func has(_ word: String) -> Bool {
    byName[word.comparedName] != nil || units[word] != nil
  }

  /// The id, as the venue spells it, of what was found for a word, if it is on the level that is
  /// stated.
  private func knownID(
    of found: (id: String, level: LevelKey)?, _ word: String, _ level: LevelKey?
  ) throws(PlaceFault) -> String {
    guard let found else { throw .unknown(word, isEmpty: isEmpty) }
    if let level, level != found.level { throw .otherLevel(word, label(of: found.level)) }
    return found.id
  }

  /// What people call a level.
  private func label(of level: LevelKey) -> String {
    labels[level].flatMap { $0.isEmpty ? nil : $0.shown } ?? String(level.ordinal)
  }

  /// The same of several, from the lowest up, each once.
  private func names(of levels: [LevelKey]) -> [String] {
    var labels: [String] = []
    for level in levels.sorted(by: { $0.ordinal < $1.ordinal }) {
      let label = label(of: level)
      if !labels.contains(label) { labels.append(label) }
    }
    return labels
  }

  /// `LAT,LON` as a coordinate; `nil` for what isn't two numbers.
  static func coordinate(_ word: String) throws(PlaceFault) -> Coordinate? {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmed
    }
    guard parts.count == 2, let latitude = Field.with(parts[0], { $0.number }),
      let longitude = Field.with(parts[1], { $0.number })
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { throw .noCoordinate(word) }
    guard !parts.contains(where: { Double.isShortened($0, beyond: Double.leastDegrees) }) else {
      throw .shortened(word)
    }
    return coordinate
  }
}

/// Why a mark has no place, before it is known where it stands.
struct PlaceFault: Error {
  let sentence: String

  static func unknown(_ word: String, isEmpty: Bool) -> PlaceFault {
    PlaceFault(
      sentence: isEmpty
        ? "\"\(word.shown)\" can't be looked up, as there is no venue with units yet; import it "
          + "first, or write LAT,LON"
        : "\"\(word.shown)\" is no unit of the venue; write its name, unit:ID, or LAT,LON")
  }

  static func otherLevel(_ word: String, _ level: String) -> PlaceFault {
    PlaceFault(
      sentence: "\"\(word.shown)\" is on level \(level) and not on the one that is stated; "
        + "correct the level or the place")
  }

  static func several(_ word: String, _ count: Int, levels: [String]) -> PlaceFault {
    let some = levels.prefix(12).joined(separator: ", ") + (levels.count > 12 ? ", …" : "")
    return PlaceFault(
      sentence: "\"\(word.shown)\" is the name of \(count) units (on level \(some)); "
        + (levels.count > 1 ? "name its level, or write unit:ID" : "write unit:ID"))
  }

  static func noCoordinate(_ word: String) -> PlaceFault {
    PlaceFault(
      sentence: "\"\(word.shown)\" is beyond ±90° or ±180°; write LAT,LON in degrees")
  }

  static func shortened(_ word: String) -> PlaceFault {
    PlaceFault(
      sentence: "\"\(word.shown)\" was cut to a few digits, as a spreadsheet does; write LAT,LON "
        + "with all of them, without an exponent")
  }

  static func noLevel() -> PlaceFault {
    PlaceFault(
      sentence: "names no level, and the venue has several; write it behind the place, "
        + "or name one for all recordings")
  }

  static func notIn(_ building: String, ordinal: Int) -> PlaceFault {
    PlaceFault(
      sentence:
        "names the building \"\(building.shown)\", which has no level of ordinal \(ordinal); "
        + "write its level behind the place")
  }

  static func noPlace(_ number: Int) -> PlaceFault {
    PlaceFault(
      sentence: "mark \(number) says no place; name the marks' places in a file of waypoints")
  }

  static func noText() -> PlaceFault {
    PlaceFault(
      sentence: "the mark says nothing; write a number or a place into it, or take it out")
  }

  static func notInFile(_ number: Int, _ path: String) -> PlaceFault {
    PlaceFault(sentence: "mark \(number) is not in \(path); add a line for it")
  }
}
