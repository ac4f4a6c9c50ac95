public import IndoorGeometry
public import IndoorModel

/// What a page shows of one level's survey.
public struct SurveyedLevel: Sendable {
  /// A square of ground.
  public struct Cell: Sendable {
    /// Its corners, in local metres.
    public var polygon: Polygon<LocalPoint>
    /// How many scans were taken in it.
    public var scans: Int
    /// How many walks took them.
    public var walks: Int
    /// Square metres of it that people can walk on.
    public var walkable: Double
    /// Metres to the nearest reference point.
    public var distance: Double
    /// Radius, in metres, that is expected to hold 68% of the errors there; `nil` where nobody can
    /// say.
    public var radius: Double?

    /// Makes a cell.
    public init(
      polygon: Polygon<LocalPoint>, scans: Int, walks: Int, walkable: Double, distance: Double,
      radius: Double?
    ) {
      self.polygon = polygon
      self.scans = scans
      self.walks = walks
      self.walkable = walkable
      self.distance = distance
      self.radius = radius
    }
  }

  /// A walk to take.
  public struct Proposal: Sendable {
    /// Its corners, in local metres: the waypoints, in the order to walk.
    public var corners: [LocalPoint]
    /// What people call each corner's place, empty where it has no name; as many as corners.
    public var names: [String]
    /// Its length, in metres.
    public var length: Double
    /// Square metres that it covers.
    public var covers: Double

    /// Makes a proposal.
    public init(corners: [LocalPoint], names: [String] = [], length: Double, covers: Double) {
      self.corners = corners
      self.names = corners.indices.map { names.indices.contains($0) ? names[$0] : "" }
      self.length = length
      self.covers = covers
    }
  }

  /// The level.
  public var key: LevelKey
  /// Its cells, row after row from the south, each from west to east.
  public var cells: [Cell]
  /// Where was walked, in local metres: a line a walk.
  public var paths: [[LocalPoint]]
  /// How many walks there are.
  public var walks: Int
  /// Square metres that people can walk on, and those of them near a scan.
  public var walkable: Double, covered: Double
  /// The walk to take next, where there is one.
  public var next: Proposal?

  /// Makes a level.
  public init(
    key: LevelKey, cells: [Cell], paths: [[LocalPoint]], walks: Int, walkable: Double,
    covered: Double, next: Proposal?
  ) {
    self.key = key
    self.cells = cells
    self.paths = paths
    self.walks = walks
    self.walkable = walkable
    self.covered = covered
    self.next = next
  }

  /// Square metres that the next walk covers for each metre.
  var promise: Double { next.map { $0.covers / max(1, $0.length) } ?? 0 }

  /// How many scans there are.
  var scans: Int { cells.reduce(0) { $0 + $1.scans } }

  /// The radius that `percent` (0 to 100) of the walkable ground stays under, or of the surveyed
  /// cells where the ground isn't known.
  public func radius(percent: Double) -> Double? {
    let weighted = cells.compactMap { cell -> (Double, Double)? in
      guard let radius = cell.radius else { return nil }
      let weight = walkable > 0 ? cell.walkable : cell.scans > 0 ? 1 : 0
      return weight > 0 ? (radius, weight) : nil
    }.sorted { $0.0 < $1.0 }
    let total = weighted.reduce(0) { $0 + $1.1 }
    var sum = 0.0
    for (radius, weight) in weighted {
      sum += weight
      if sum >= total * percent / 100 { return radius }
    }
    return weighted.last?.0
  }
}
