import IndoorModel

/// The piece of each level's floor that walks lead over.
///
/// Visits go from level to level, so that it is a piece of what hangs together over stairs and
/// lifts on most levels of its building, and is largest there. A level that has none of that, or as
/// good as none, has walks of its own, on its largest piece.
struct WalkedFloors {
  /// The piece of each level, `nil` where nobody can walk.
  let pieces: [Int32?]
  private let levels: [WalkedLevel]
  private let grids: [WalkGrid]
  /// What stairs and lifts lead from, on a level, and to, on the one above.
  private let links: Set<Link>

  private struct Link: Hashable {
    let level: Int
    let lower: Int32
    let upper: Int32
  }

  /// A piece on a level.
  private struct Place: Hashable {
    let level: Int
    let piece: Int32
  }

  /// Share of a level's largest piece from which on another one is worth a walk: more than the foot
  /// of some stairs.
  private static let least = 0.1

  init(levels: [WalkedLevel], grids: [WalkGrid]) {
    (self.levels, self.grids) = (levels, grids)
    links = Set(
      levels.indices.flatMap { level in
        Connector.all(from: level, in: levels).compactMap { connector in
          guard let first = connector.line.first?.0, let last = connector.line.last?.0,
            let lower = grids[level].piece(at: first), let upper = grids[level + 1].piece(at: last)
          else { return nil }
          return Link(level: level, lower: lower, upper: upper)
        }
      })
    let whole = Self.largest(of: links, levels, grids)
    pieces = grids.indices.map { level in
      let numbers = whole[level]
      let grid = grids[level]
      let linked = numbers.isEmpty ? nil : Self.piece(of: grid) { numbers.contains($0) }
      return linked ?? Self.piece(of: grid) { _ in true }
    }
  }

  /// The cells with some room around them of a level's piece.
  func cells(of level: Int) -> [Int] {
    grids[level].largestPiece { grids[level].pieces.piece[$0] == pieces[level] }
  }

  /// The level right above or below whose piece stairs or a lift lead to from this one's.
  func neighbour(of level: Int) -> Int? {
    [level + 1, level - 1].first { next in
      let low = min(level, next)
      guard pieces.indices.contains(next), let lower = pieces[low], let upper = pieces[low + 1]
      else { return false }
      return links.contains(Link(level: low, lower: lower, upper: upper))
    }
  }

  /// The piece with most floor in one, and some room on it, of those that are wanted.
  private static func piece(of grid: WalkGrid, _ isWanted: (Int32) -> Bool) -> Int32? {
    grid.largestPiece { isWanted(grid.pieces.piece[$0]) }.first.map { grid.pieces.piece[$0] }
  }

  /// The pieces on each level of what hangs together on most levels of its building, and of these
  /// has most floor.
  private static func largest(
    of links: Set<Link>, _ levels: [WalkedLevel], _ grids: [WalkGrid]
  ) -> [Set<Int32>] {
    var next: [Place: [Place]] = [:]
    for link in links {
      let (lower, upper) = (
        Place(level: link.level, piece: link.lower), Place(level: link.level + 1, piece: link.upper)
      )
      next[lower, default: []].append(upper)
      next[upper, default: []].append(lower)
    }
    let worth = grids.map { Int(least * Double($0.pieces.sizes.max() ?? 0)) }
    var best: [String: (levels: Int, cells: Int, places: [Place])] = [:]
    var seen: Set<Place> = []
    for level in grids.indices {
      for piece in grids[level].pieces.sizes.indices {
        let start = Place(level: level, piece: Int32(clamping: piece))
        guard next[start] != nil, seen.insert(start).inserted else { continue }
        var open = [start]
        var places: [Place] = []
        while let here = open.popLast() {
          if grids[here.level].pieces.sizes[Int(here.piece)] >= worth[here.level] {
            places.append(here)
          }
          open += next[here, default: []].filter { seen.insert($0).inserted }
        }
        let found = (
          levels: Set(places.map(\.level)).count,
          cells: places.reduce(0) { $0 + grids[$1.level].pieces.sizes[Int($1.piece)] }
        )
        let building = levels[level].key.building
        let known = best[building] ?? (0, 0, [])
        if found.levels > 1, found > (known.levels, known.cells) {
          best[building] = (found.levels, found.cells, places)
        }
      }
    }
    var pieces = [Set<Int32>](repeating: [], count: grids.count)
    for place in best.values.flatMap(\.places) { pieces[place.level].insert(place.piece) }
    return pieces
  }
}
