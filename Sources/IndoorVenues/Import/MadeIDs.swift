import IndoorGeometry
import IndoorLibc

/// Ids of features whose sources give none, in a venue that has such features already.
///
/// They count the features of a file, so that one more or less in its middle would shift all that
/// follow, and another file's have the same. What lies where it lay keeps its id instead, and what
/// another file draws elsewhere gets one that nothing had.
enum MadeIDs {
  /// A unit or an opening, of the import or of the venue before it.
  struct Feature {
    let id: String
    /// What a made id begins with, before the index: its level's id, and what it is.
    let stem: String
    /// All its vertices.
    let points: [Coordinate]
    /// Around where it is, in the venue's local metres: boxes of one place meet.
    let ground: BoundingBox<LocalPoint>?

    /// Whether its id is one that an import made.
    fileprivate var isMade: Bool {
      id.hasPrefix(stem) && id.dropFirst(stem.count).first?.isNumber == true
    }

    /// How far vertices of one place may lie apart, in degrees.
    private static let tolerance = 1e-9

    /// Where it is looked for: squares a thousand times as large as the tolerance, of which what
    /// lies on an edge has several.
    fileprivate var cells: [Cell] {
      guard let first = points.first else { return [] }
      func squares(_ degrees: Double) -> [Double] {
        Set([-Self.tolerance, Self.tolerance].map { ((degrees + $0) * 1e6).rounded() }).sorted()
      }
      return squares(first.latitude).flatMap { north in
        squares(first.longitude).map {
          Cell(stem: stem, count: points.count, north: north, east: $0)
        }
      }
    }

    /// Whether it lies where the other does, as one that is drawn better or written with fewer
    /// digits.
    fileprivate func isNear(_ other: Feature) -> Bool {
      guard let ground, let others = other.ground else { return false }
      let metres = Self.near
      return abs(ground.minimum.x - others.minimum.x) <= metres
        && abs(ground.minimum.y - others.minimum.y) <= metres
        && abs(ground.maximum.x - others.maximum.x) <= metres
        && abs(ground.maximum.y - others.maximum.y) <= metres
    }

    /// Metres that the boxes of one place may lie apart.
    private static let near = 0.3

    fileprivate func lies(where other: Feature) -> Bool {
      stem == other.stem && points.count == other.points.count
        && zip(points, other.points).allSatisfy {
          abs($0.latitude - $1.latitude) <= Self.tolerance
            && abs($0.longitude - $1.longitude) <= Self.tolerance
        }
    }
  }

  fileprivate struct Cell: Hashable {
    let stem: String
    let count: Int
    let north, east: Double
  }

  /// The ids that features get instead of those that were made for them, by their places.
  ///
  /// - Parameters:
  ///   - features: all of the import, of one kind.
  ///   - made: the index in its file of each whose id was made.
  ///   - before: all of the venue.
  static func settled(
    _ features: [Feature], made: [Int: Int], before: [Feature]
  ) -> [Int: String] {
    let given = Set(features.indices.filter { made[$0] == nil }.map { features[$0].id })
    let stored = before.filter { $0.isMade && !given.contains($0.id) }
    guard !made.isEmpty, !stored.isEmpty else { return [:] }
    let byID = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
    var byCell: [Cell: [Feature]] = [:]
    for feature in stored {
      for cell in feature.cells { byCell[cell, default: []].append(feature) }
    }
    let places = made.keys.sorted()
    var settled: [Int: String] = [:]
    var taken = given
    // Of several that lie on each other each keeps its own.
    for place in places where byID[features[place].id]?.lies(where: features[place]) == true {
      settled[place] = features[place].id
      taken.insert(features[place].id)
    }
    for place in places where settled[place] == nil {
      let own = features[place]
      let same = own.cells.lazy.flatMap { byCell[$0] ?? [] }.first {
        !taken.contains($0.id) && $0.lies(where: own)
      }
      guard let same else { continue }
      settled[place] = same.id
      taken.insert(same.id)
    }
    // So does what lies nearly where one lay.
    for place in places where settled[place] == nil {
      let own = features[place]
      guard let old = byID[own.id], !taken.contains(own.id), old.isNear(own) else { continue }
      settled[place] = own.id
      taken.insert(own.id)
    }
    let trees = Dictionary(grouping: stored.filter { $0.ground != nil }, by: \.stem).mapValues {
      (features: $0, tree: BoxTree($0.compactMap(\.ground)))
    }
    for place in places where settled[place] == nil {
      let own = features[place]
      guard let (features, tree) = trees[own.stem], let ground = own.ground else { continue }
      var near: String?
      tree.forEach(meeting: ground) {
        guard features[$0].isNear(own), !taken.contains(features[$0].id) else { return true }
        near = features[$0].id
        return false
      }
      guard let near else { continue }
      settled[place] = near
      taken.insert(near)
    }
    // What is new, or drawn anew, takes its own where that is free, or else the next that nothing
    // has or had.
    let staying = staying(features, made: places, settled: settled, stored: byID)
    var next: [String: Int] = [:]
    for place in places where settled[place] == nil {
      let own = features[place]
      var id = own.id
      while taken.contains(id) || byID[id] != nil && (id != own.id || staying.contains(id)) {
        let index = max(next[own.stem] ?? 0, (made[place] ?? 0) + 1)
        next[own.stem] = index + 1
        id = "\(own.stem)\(index)"
      }
      settled[place] = id
      taken.insert(id)
    }
    return settled
  }

  /// Metres, and part of the way, within which two features moved by the same way.
  private static let tolerance = 1.0, part = 0.02

  /// The ids of stored features that aren't the ones that their numbers now stand for: nothing of
  /// the import lies where they do, as with another part of the level. Of a level whose drawing
  /// comes again, most of it where it was or moved by one way and not off its own ground, there are
  /// none.
  private static func staying(
    _ features: [Feature], made places: [Int], settled: [Int: String], stored: [String: Feature]
  ) -> Set<String> {
    var staying: Set<String> = []
    let grounds = Dictionary(grouping: features, by: \.stem)
    for (stem, places) in Dictionary(grouping: places, by: { features[$0].stem }) {
      let tree = BoxTree((grounds[stem] ?? []).compactMap(\.ground))
      var ways: [(x: Double, y: Double)] = []
      var alone: [String] = []
      var pairs = 0
      for place in places {
        let own = features[place]
        guard let old = stored[own.id], let from = old.ground, let to = own.ground else { continue }
        pairs += 1
        if settled[place] == nil, tree.forEach(meeting: from, { _ in false }) {
          alone.append(old.id)
        }
        guard old.points.count == own.points.count else { continue }
        ways.append((to.centre.x - from.centre.x, to.centre.y - from.centre.y))
      }
      guard !alone.isEmpty else { continue }
      let way = (
        x: ways.map(\.x).sorted().dropFirst(ways.count / 2).first ?? 0,
        y: ways.map(\.y).sorted().dropFirst(ways.count / 2).first ?? 0
      )
      let off = tolerance + part * hypot(way.x, way.y)
      let alike = ways.filter { hypot($0.x - way.x, $0.y - way.y) <= off }
      if alone.count < pairs, alike.count * 2 > pairs { continue }
      staying.formUnion(alone)
    }
    return staying
  }
}
