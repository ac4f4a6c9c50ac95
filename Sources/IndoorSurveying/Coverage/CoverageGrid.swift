import IndoorGeometry
public import IndoorModel

/// How well each cell of a venue is covered.
public struct CoverageGrid: Sendable {
  /// A cell that people can walk on, or that was surveyed.
  public struct Cell: Hashable, Sendable {
    /// Where it is.
    public var cell: GroundCell
    /// Square metres of it that people can walk on; 0 where it was surveyed on ground that the
    /// venue calls no way.
    public var walkable: Double
    /// What was taken in it.
    public var tally: CellTally
    /// Metres from its middle to the nearest reference point that counts, at most
    /// `CoverageGrid.farthest`.
    public var distance: Double
    /// Reference points that count within `CoverageAccuracy.near` metres of its middle.
    public var neighbours: Int
    /// Those of them within `CoverageGrid.reach` metres.
    public var support: Int

    /// Whether people walk there and too few reference points are near.
    public var isGap: Bool { walkable > 0 && support < CoverageGrid.enough }
  }

  /// Metres within which reference points cover a cell. A point counts unless other walks came
  /// within 5 m of it and none of them heard the like there.
  public static let reach = 6.0
  /// Reference points that cover a cell. In eight walks of the two malls of the Indoor Location
  /// Competition left out at a time, the error is 4.4 m where there are so many and 12.2 m
  /// elsewhere; within 4 m of any path it was 5.0 m, and 13.2 m elsewhere.
  public static let enough = 4
  /// Metres over which it makes no difference how far the nearest reference point is.
  public static let farthest = 40.0
  /// Square metres of a cell of 16 that people must be able to walk on for it to want a scan.
  static let least = 4.0

  /// The cells, by level, from south to north and from west to east.
  public let cells: [Cell]
  /// The levels that have walkable ground.
  public let groundLevels: Set<LevelKey>

  /// Lays the survey on its ground.
  ///
  /// - Parameters:
  ///   - survey: the walks and the ground they were made on.
  ///   - map: the radio map of the survey's walks.
  public init(of survey: Survey, map: RadioMap) {
    self.init(survey, PlaceIndex(map))
  }

  init(_ survey: Survey, _ places: PlaceIndex) {
    let surveyed = Dictionary(grouping: survey.cells, by: \.key.level)
    groundLevels = Set(survey.ground.levels.lazy.filter { $0.walkable != nil }.map(\.key))
    cells = groundLevels.union(surveyed.keys).sorted().flatMap { level in
      var tallies = Dictionary(uniqueKeysWithValues: surveyed[level] ?? [])
      var found: [(cell: GroundCell, area: Double, tally: CellTally)] = []
      for (cell, area) in survey.ground.level(level)?.walkable?.areas(of: level) ?? [] {
        let tally = tallies.removeValue(forKey: cell)
        guard area >= Self.least || tally != nil else { continue }
        found.append((cell, area, tally ?? CellTally()))
      }
      if !tallies.isEmpty {
        found += tallies.map { ($0.key, 0, $0.value) }
        found.sort { $0.cell < $1.cell }
      }
      return found.map { cell, area, tally in
        let density = places.density(around: cell.middle, onLevel: level)
        return Cell(
          cell: cell, walkable: area, tally: tally, distance: density.distance,
          neighbours: density.neighbours,
          support: places.support(of: cell.middle, onLevel: level))
      }
    }
  }

  /// Cells that hang together by a side or a corner, the largest group by walkable ground first.
  static func groups(of cells: [Cell]) -> [[Cell]] {
    var left = Dictionary(cells.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    var groups: [[Cell]] = []
    for seed in cells {
      guard left.removeValue(forKey: seed.cell) != nil else { continue }
      var group = [seed]
      var next = 0
      while next < group.count {
        let cell = group[next].cell
        next += 1
        for (column, row) in Self.around {
          let key = GroundCell(
            level: cell.level, column: cell.column &+ column, row: cell.row &+ row)
          if let found = left.removeValue(forKey: key) { group.append(found) }
        }
      }
      groups.append(group.sorted { $0.cell < $1.cell })
    }
    func area(_ group: [Cell]) -> Double { group.reduce(0) { $0 + $1.walkable } }
    return groups.sorted { area($0) > area($1) }
  }

  private static let around: [(Int32, Int32)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]
}
