public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// The ground that a survey should cover: each level's outline and where people can walk on it.
public struct SurveyGround: Sendable {
  /// One level's ground.
  public struct LevelGround: Sendable {
    /// The level.
    public let key: LevelKey
    /// What people call it.
    public let label: String
    /// Whether the venue draws an outline; without one nothing is known to be outside.
    public let hasOutline: Bool
    /// Where people can walk, cell by cell; `nil` where the venue draws nothing.
    public let walkable: WalkableRaster?

    private let outline: PolygonIndex

    /// Makes the ground of a level.
    ///
    /// - Parameters:
    ///   - label: what people call it.
    ///   - outline: in local metres; empty where unknown.
    ///   - walkable: the parts that people can walk on, in local metres; empty where unknown.
    public init(
      key: LevelKey, label: String, outline: [Polygon<LocalPoint>],
      walkable: [Polygon<LocalPoint>]
    ) {
      self.key = key
      self.label = label
      hasOutline = !outline.isEmpty
      self.outline = PolygonIndex([outline])
      self.walkable = WalkableRaster(walkable)
    }

    /// Whether a place lies in the outline, or within `slack` metres of it in one of eight directions.
    public func isInside(_ place: LocalPoint, slack: Double) -> Bool {
      guard hasOutline else { return true }
      if outline.smallestArea(containing: place) != nil { return true }
      return (0..<8).contains { eighth in
        let angle = Double(eighth) * .pi / 4
        let near = LocalPoint(x: place.x + slack * cos(angle), y: place.y + slack * sin(angle))
        return outline.smallestArea(containing: near) != nil
      }
    }
  }

  /// The levels of the venue, ascending.
  public let levels: [LevelGround]

  private let indices: [LevelKey: Int]

  /// Makes the ground of levels.
  public init(levels: [LevelGround]) {
    self.levels = levels.sorted { $0.key < $1.key }
    indices = Dictionary(
      self.levels.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A level's ground, or `nil` where the venue has no such level.
  public func level(_ key: LevelKey) -> LevelGround? { indices[key].map { levels[$0] } }

  /// What people call a level, its ordinal where the venue has no such level.
  func label(of key: LevelKey) -> String { level(key)?.label ?? String(key.ordinal) }
}

/// Where people can walk on a level, in small squares.
public struct WalkableRaster: Sendable {
  /// Side of a square, in metres: half a metre finds doors and narrow aisles; wide levels get larger ones.
  public let side: Double
  /// South-west corner of the first square, in local metres, on whole multiples of `side`.
  public let minimum: LocalPoint
  /// Squares from west to east.
  public let columns: Int
  /// Squares from south to north.
  public let rows: Int

  private let isWalkable: ContiguousArray<Bool>

  /// Squares that a level may have: a square kilometre at half a metre.
  private static let most = 4e6

  /// Rasters polygons in local metres; `nil` where they have no area.
  init?(_ parts: [Polygon<LocalPoint>]) {
    let vertices = parts.lazy.flatMap(\.exterior)
    guard vertices.allSatisfy(\.isFinite), let box = BoundingBox(vertices),
      box.width > 0, box.height > 0, box.width < 1e6, box.height < 1e6
    else { return nil }
    let side = max(0.5, (box.width * box.height / Self.most).squareRoot())
    let minimum = LocalPoint(
      x: (box.minimum.x / side).rounded(.down) * side,
      y: (box.minimum.y / side).rounded(.down) * side)
    let columns = Int((box.maximum.x - minimum.x) / side) + 1
    let rows = Int((box.maximum.y - minimum.y) / side) + 1
    var isWalkable = ContiguousArray(repeating: false, count: columns * rows)
    let raster = CellRaster(minimum: minimum, side: side, columns: columns, rows: rows)
    raster.forEachSpan(of: parts) { row, span in
      for column in span { isWalkable[row * columns + column] = true }
    }
    (self.side, self.minimum, self.columns, self.rows) = (side, minimum, columns, rows)
    self.isWalkable = isWalkable
  }

  /// How many squares there are.
  public var count: Int { isWalkable.count }

  /// Whether people can walk on a square.
  public func isWalkable(_ square: Int) -> Bool { isWalkable[square] }

  /// The square of a place, or `nil` outside.
  public func square(of place: LocalPoint) -> Int? {
    let (u, v) = ((place.x - minimum.x) / side, (place.y - minimum.y) / side)
    guard u >= 0, v >= 0, u < Double(columns), v < Double(rows) else { return nil }
    return Int(v) * columns + Int(u)
  }

  /// The middle of a square, in local metres.
  public func middle(of square: Int) -> LocalPoint {
    LocalPoint(
      x: minimum.x + (Double(square % columns) + 0.5) * side,
      y: minimum.y + (Double(square / columns) + 0.5) * side)
  }

  /// Metres from a place to the nearest walkable square's middle, `nil` where none is within `limit` metres.
  public func distance(from place: LocalPoint, limit: Double) -> Double? {
    let reach = Int((min(limit, 100) / side).rounded(.up))
    guard place.isFinite else { return nil }
    let (u, v) = ((place.x - minimum.x) / side, (place.y - minimum.y) / side)
    guard abs(u) < 1e9, abs(v) < 1e9 else { return nil }
    let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    var nearest = Double.infinity
    for r in stride(from: max(0, row - reach), through: min(rows - 1, row + reach), by: 1) {
      for c in stride(
        from: max(0, column - reach), through: min(columns - 1, column + reach), by: 1)
      where isWalkable[r * columns + c] {
        nearest = min(nearest, middle(of: r * columns + c).distance(to: place))
      }
    }
    return nearest <= limit ? nearest : nil
  }
}
