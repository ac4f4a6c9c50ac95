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
    /// Where people can walk, cell by cell; `nil` where the venue draws nothing, or too much.
    public private(set) var walkable: WalkableRaster?
    /// Square metres that people can walk on, where that is more than a level of a building has,
    /// or all levels together than any building, so that `walkable` is `nil`.
    public private(set) var excess: Double?

    fileprivate let area: Double
    private let outline: PolygonIndex

    /// Makes the ground of a level.
    ///
    /// - Parameters:
    ///   - key: the level's building and ordinal.
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
      area = walkable.reduce(0) { $0 + $1.area }
      excess = area > WalkableRaster.most ? area : nil
    }

    fileprivate mutating func leaveOut() { (walkable, excess) = (nil, area) }

    /// Whether a place lies in the outline, or within `slack` metres of it in one of eight
    /// directions.
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

  /// Square metres of all levels together over which nobody surveys: the largest building has two
  /// square kilometres, and outlines in a wrong unit have a hundred times theirs.
  static let most = 10e6

  /// Makes the ground of levels; of what is more than a building's the largest are left out.
  public init(levels: [LevelGround]) {
    var levels = levels
    var total = 0.0
    for index in levels.indices.sorted(by: { levels[$0].area < levels[$1].area })
    where levels[index].walkable != nil {
      total += levels[index].area
      if total > Self.most { levels[index].leaveOut() }
    }
    self.levels = levels.sorted { $0.key < $1.key }
    indices = Dictionary(
      self.levels.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What is said of a level's square metres that are too many.
  package static func excess(_ area: Double) -> String {
    let kilometres = area < 1e6 ? "under 1" : "\(Int(min(area, 1e15) / 1e6))"
    return
      "\(kilometres) km² to walk on, \(area > WalkableRaster.most ? "" : "with the other levels ")more than any building"
  }

  /// A level's ground, or `nil` where the venue has no such level.
  public func level(_ key: LevelKey) -> LevelGround? { indices[key].map { levels[$0] } }

  /// What people call a level, its ordinal where the venue has no such level.
  func label(of key: LevelKey) -> String { level(key)?.label ?? String(key.ordinal) }
}

/// Where people can walk on a level, in small squares.
public struct WalkableRaster: Sendable {
  /// The squares of one level, their corners on whole multiples of their side: half a metre finds
  /// doors and narrow aisles; levels with over a square kilometre of ground get larger ones.
  public let squares: LevelRaster
  /// What was rastered, whose edges are finer than the squares.
  let parts: [Polygon<LocalPoint>]

  /// The walkable squares, from south to north and from west to east, and as a set.
  private let spans: [Range<Int>]
  private let walkable: SquareBits

  /// Square metres of ground over which nobody surveys a level: the largest floors of buildings
  /// have one square kilometre, and an airfield isn't indoors.
  static let most = 4e6

  /// Rasters polygons in local metres; `nil` where they have no area, or more than `most`.
  init?(_ parts: [Polygon<LocalPoint>]) {
    let vertices = parts.lazy.flatMap(\.exterior)
    guard vertices.allSatisfy(\.isFinite), var box = BoundingBox(vertices),
      box.width > 0, box.height > 0, box.width < 1e6, box.height < 1e6
    else { return nil }
    let area = parts.reduce(0) { $0 + $1.area }
    guard area <= Self.most else { return nil }
    let side = max(
      0.5, (area / 4e6).squareRoot(), LevelRaster(covering: box, side: 0.5, most: 4e8).side)
    box.minimum = LocalPoint(
      x: (box.minimum.x / side).rounded(.down) * side,
      y: (box.minimum.y / side).rounded(.down) * side)
    let squares = LevelRaster(
      minimum: box.minimum, side: side, columns: Int(box.width / side) + 1,
      rows: Int(box.height / side) + 1)
    self.squares = squares
    self.parts = parts
    var spans: [Range<Int>] = []
    var walkable = SquareBits(count: squares.count)
    squares.forEachSpan(of: parts) { span in
      spans.append(span)
      for square in span { walkable.insert(square) }
    }
    (self.spans, self.walkable) = (spans, walkable)
  }

  /// Whether people can walk on a square.
  public func isWalkable(_ square: Int) -> Bool { walkable.contains(square) }

  /// The cells of a level that have walkable squares, from south to north and from west to east,
  /// and the squares' area in each, in square metres.
  func areas(of level: LevelKey) -> [(cell: GroundCell, area: Double)] {
    let area = squares.side * squares.side
    let columns = (0..<squares.columns).map {
      GroundCell(level: level, place: squares.middle(of: $0)).column
    }
    guard let first = columns.first, let last = columns.last else { return [] }
    var areas: [(cell: GroundCell, area: Double)] = []
    var sums = [Double](repeating: 0, count: Int(last) - Int(first) + 1)
    var row: Int32?
    func finish() {
      guard let row else { return }
      for (index, sum) in sums.enumerated() where sum > 0 {
        let column = first + Int32(truncatingIfNeeded: index)
        areas.append((GroundCell(level: level, column: column, row: row), sum))
        sums[index] = 0
      }
    }
    for span in spans {
      let next = GroundCell(level: level, place: squares.middle(of: span.lowerBound)).row
      if next != row { finish() }
      row = next
      let start = span.lowerBound - span.lowerBound % squares.columns
      for square in span { sums[Int(columns[square - start]) - Int(first)] += area }
    }
    finish()
    return areas
  }

  /// Metres from a place to the nearest walkable square's middle, `nil` where none is within
  /// `limit` metres.
  public func distance(from place: LocalPoint, limit: Double) -> Double? {
    var nearest = Double.infinity
    let reach = Int((min(limit, 100) / squares.side).rounded(.up))
    squares.forEachCell(near: place, reach: reach) { square, metres in
      if isWalkable(square) { nearest = min(nearest, metres) }
    }
    return nearest <= limit ? nearest : nil
  }
}
