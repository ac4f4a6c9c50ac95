import IndoorGeometry
import IndoorLibc

/// Ids of features whose sources give none, in a venue that has such features already.
///
/// They count the features of a file, so that one more or less in its middle would shift all that
/// follow, and another file's have the same. What lies where it lay keeps its id instead; so does
/// what has the name or the number that it had, where the drawing is the one that came before; and
/// what another file draws elsewhere gets one that nothing had.
struct MadeIDs {
  /// A unit or an opening, of the import or of the venue before it.
  struct Feature {
    let id: String
    let level: String
    /// What a made id has behind its level's id, before the index.
    let what: String
    let name: String?
    /// All its vertices.
    let points: [Coordinate]
    /// Around them, in the venue's local metres.
    let box: BoundingBox<LocalPoint>?

    var stem: String { "\(level)/\(what)" }
  }

  /// What is known of a level's drawing when it comes.
  struct Verdict {
    /// Whether its numbers are those that they were: by ids that sources give, by names, or by one
    /// way that most of it moved.
    var numbersStand: Bool
    /// Whether most of it moved by one way.
    var isMoved: Bool
    /// Whether ids that sources give, or names, say so.
    var isSure = false
  }

  private let features: [Feature]
  private let made: [Int: Int]
  /// The features without ids of the import, by level and in the order of their places in it.
  private let places: [String: [Int]]
  /// The features that the venue has by made ids, by level.
  private let stored: [String: [Feature]]
  private let byID: [String: Feature]
  private let known: Set<String>
  private var taken: Set<String>
  /// The ids that features get instead of those that were made for them, by their places.
  private(set) var settled: [Int: String] = [:]

  /// - Parameters:
  ///   - features: all of the import, of one kind.
  ///   - made: the index in its file of each whose id was made.
  ///   - before: all of the venue.
  init(_ features: [Feature], made: [Int: Int], before: [Feature]) {
    self.features = features
    self.made = made
    places = Dictionary(grouping: made.keys.sorted()) { features[$0].level }
    taken = Set(features.indices.filter { made[$0] == nil }.map { features[$0].id })
    let given = taken
    let stored = before.filter { $0.isMade && !given.contains($0.id) }
    self.stored = Dictionary(grouping: stored, by: \.level)
    byID = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
    known = Set(before.map(\.id))
  }

  /// The ids of a venue's units and openings, whose drawings are judged by the units, where they
  /// have some.
  static func settled(units: MadeIDs, openings: MadeIDs) -> (
    units: [Int: String], openings: [Int: String]
  ) {
    var (units, openings) = (units, openings)
    let verdicts = openings.verdicts().merging(units.verdicts()) { $1 }
    units.takePlaces(verdicts)
    openings.takePlaces(verdicts)
    units.takeRest(verdicts)
    openings.takeRest(verdicts)
    return (units.settled, openings.settled)
  }

  private mutating func settle(_ place: Int, _ id: String) {
    settled[place] = id
    taken.insert(id)
  }

  private func unsettled(_ level: String) -> [Int] {
    (places[level] ?? []).filter { settled[$0] == nil }
  }

  /// What lies exactly where something lay has its id; of several that lie on each other each keeps
  /// its own. Of a drawing that surely moved a room may lie where its neighbour lay.
  private mutating func takePlaces(_ verdicts: [String: Verdict]) {
    guard !made.isEmpty, !stored.isEmpty else { return }
    for (level, verdict) in verdicts
    where verdict.numbersStand && verdict.isMoved && verdict.isSure {
      takeOwn(level) { _, _ in true }
    }
    var byCell: [Cell: [Feature]] = [:]
    for feature in stored.values.joined() {
      for cell in feature.cells { byCell[cell, default: []].append(feature) }
    }
    let all = made.keys.sorted()
    for place in all
    where settled[place] == nil && byID[features[place].id]?.lies(where: features[place]) == true {
      settle(place, features[place].id)
    }
    for place in all where settled[place] == nil {
      let own = features[place]
      let same = own.cells.lazy.flatMap { byCell[$0] ?? [] }.first {
        !taken.contains($0.id) && $0.lies(where: own)
      }
      if let same { settle(place, same.id) }
    }
  }

  // MARK: Judging a drawing

  private func verdicts() -> [String: Verdict] {
    let levels = Dictionary(grouping: features.indices) { features[$0].level }
    return levels.reduce(into: [:]) { verdicts, entry in
      verdicts[entry.key] = verdict(of: entry.value, on: entry.key)
    }
  }

  /// - Parameter all: the places of all of the import on the level.
  private func verdict(of all: [Int], on level: String) -> Verdict {
    let own = places[level] ?? []
    let given = all.filter { made[$0] == nil }
    var (seen, agree) = (given.count, given.count { known.contains(features[$0].id) })
    let unique = Self.unique(own.map { features[$0] })
    var ways: [(x: Double, y: Double)] = []
    var pairs = 0
    for place in own {
      let feature = features[place]
      guard let old = byID[feature.id] else { continue }
      if let name = feature.name, let was = old.name, unique[name] != nil {
        seen += 1
        agree += name == was ? 1 : 0
      }
      pairs += 1
      if let way = old.way(to: feature) { ways.append(way) }
    }
    let way = (x: Self.median(ways.map(\.x)), y: Self.median(ways.map(\.y)))
    let metres = hypot(way.x, way.y)
    let alike = ways.count { hypot($0.x - way.x, $0.y - way.y) <= 1 + 0.02 * metres }
    let isOneWay = alike * 2 > pairs
    let isMoved = isOneWay && metres > Feature.near
    if seen > 0 {
      return Verdict(numbersStand: agree * 2 > seen, isMoved: isMoved, isSure: true)
    }
    // Another part of as many rooms, all of the same size, isn't told from one that moved.
    let isWhole = own.count == stored[level]?.count
    return Verdict(numbersStand: isOneWay && (!isMoved || isWhole), isMoved: isMoved)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted().dropFirst(values.count / 2).first ?? 0
  }

  /// Those whose names no other has, by their names.
  private static func unique(_ features: [Feature]) -> [String: Feature] {
    Dictionary(grouping: features.filter { $0.name != nil }) { $0.name ?? "" }
      .compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  // MARK: What lies elsewhere

  private mutating func takeRest(_ verdicts: [String: Verdict]) {
    for level in places.keys.sorted() {
      guard stored[level] != nil, !unsettled(level).isEmpty else { continue }
      let verdict = verdicts[level] ?? Verdict(numbersStand: false, isMoved: false)
      takeNames(level)
      takeOwn(level) { $0.isNear($1) }
      if verdict.numbersStand && verdict.isMoved { takeOwn(level) { _, _ in true } }
      takeOthers(level) { $0.isNear($1) }
      let isInPlace = unsettled(level).count * 2 < places[level]?.count ?? 0
      if verdict.numbersStand { takeOwn(level) { _, _ in true } }
      takeOthers(level) { $0.isMostly($1) }
      if isInPlace { takeCovered(level) }
    }
    takeFresh()
  }

  /// Where most of the names are those of before, each has its own feature's id.
  private mutating func takeNames(_ level: String) {
    let before = Self.unique(stored[level] ?? [])
    let names = Self.unique((places[level] ?? []).map { features[$0] })
    guard names.keys.count(where: { before[$0] != nil }) * 2 > names.count else { return }
    for place in unsettled(level) {
      guard let name = features[place].name, names[name] != nil, let old = before[name],
        !taken.contains(old.id)
      else { continue }
      settle(place, old.id)
    }
  }

  /// What the venue has by its number has its id, as far as the body says so of what was and is.
  private mutating func takeOwn(_ level: String, _ isIt: (Feature, Feature) -> Bool) {
    for place in unsettled(level) {
      let own = features[place]
      guard let old = byID[own.id], !taken.contains(own.id), isIt(old, own) else { continue }
      settle(place, own.id)
    }
  }

  /// What the venue has by another number and in its place, as the body says, has its id.
  private mutating func takeOthers(_ level: String, _ isIt: (Feature, Feature) -> Bool) {
    let places = unsettled(level)
    let old = (stored[level] ?? []).filter { $0.box != nil && !taken.contains($0.id) }
    guard !places.isEmpty, !old.isEmpty else { return }
    let tree = BoxTree(old.compactMap { $0.box?.grown(by: Feature.near) })
    for place in places {
      guard let box = features[place].box else { continue }
      var found: String?
      tree.forEach(meeting: box) {
        guard isIt(old[$0], features[place]), !taken.contains(old[$0].id) else { return true }
        found = old[$0].id
        return false
      }
      if let found { settle(place, found) }
    }
  }

  /// In a drawing that is where it was, what is drawn over what it has the number of replaces that.
  private mutating func takeCovered(_ level: String) {
    let grounds = features.filter { $0.level == level }.compactMap(\.ground)
    guard !grounds.isEmpty else { return }
    let tree = BoxTree(grounds)
    takeOwn(level) { old, _ in
      old.ground.map { !tree.forEach(meeting: $0) { _ in false } } ?? true
    }
  }

  /// What is new takes the number that was made for it where nothing had that, or else the next.
  private mutating func takeFresh() {
    var next: [String: Int] = [:]
    for place in made.keys.sorted() where settled[place] == nil {
      let own = features[place]
      var id = own.id
      while taken.contains(id) || byID[id] != nil {
        let index = max(next[own.stem] ?? 0, (made[place] ?? 0) + 1)
        next[own.stem] = index + 1
        id = "\(own.stem)\(index)"
      }
      settle(place, id)
    }
  }
}

extension MadeIDs {
  fileprivate struct Cell: Hashable {
    let stem: String
    let count: Int
    let north, east: Double
  }
}

extension MadeIDs.Feature {
  /// Metres that the boxes of one place may lie apart: what is drawn better or written with fewer
  /// digits.
  fileprivate static let near = 0.3
  /// How far vertices of one place may lie apart, in degrees.
  private static let tolerance = 1e-9

  /// Whether its id is one that an import made.
  fileprivate var isMade: Bool {
    let stem = stem
    return id.hasPrefix(stem) && id.dropFirst(stem.count).first?.isNumber == true
  }

  /// Where it is looked for: squares a thousand times as large as the tolerance, of which what lies
  /// on an edge has several.
  fileprivate var cells: [MadeIDs.Cell] {
    guard let first = points.first else { return [] }
    func squares(_ degrees: Double) -> [Double] {
      Set([-Self.tolerance, Self.tolerance].map { ((degrees + $0) * 1e6).rounded() }).sorted()
    }
    return squares(first.latitude).flatMap { north in
      squares(first.longitude).map {
        MadeIDs.Cell(stem: stem, count: points.count, north: north, east: $0)
      }
    }
  }

  fileprivate func lies(where other: Self) -> Bool {
    stem == other.stem && points.count == other.points.count
      && zip(points, other.points).allSatisfy {
        abs($0.latitude - $1.latitude) <= Self.tolerance
          && abs($0.longitude - $1.longitude) <= Self.tolerance
      }
  }

  fileprivate func isNear(_ other: Self) -> Bool {
    guard let box, let others = other.box else { return false }
    return abs(box.minimum.x - others.minimum.x) <= Self.near
      && abs(box.minimum.y - others.minimum.y) <= Self.near
      && abs(box.maximum.x - others.maximum.x) <= Self.near
      && abs(box.maximum.y - others.maximum.y) <= Self.near
  }

  /// Whether they have most of the larger one's box in common; of lines never.
  fileprivate func isMostly(_ other: Self) -> Bool {
    guard let box, let others = other.box else { return false }
    let width = min(box.maximum.x, others.maximum.x) - max(box.minimum.x, others.minimum.x)
    let height = min(box.maximum.y, others.maximum.y) - max(box.minimum.y, others.minimum.y)
    let larger = max(box.width * box.height, others.width * others.height)
    return what == "unit" && width > 0 && height > 0 && width * height * 2 > larger
  }

  /// The way to where it is now, in metres; `nil` where it isn't the same shape.
  fileprivate func way(to now: Self) -> (x: Double, y: Double)? {
    guard points.count == now.points.count, let box, let other = now.box,
      abs(box.width - other.width) <= Self.near, abs(box.height - other.height) <= Self.near
    else { return nil }
    return (other.centre.x - box.centre.x, other.centre.y - box.centre.y)
  }

  /// What it takes of the level: a room's box without the walls, and around a door as far as that
  /// may be put elsewhere in its wall.
  fileprivate var ground: BoundingBox<LocalPoint>? {
    guard let box else { return nil }
    if what == "unit" { return box.shrunk(by: VenueAssembly.wall / 2) }
    return BoundingBox(minimum: box.centre, maximum: box.centre)
      .grown(by: VenueAssembly.farForDoors / 2)
  }
}
