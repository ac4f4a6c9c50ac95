public import IndoorGeometry
public import IndoorModel

/// A walk that would make the most of a survey's next minutes.
public struct ProposedWalk: Hashable, Sendable {
  /// The level it is on.
  public var level: LevelKey
  /// Its corners, in local metres: a waypoint at each of them places every scan. Straight lines
  /// between them are walkable, and lead through doors where the venue draws them.
  public var corners: [LocalPoint]
  /// Its length, in metres.
  public var length: Double
  /// Square metres of ground not covered yet that it passes within reach.
  public var covers: Double
  /// What it gains: metres of predicted error over the square metres that it passes.
  public var gain: Double
}

/// Plans a walk over a level's ground: from the worst piece on to whatever promises most for the
/// way there.
///
/// Greedy, as the orienteering problem is hard (Golden, Levy and Vohra 1987,
/// doi:10.1002/1520-6750(198706)34:3): each next cell is the one with the most gain around it for
/// each metre of the shortest way to it.
struct WalkPlanner {
  /// Metres that a walk may be long: some four minutes, which a surveyor can repeat after a
  /// mistake.
  static let longest = 250.0
  /// Metres to either side that a walk covers.
  static let reach = 3.0
  /// Metres within which the next cell is looked for, and where there is none, how much farther.
  static let horizons = [40.0, 150.0]
  /// Square metres that each metre of a way must cover.
  private static let worth = 1.0
  /// Metres added to each way, so that the nearest cell isn't always the best.
  private static let baseCost = 4.0

  private let raster: WalkableRaster
  private let ground: ClearGround
  private let level: LevelKey
  private let areas: [GroundCell: Double]
  private var gains: [GroundCell: Double]
  /// The cells where there was something to gain at first, in order.
  private let cells: [GroundCell]
  private let numbers: [GroundCell: Int]
  /// What each of them and its neighbours promise; 0 where there is nothing to gain any more.
  private var values: [Double] = []
  /// The cells' numbers at each square where to walk in them.
  private let goalsBySquare: [Int: [Int]]

  /// - Parameter gains: metres of error to gain in each cell, times its square metres; none where
  ///   nothing is to gain.
  init(
    level: LevelKey, raster: WalkableRaster, gains: [GroundCell: Double],
    areas: [GroundCell: Double]
  ) {
    (self.level, self.raster, self.gains, self.areas) = (level, raster, gains, areas)
    ground = ClearGround(raster)
    let cells = gains.keys.sorted()
    self.cells = cells
    numbers = Dictionary(uniqueKeysWithValues: zip(cells, cells.indices))
    var goals: [Int: [Int]] = [:]
    for (number, cell) in cells.enumerated() {
      guard let square = Self.nearestSquare(in: cell, of: raster) else { continue }
      goals[square, default: []].append(number)
    }
    goalsBySquare = goals
    values = cells.map { value(around: $0) }
  }

  /// The walk, or `nil` where there is nothing to gain.
  ///
  /// It is planned from the worst piece onwards and then, from there again, backwards: the worst
  /// piece is seldom an end.
  mutating func walk() -> ProposedWalk? {
    guard let worst = start() else { return nil }
    var (covers, gain) = cover([worst])
    var squares = [worst]
    var length = 0.0
    for _ in 0..<2 {
      squares.reverse()
      while length < Self.longest, let at = squares.last,
        let way = nextWay(from: at, atMost: Self.longest - length)
      {
        let more = cover(way.squares)
        // A long way to a small rest is better left to another walk that begins there.
        if more.covers <= 0 || more.covers < Self.worth * way.length { break }
        covers += more.covers
        gain += more.gain
        squares += way.squares.dropFirst()
        length += way.length
      }
    }
    let corners = pulled(squares)
    guard corners.count > 1 else { return nil }
    let straight = zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return ProposedWalk(
      level: level, corners: corners, length: straight, covers: covers, gain: gain)
  }

  /// The middle of the worst neighbourhood.
  private func start() -> Int? {
    let best = values.indices.max { values[$0] < values[$1] }
    return best.flatMap { Self.nearestSquare(in: cells[$0], of: raster) }
  }

  /// What a cell promises and half of what its neighbours do; 0 where it promises nothing.
  private func value(around cell: GroundCell) -> Double {
    guard var value = gains[cell] else { return 0 }
    for column in Int32(-1)...1 {
      for row in Int32(-1)...1 where column != 0 || row != 0 {
        value += (gains[neighbour(of: cell, column, row)] ?? 0) / 2
      }
    }
    return value
  }

  private func neighbour(of cell: GroundCell, _ column: Int32, _ row: Int32) -> GroundCell {
    GroundCell(level: cell.level, column: cell.column &+ column, row: cell.row &+ row)
  }

  /// The walkable square of a cell that is nearest to its middle.
  private static func nearestSquare(in cell: GroundCell, of raster: WalkableRaster) -> Int? {
    let steps = Int((GroundCell.side / raster.squares.side / 2).rounded(.up))
    var best: (square: Int, distance: Double)?
    for dx in -steps...steps {
      for dy in -steps...steps {
        let place = LocalPoint(
          x: cell.middle.x + Double(dx) * raster.squares.side,
          y: cell.middle.y + Double(dy) * raster.squares.side)
        guard let square = raster.squares.cell(of: place), raster.isWalkable(square) else {
          continue
        }
        let distance = raster.squares.middle(of: square).distance(to: cell.middle)
        if distance < best?.distance ?? .infinity { best = (square, distance) }
      }
    }
    return best?.square
  }

  /// Takes what a way covers out of what is to gain.
  private mutating func cover(_ squares: [Int]) -> (covers: Double, gain: Double) {
    var (covers, gain) = (0.0, 0.0)
    var taken: Set<GroundCell> = []
    for square in squares {
      let place = raster.squares.middle(of: square)
      let cell = GroundCell(level: level, place: place)
      for column in Int32(-1)...1 {
        for row in Int32(-1)...1 {
          let near = neighbour(of: cell, column, row)
          guard let promised = gains[near], near.middle.distance(to: place) <= Self.reach else {
            continue
          }
          gains[near] = nil
          taken.insert(near)
          covers += areas[near] ?? 0
          gain += promised
        }
      }
    }
    for cell in taken {
      for column in Int32(-1)...1 {
        for row in Int32(-1)...1 {
          let near = neighbour(of: cell, column, row)
          if let number = numbers[near] { values[number] = value(around: near) }
        }
      }
    }
    return (covers, gain)
  }

  /// The way to the most promising cell around.
  private func nextWay(from start: Int, atMost limit: Double) -> (squares: [Int], length: Double)? {
    let most = values.max() ?? 0
    for horizon in Self.horizons {
      var search = ShortestWays(
        raster: raster, ground: ground, from: start, atMost: min(limit, horizon))
      var best: (goal: Int, square: Int, distance: Double, score: Double)?
      search.run { square, distance in
        // Most steps lead a few metres on: no goal that is farther can promise more then.
        if let best, most / (distance + Self.baseCost) < best.score { return true }
        for goal in goalsBySquare[square] ?? [] {
          let score = values[goal] / (distance + Self.baseCost)
          guard score > 0, (score, best?.goal ?? goal) >= (best?.score ?? 0, goal) else { continue }
          best = (goal, square, distance, score)
        }
        return false
      }
      if let best { return (search.way(to: best.square), best.distance) }
      if horizon >= limit { break }
    }
    return nil
  }

  /// The corners of a way pulled straight: from each on to the last square that it sees over
  /// walkable ground.
  private func pulled(_ squares: [Int]) -> [LocalPoint] {
    guard let first = squares.first else { return [] }
    var corners = [raster.squares.middle(of: first)]
    var at = 0
    while at < squares.count - 1 {
      var next = at + 1
      // Looking on while it is seen keeps the order in which cells are passed.
      while next + 1 < squares.count, sees(squares[at], squares[next + 1]),
        isBeside(squares[at...(next + 1)])
      {
        next += 1
      }
      corners.append(raster.squares.middle(of: squares[next]))
      at = next
    }
    return corners
  }

  /// Whether the ground between two squares' middles is walkable.
  private func sees(_ a: Int, _ b: Int) -> Bool {
    ground.isClear(raster.squares.middle(of: a), raster.squares.middle(of: b))
  }

  /// Whether the way that a straight line replaces stays close to it, so that it covers the same
  /// ground.
  private func isBeside(_ squares: ArraySlice<Int>) -> Bool {
    guard let first = squares.first, let last = squares.last else { return true }
    let (a, b) = (raster.squares.middle(of: first), raster.squares.middle(of: last))
    let length = max(1e-9, a.distance(to: b))
    return squares.allSatisfy { square in
      let p = raster.squares.middle(of: square)
      let across = abs((b.x - a.x) * (a.y - p.y) - (a.x - p.x) * (b.y - a.y)) / length
      let along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length
      return across <= Self.reach / 2 && along >= -1 && along <= length + 1
    }
  }
}
