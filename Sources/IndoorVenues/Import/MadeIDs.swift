import IndoorGeometry
import IndoorLibc

/// Ids of features whose sources give none, in a venue that has such features already.
///
/// They count the features of a file, so that one more or less in its middle would shift all that
/// follow, and another file's have the same. So a level's drawing is laid on the one before: where
/// it is, or by the way, turn and scale that its names or its numbers say, whichever lays more of
/// it on something. What lies on something has that one's id, and what another file draws elsewhere
/// gets one that nothing had.
struct MadeIDs {
  private let features: [MadeFeature]
  /// The index in its file of each whose id was made.
  private let made: [Int: Int]
  /// All places of the import on a level.
  private let all: [String: [Int]]
  /// The features that the venue has by made ids, by level.
  private let stored: [String: [MadeFeature]]
  private let byID: [String: MadeFeature]
  /// All features that the venue has, by ids.
  private let known: [String: MadeFeature]
  private var taken: Set<String>
  private let looks = MadeGround.Looks()
  /// The ids that features get instead of those that were made for them, by their places.
  private(set) var settled: [Int: String] = [:]
  /// Those of them that moved as all did whose ids the sources give.
  private(set) var followed: Set<Int> = []

  /// - Parameters:
  ///   - features: all of the import, units and openings.
  ///   - made: the index in its file of each whose id was made.
  ///   - before: all of the venue.
  init(_ features: [MadeFeature], made: [Int: Int], before: [MadeFeature]) {
    self.features = features
    self.made = made
    all = Dictionary(grouping: features.indices) { features[$0].level }
    taken = Set(features.indices.filter { made[$0] == nil }.map { features[$0].key })
    let given = taken
    let stored = before.filter { $0.isMade && !given.contains($0.key) }
    self.stored = Dictionary(grouping: stored, by: \.level)
    byID = Dictionary(stored.map { ($0.key, $0) }) { first, _ in first }
    known = Dictionary(before.map { ($0.key, $0) }) { first, _ in first }
    guard !made.isEmpty else { return }
    for level in all.keys.sorted() { settle(level) }
    takeFresh()
  }

  private mutating func settle(_ level: String) {
    guard let ground = takeIDs(of: level), moves(ground, allGivenOf: level) else { return }
    for place in all[level] ?? [] where made[place] != nil {
      var feature = features[place]
      feature.id = settled[place] ?? feature.id
      if let old = known[feature.key], ground.isNear(old, feature) { followed.insert(place) }
    }
  }

  /// Whether a ground moved, and most of a level with it whose ids the sources give.
  private func moves(_ ground: MadeGround, allGivenOf level: String) -> Bool {
    guard !ground.isInPlace else { return false }
    let given = (all[level] ?? []).filter { made[$0] == nil }
    let moved = given.count { place in
      known[features[place].key].map { ground.isNear($0, features[place]) } ?? false
    }
    return moved > 1 && moved * 2 > given.count
  }

  /// Gives ids to what has none on a level; the ground before, as it is laid for that.
  private mutating func takeIDs(of level: String) -> MadeGround? {
    let own = (all[level] ?? []).filter { made[$0] != nil }
    guard let before = stored[level], !own.isEmpty else { return nil }
    looks.begin(own.count + before.count)
    var move = DrawingMove.none
    var ground = MadeGround(before, move, looks)
    let inPlace = own.count { ground.holds(features[$0]) }
    var most = inPlace
    func lay(_ pairs: [DrawingMove.Pair]) {
      for other in DrawingMove.all(of: pairs) {
        let laid = MadeGround(before, other, looks)
        let count = own.count { laid.holds(features[$0]) }
        if count > most, count * 2 > own.count { (move, ground, most) = (other, laid, count) }
      }
    }
    lay(signPairs(level))
    // Of rooms in a row that are all alike most lie on their neighbours when none has moved.
    let numbered = numberPairs(own)
    if inPlace * 3 < own.count * 2, mayMove(own, by: numbered, before) { lay(numbered) }
    if move.isNone { takeExact(own, before) }
    take(own) { feature, old in ground.isNear(old, feature) && feature.name == old.name }
    takeNear(own, ground) { $0.name == $1.name }
    takeNear(own, ground) { _, _ in true }
    takeNames(own, before)
    let kept = own.filter { settled[$0] != nil }
    let areNumbersKept = kept.count(where: { settled[$0] == features[$0].id }) * 2 >= kept.count
    if areNumbersKept, isHere(level, ground) { take(own) { _, _ in true } }
    takeMostly(own, ground)
    // Where too many lie on each other to be told apart by their places, their numbers tell.
    if looks.areSpent { take(own) { _, _ in true } }
    guard isHere(level, ground) else { return ground }
    takeDoors(own, ground)
    if move.isNone { takeCovered(own, level) }
    return ground
  }

  private mutating func settle(_ place: Int, _ old: MadeFeature) {
    settled[place] = old.id
    taken.insert(old.key)
  }

  // MARK: What a drawing says of itself

  /// Where units whose ids the sources give, and features of names that no other has, were and are.
  private func signPairs(_ level: String) -> [DrawingMove.Pair] {
    let places = all[level] ?? []
    let given = places.filter { made[$0] == nil }.compactMap { place in
      known[features[place].key].flatMap { DrawingMove.Pair($0, features[place]) }
    }
    let names = Self.unique(places.filter { made[$0] != nil }.map { features[$0] })
    let before = Self.unique(stored[level] ?? [])
    let named = names.keys.sorted().compactMap { name -> DrawingMove.Pair? in
      guard let old = before[name], let new = names[name] else { return nil }
      return DrawingMove.Pair(old, new)
    }
    return given + (named.count * 2 > names.count ? named : [])
  }

  /// Where features of the same numbers were and are.
  private func numberPairs(_ own: [Int]) -> [DrawingMove.Pair] {
    // A room more or less shifts the numbers of all doors behind it.
    let units = own.filter { features[$0].what == .unit }
    return (units.isEmpty ? own : units).compactMap { place in
      byID[features[place].key].flatMap { DrawingMove.Pair($0, features[place]) }
    }
  }

  /// Whether a drawing of the same numbers may be the one before, moved, and not another part of
  /// the level: it is as large, or lies over most of that one's ground, and doesn't say otherwise
  /// by its names and ids.
  private func mayMove(
    _ own: [Int], by pairs: [DrawingMove.Pair], _ before: [MadeFeature]
  ) -> Bool {
    var (yes, no) = (0, 0)
    let names = Self.unique(own.map { features[$0] })
    for place in own {
      guard let name = features[place].name, names[features[place].nameKey] != nil,
        let was = byID[features[place].key]?.name
      else { continue }
      if name == was { yes += 1 } else { no += 1 }
    }
    let level = own.first.map { features[$0].level } ?? ""
    let all = all[level] ?? []
    for place in all where made[place] == nil {
      if known[features[place].key] != nil { yes += 1 } else { no += 1 }
    }
    if no > yes, no > 1, no * 4 >= all.count { return false }
    if yes > no { return true }
    let (fewer, more) = (min(own.count, before.count), max(own.count, before.count))
    if Double(fewer) >= Self.alike * Double(more) { return true }
    guard let was = BoundingBox(pairs.map(\.from)), let now = BoundingBox(pairs.map(\.to)) else {
      return false
    }
    return was.sharedArea(with: now) * 2 > min(was.area, now.area)
  }

  /// The part of a drawing's features that it has at least when it comes again.
  private static let alike = 0.7

  /// Whether most rooms, or doors where there are none, lie on what was before.
  private func isHere(_ level: String, _ ground: MadeGround) -> Bool {
    let places = all[level] ?? []
    let units = places.filter { features[$0].what == .unit }
    let counted = units.isEmpty ? places : units
    let here = counted.count { place in
      if made[place] != nil { return settled[place] != nil }
      return known[features[place].key].map { ground.isNear($0, features[place]) } ?? false
    }
    return here * 2 > counted.count
  }

  /// Those whose names no other of their kind has.
  private static func unique(_ features: [MadeFeature]) -> [String: MadeFeature] {
    Dictionary(grouping: features.filter { $0.name != nil }, by: \.nameKey)
      .compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  // MARK: Taking ids

  /// What lies exactly where something lay; of several that lie on each other each keeps its own.
  private mutating func takeExact(_ own: [Int], _ before: [MadeFeature]) {
    take(own) { feature, old in old.lies(where: feature) }
    var byCell: [MadeFeature.Cell: [Int]] = [:]
    for (index, feature) in before.enumerated().reversed() {
      for cell in feature.cells { byCell[cell, default: []].append(index) }
    }
    for place in own where settled[place] == nil {
      let feature = features[place]
      for cell in feature.cells {
        // What is taken is passed over once, however much lies here.
        while let last = byCell[cell]?.last, taken.contains(before[last].key) {
          byCell[cell]?.removeLast()
        }
        let same = byCell[cell]?.last { index in
          looks.take() && !taken.contains(before[index].key) && before[index].lies(where: feature)
        }
        guard let same else { continue }
        settle(place, before[same])
        break
      }
    }
  }

  /// What the venue has by its number, as far as the body says so of what is and was.
  private mutating func take(_ own: [Int], _ isIt: (MadeFeature, MadeFeature) -> Bool) {
    for place in own where settled[place] == nil {
      guard let old = byID[features[place].key], !taken.contains(old.key),
        isIt(features[place], old)
      else { continue }
      settle(place, old)
    }
  }

  /// What lies where something lay, as far as the body says so of what is and was.
  private mutating func takeNear(
    _ own: [Int], _ ground: MadeGround, _ isIt: (MadeFeature, MadeFeature) -> Bool
  ) {
    for place in own where settled[place] == nil {
      let feature = features[place]
      let old = ground.near(feature) { isIt(feature, $0) && !taken.contains($0.key) }
      if let old { settle(place, old) }
    }
  }

  /// Where most of the names are those of before, each has its own feature's id.
  private mutating func takeNames(_ own: [Int], _ before: [MadeFeature]) {
    let names = Self.unique(own.map { features[$0] })
    let before = Self.unique(before)
    guard names.keys.count(where: { before[$0] != nil }) * 2 > names.count else { return }
    for place in own where settled[place] == nil && names[features[place].nameKey] != nil {
      guard let old = before[features[place].nameKey], !taken.contains(old.key) else { continue }
      settle(place, old)
    }
  }

  /// Rooms that have most of the larger one's ground in common.
  private mutating func takeMostly(_ own: [Int], _ ground: MadeGround) {
    for place in own where settled[place] == nil && features[place].what == .unit {
      if let old = ground.mostly(features[place], except: taken) { settle(place, old) }
    }
  }

  /// A door may be put elsewhere in its wall.
  private mutating func takeDoors(_ own: [Int], _ ground: MadeGround) {
    for place in own where settled[place] == nil && features[place].what == .opening {
      if let old = ground.nearest(features[place], except: taken) { settle(place, old) }
    }
  }

  /// In a drawing that is where it was, what is drawn anew replaces what had its number, where
  /// something of the drawing covers that.
  private mutating func takeCovered(_ own: [Int], _ level: String) {
    let grounds = (all[level] ?? []).map { features[$0] }.filter { $0.what == .unit }
    let tree = BoxTree(grounds.compactMap(\.inside))
    take(own.filter { features[$0].what == .unit }) { _, old in
      old.inside.map { !tree.forEach(meeting: $0) { _ in false } } ?? true
    }
  }

  /// What is new takes the number that was made for it where nothing had that, or else the next.
  private mutating func takeFresh() {
    var next: [String: Int] = [:]
    for place in made.keys.sorted() where settled[place] == nil {
      let own = features[place]
      var fresh = own
      while taken.contains(fresh.key) || known[fresh.key] != nil {
        let index = max(next[own.stem] ?? 0, (made[place] ?? 0) + 1)
        next[own.stem] = index + 1
        fresh.id = "\(own.stem)\(index)"
      }
      settle(place, fresh)
    }
  }
}
