import IndoorGeometry
public import IndoorModel

/// Where a radio map is bad, cell by cell, and the walks that would mend it.
public struct ErrorGround: Sendable {
  /// What was located in a cell.
  public struct Cell: Hashable, Sendable {
    /// Where it is.
    public var cell: GroundCell
    /// How many of its scans were located.
    public var scans: Int
    /// Mean of their horizontal errors, in metres.
    public var error: Double
    /// How many of them were put on a wrong level.
    public var wrongLevels: Int
  }

  /// One level.
  public struct LevelErrors: Sendable {
    /// The level.
    public var key: LevelKey
    /// Its cells that have located scans, from south to north and from west to east.
    public var cells: [Cell]
    /// The walk past its worst cells; `nil` where none is bad, or the ground isn't known.
    public var next: ProposedWalk?
  }

  /// The levels that scans were taken on, ascending.
  public let levels: [LevelErrors]

  /// Share of all errors, in percent, that a cell's mean must exceed to count as bad, and the
  /// metres that it must exceed whatever the others are.
  private static let bad = (percent: 75.0, metres: 6.0)

  /// Gathers located scans.
  ///
  /// - Parameters:
  ///   - points: located scans with their true places.
  ///   - ground: where people can walk, for the walks; `nil` for none.
  public init(_ points: [RadioMapEvaluation.Point], ground: SurveyGround?) {
    let errors = ErrorStatistics(points.lazy.compactMap(\.error))
    let limit = max(errors.percentile(Self.bad.percent) ?? 0, Self.bad.metres)
    let usual = errors.median ?? 0
    let cells = Dictionary(grouping: points.filter { $0.error != nil && $0.place.isFinite }) {
      GroundCell(level: $0.level, place: $0.place)
    }.map { cell, points in
      Cell(
        cell: cell, scans: points.count,
        error: points.reduce(0) { $0 + ($1.error ?? 0) } / Double(points.count),
        wrongLevels: points.count { $0.answer != $0.level })
    }
    levels = Dictionary(grouping: cells, by: \.cell.level).map { key, cells in
      let bad = cells.filter { $0.error > limit }
      let next = ground?.level(key)?.walkable.flatMap { raster in
        Self.walk(past: bad, over: usual, on: key, raster)
      }
      return LevelErrors(key: key, cells: cells.sorted { $0.cell < $1.cell }, next: next)
    }.sorted { $0.key < $1.key }
  }

  /// The walk past cells: what each may gain is how far its errors are over the usual one.
  private static func walk(
    past bad: [Cell], over usual: Double, on level: LevelKey, _ raster: WalkableRaster
  ) -> ProposedWalk? {
    let areas = raster.areas(of: Set(bad.map(\.cell)))
    var gains: [GroundCell: Double] = [:]
    for cell in bad {
      guard let area = areas[cell.cell], area > 0 else { continue }
      gains[cell.cell] = (cell.error - usual) * area
    }
    var planner = WalkPlanner(level: level, raster: raster, gains: gains, areas: areas)
    return planner.walk()
  }
}

extension WalkableRaster {
  /// Square metres of cells that people can walk on.
  fileprivate func areas(of cells: Set<GroundCell>) -> [GroundCell: Double] {
    var areas: [GroundCell: Double] = [:]
    let steps = max(1, Int((GroundCell.side / squares.side).rounded()))
    for cell in cells {
      let corner = LocalPoint(
        x: cell.middle.x - GroundCell.side / 2, y: cell.middle.y - GroundCell.side / 2)
      for column in 0..<steps {
        for row in 0..<steps {
          let place = LocalPoint(
            x: corner.x + (Double(column) + 0.5) * squares.side,
            y: corner.y + (Double(row) + 0.5) * squares.side)
          guard let square = squares.cell(of: place), isWalkable(square) else { continue }
          areas[cell, default: 0] += squares.side * squares.side
        }
      }
    }
    return areas
  }
}
