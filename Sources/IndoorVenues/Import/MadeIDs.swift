import IndoorGeometry

/// Ids of features whose sources give none, in a venue that has such features already.
///
/// They count the features of a file, so that one more or less in its middle would shift all that
/// follow. What lies where it lay keeps its id instead.
enum MadeIDs {
  /// A unit or an opening, of the import or of the venue before it.
  struct Feature {
    let id: String
    /// What a made id begins with, before the index: its level's id, and what it is.
    let stem: String
    /// All its vertices.
    let points: [Coordinate]

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
    // What is new, or drawn anew, takes its own where that is free, or else the next that nothing
    // has or had.
    var next: [String: Int] = [:]
    for place in places where settled[place] == nil {
      let own = features[place]
      var id = own.id
      while taken.contains(id) || id != own.id && byID[id] != nil {
        let index = max(next[own.stem] ?? 0, (made[place] ?? 0) + 1)
        next[own.stem] = index + 1
        id = "\(own.stem)\(index)"
      }
      settled[place] = id
      taken.insert(id)
    }
    return settled
  }
}
