import IndoorGeometry
import IndoorModel

/// The levels of an import, and what the venue knew of levels before it.
///
/// A level's key is its building and ordinal, so sources' levels that share one become one level.
struct LevelTable {
  /// A source's level as it stands there.
  struct Source {
    var id: String
    /// Mended, alone.
    var outline: [Polygon<Coordinate>]
  }

  /// The levels of the import, in the order they came.
  private(set) var levels: [Level] = []
  /// The levels that sources name, by the key they have in common.
  private(set) var sources: [LevelKey: [Source]] = [:]

  /// The keys of levels by id, of this import and of the venue before it.
  private var keys: [String: LevelKey]
  private var entries: [LevelKey: Entry] = [:]
  /// Those of which sources have several ids.
  private var mixed: Set<LevelKey> = []
  private var places: [String: VenuePlace] = [:]
  /// The keys of levels by the ids that sources of this import give them.
  private var keysOfSources: [String: LevelKey] = [:]
  /// The first levels of this import that files or buildings have of an id.
  private var named: [Naming: LevelKey] = [:]
  /// The ids that sources give their levels: one that is known by its place alone takes none of
  /// them.
  private var claimed: Set<String> = []
  private var madeIDs: MadeLevelIDs
  private let known: [LevelKey: Level]
  private let knownByID: [String: Level]

  init(existing: [Level]) {
    knownByID = Dictionary(existing.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    keys = knownByID.mapValues(\.key)
    madeIDs = MadeLevelIDs(beside: knownByID.keys)
    known = Dictionary(existing.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets the sources' own ids aside for the levels that bear them.
  mutating func claim(_ ids: [String]) {
    claimed.formUnion(ids)
    madeIDs.note(ids)
  }

  /// The key of the level that something names, `nil` where there is none of that id: of several of
  /// one id that in its own file and building, else in its file, else in its building.
  func key(of id: String, in file: ObjectIdentifier, building: String?) -> LevelKey? {
    named[Naming(id: id, file: file, building: building)] ?? named[Naming(id: id, file: file)]
      ?? named[Naming(id: id, building: building)] ?? keys[id]
  }

  /// Where the first level of this import stands that a source gives an id.
  func place(of id: String) -> VenuePlace? { places[id] }

  /// Notes by which id a file names a level.
  mutating func note(_ id: String, at place: VenuePlace, as key: LevelKey) {
    places[id] = places[id] ?? place
    let file = ObjectIdentifier(place.source)
    for naming in [
      Naming(id: id, file: file, building: key.building), Naming(id: id, file: file),
      Naming(id: id, building: key.building),
    ] where named[naming] == nil {
      named[naming] = key
    }
  }

  private struct Naming: Hashable {
    let id: String
    var file: ObjectIdentifier?
    var building: String?
  }

  /// The level that the import has of a key.
  func level(_ key: LevelKey) -> Level? { entries[key].map { levels[$0.index] } }

  /// The outline of a key's level, of the import or of the venue before it.
  func outline(of key: LevelKey) -> [Polygon<Coordinate>] {
    let own = level(key)?.outline ?? []
    return own.isEmpty ? known[key]?.outline ?? [] : own
  }

  /// The id of a key's level, of the import or of the venue before it.
  func id(of key: LevelKey) -> String { level(key)?.id ?? known[key]?.id ?? "" }

  /// A level of the import.
  private struct Entry {
    let index: Int
    /// Whether it has got the outlines of several.
    var isMerged = false
    /// Whether sources have said its label, its name and its outline: what they haven't is the
    /// venue's or made up, and the next source may say it.
    var (hasLabel, hasName, hasOutline): (Bool, Bool, Bool)
  }

  /// What became of a level that was added.
  struct Added {
    /// Whether a level of another key has its id, so that this one got another.
    var isIDTaken = false
    /// The id of the level that had its key already, with which it was merged.
    var merged: String?
  }

  /// Adds a level, or its outline to the level that has its key already, and what no source has
  /// said of that yet.
  ///
  /// - Parameters:
  ///   - label: what a source says.
  ///   - given: its label where no source has one.
  ///   - number: its label where neither a source nor the venue has one; `nil` for the ordinal's
  ///     digits.
  @discardableResult
  mutating func add(
    _ key: LevelKey, id: String?, label: String?, given: String? = nil,
    number: String? = nil, name: String?, outline: [Polygon<Coordinate>]
  ) -> Added {
    var added = Added()
    var id = id
    if let own = id {
      if let other = keysOfSources[own], other != key {
        added.isIDTaken = true
        id = nil
      } else {
        keysOfSources[own] = key
        keys[own] = key
        if let first = sources[key]?.first, first.id != own { mixed.insert(key) }
        sources[key, default: []].append(Source(id: own, outline: outline))
      }
    }
    if let entry = entries[key] {
      added.merged = levels[entry.index].id
      entries[key] = merge(entry, label: label, name: name, outline: outline)
      return added
    }
    // What the venue knows of the level stays, where this import doesn't say otherwise.
    let sameID = id.flatMap { knownByID[$0] }
    let before = sameID ?? known[key].flatMap { claimed.contains($0.id) ? nil : $0 }
    let level = Level(
      id: before?.id ?? id ?? madeID(of: key), key: key,
      label: label ?? given ?? before?.label ?? number ?? String(key.ordinal),
      name: name ?? before?.name,
      outline: outline.isEmpty ? before?.outline ?? [] : outline)
    keys[level.id] = key
    entries[key] = Entry(
      index: levels.count, hasLabel: label != nil, hasName: name != nil,
      hasOutline: !outline.isEmpty)
    levels.append(level)
    return added
  }

  /// Gives levels the ids that the venue has of their keys, where other sources' levels of these
  /// ids were merged with them: whichever of them came first.
  mutating func keepIDs() {
    for index in levels.indices {
      let key = levels[index].key
      guard let id = known[key]?.id, id != levels[index].id, keysOfSources[id] == key else {
        continue
      }
      levels[index].id = id
    }
  }

  /// Adds to a level what another source says of it. What the venue knew of one level stays where
  /// it is another one that says it, with which that was merged.
  private mutating func merge(
    _ entry: Entry, label: String?, name: String?, outline: [Polygon<Coordinate>]
  ) -> Entry {
    var entry = entry
    let level = entry.index
    let isOpen = !mixed.contains(levels[level].key) || knownByID[levels[level].id] == nil
    if isOpen, !entry.hasLabel, let label {
      (levels[level].label, entry.hasLabel) = (label, true)
    }
    if isOpen, !entry.hasName, let name { (levels[level].name, entry.hasName) = (name, true) }
    if isOpen, !entry.hasOutline, !outline.isEmpty {
      (levels[level].outline, entry.hasOutline) = (outline, true)
    } else {
      levels[level].outline += outline
      entry.isMerged = true
    }
    return entry
  }

  /// Makes one outline of those of merged levels: each polygon once, and what lies over another
  /// united with it.
  mutating func joinOutlines(_ join: ([Polygon<Coordinate>], Level) -> [Polygon<Coordinate>]) {
    for key in entries.filter(\.value.isMerged).keys.sorted() {
      guard let index = entries[key]?.index else { continue }
      var seen: Set<Polygon<Coordinate>> = []
      let different = levels[index].outline.filter { seen.insert($0).inserted }
      levels[index].outline = join(different, levels[index])
      entries[key]?.isMerged = false
    }
  }

  /// An id that no other level of the import or of the venue before it has.
  private func madeID(of key: LevelKey) -> String {
    madeIDs.id(of: key) { keys[$0] != nil || claimed.contains($0) }
  }
}
