import IndoorGeometry
public import IndoorModel

/// What of a venue's ground was surveyed, how good positions will be there, and where to walk next.
public struct SurveyCoverage: Sendable {
  /// One level.
  public struct LevelCoverage: Sendable {
    /// The level.
    public var key: LevelKey
    /// Its cells, walkable or surveyed, from south to north and from west to east.
    public var cells: [CoverageGrid.Cell]
    /// Square metres that people can walk on; 0 where the venue doesn't say.
    public var walkable: Double
    /// Square metres of them in cells that `CoverageGrid.enough` reference points cover.
    public var covered: Double
    /// Square metres that people can walk on, where that is more than any building has and is left
    /// out.
    public var excess: Double?
    /// How many scans were taken on it.
    public var scans: Int
    /// How many walks took them.
    public var walks: Int
    /// The walk that would gain most; `nil` where nothing is to gain, the ground isn't known, or a
    /// hundred other levels have more of it to cover.
    public var next: ProposedWalk?

    /// Square metres that nothing covers.
    fileprivate var bare: Double { walkable - covered }
  }

  /// The levels of the venue and those that were surveyed, ascending.
  public let levels: [LevelCoverage]
  /// How errors are predicted; `nil` where there are too few walks to learn it from.
  public let accuracy: CoverageAccuracy?

  /// Metres and neighbours that a cell has once it was walked through.
  private static let walked = (distance: 1.0, neighbours: 6)

  /// Levels on which walks are proposed, those first that have most ground to cover: nobody walks
  /// all of more before the next survey, and each takes a tenth of a second.
  private static let mostPlanned = 100

  /// Works out the coverage of a survey.
  ///
  /// - Parameters:
  ///   - survey: the walks and the ground they were made on.
  ///   - map: the radio map of the survey's walks, with the matching that scans are
  ///     compared by.
  public init(_ survey: Survey, map: RadioMap) {
    let places = PlaceIndex(map)
    let accuracy = CoverageAccuracy(map: map, places: places)
    let cells = Dictionary(
      grouping: CoverageGrid(survey, places).cells, by: \.cell.level)
    var walks: [LevelKey: Set<UInt32>] = [:]
    for row in 0..<map.rowCount {
      walks[map.levels[Int(map.levelIndices[row])], default: []].insert(map.walks[row])
    }
    let keys = Set(survey.ground.levels.map(\.key)).union(cells.keys).sorted()
    var levels = keys.map { key in
      let cells = cells[key] ?? []
      return LevelCoverage(
        key: key, cells: cells, walkable: cells.reduce(0) { $0 + $1.walkable },
        covered: cells.reduce(0) { $0 + ($1.isGap ? 0 : $1.walkable) },
        excess: survey.ground.level(key)?.excess,
        scans: cells.reduce(0) { $0 + $1.tally.scans }, walks: walks[key]?.count ?? 0)
    }
    let bare = levels.indices.sorted { (levels[$0].bare, $1) > (levels[$1].bare, $0) }
    for index in bare.prefix(Self.mostPlanned) {
      let level = levels[index]
      levels[index].next = survey.ground.level(level.key)?.walkable.flatMap {
        Self.nextWalk(on: level.key, $0, level.cells, accuracy)
      }
    }
    (self.levels, self.accuracy) = (levels, accuracy)
  }

  /// Radius, in metres, that is expected to hold 68% of the errors of single scans in a cell; `nil`
  /// where nothing is known.
  public func radius(in cell: CoverageGrid.Cell) -> Double? {
    accuracy?.radius(distance: cell.distance, neighbours: cell.neighbours)
  }

  /// The proposed walks, the one that gains most for its length first.
  public var proposals: [ProposedWalk] {
    levels.compactMap(\.next).sorted { $0.gain / $0.length > $1.gain / $1.length }
  }

  private static func nextWalk(
    on level: LevelKey, _ raster: WalkableRaster, _ cells: [CoverageGrid.Cell],
    _ accuracy: CoverageAccuracy?
  ) -> ProposedWalk? {
    var gains: [GroundCell: Double] = [:]
    var areas: [GroundCell: Double] = [:]
    for cell in cells where cell.walkable > 0 {
      areas[cell.cell] = cell.walkable
      // Where scans are near, more of them gain little, whatever the curve says.
      guard cell.isGap else { continue }
      let now = accuracy?.radius(distance: cell.distance, neighbours: cell.neighbours)
      let then = accuracy?.radius(distance: walked.distance, neighbours: walked.neighbours)
      let metres = zip(now, then).map { max(0, $0 - $1) } ?? cell.distance
      if metres > 0 { gains[cell.cell] = metres * cell.walkable }
    }
    guard gains.keys.reduce(0, { $0 + (areas[$1] ?? 0) }) >= CoverageChecks.minimumGap else {
      return nil
    }
    var planner = WalkPlanner(level: level, raster: raster, gains: gains, areas: areas)
    return planner.walk()
  }

  /// Both, or neither.
  private static func zip(_ a: Double?, _ b: Double?) -> (Double, Double)? {
    guard let a, let b else { return nil }
    return (a, b)
  }
}
