/// The smallest upright rectangle around points of one frame.
public struct BoundingBox<Point: PlanarPoint>: Hashable, Sendable {
  /// The corner with the smallest x and y.
  public var minimum: Point
  /// The corner with the largest x and y.
  public var maximum: Point

  /// Makes the box of two opposite corners, `minimum` the smaller in both components.
  public init(minimum: Point, maximum: Point) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The box around points, or `nil` where there are none.
  public init?(_ points: some Sequence<Point>) {
    var box: BoundingBox?
    for p in points {
      if box == nil { box = BoundingBox(minimum: p, maximum: p) } else { box?.extend(to: p) }
    }
    guard let box else { return nil }
    self = box
  }

  /// The box around the outer rings of polygons, or `nil` where there are none. Vertices that
  /// aren't finite are left out.
  public init?(around polygons: some Sequence<Polygon<Point>>) {
    var box: BoundingBox?
    for polygon in polygons {
      for p in polygon.exterior where p.isFinite {
        if box == nil { box = BoundingBox(minimum: p, maximum: p) } else { box?.extend(to: p) }
      }
    }
    guard let box else { return nil }
    self = box
  }

  /// Grows the box until it holds the point.
  public mutating func extend(to p: Point) {
    minimum = Point(x: min(minimum.x, p.x), y: min(minimum.y, p.y))
    maximum = Point(x: max(maximum.x, p.x), y: max(maximum.y, p.y))
  }

  /// Extent along x, in the frame's unit.
  public var width: Double { maximum.x - minimum.x }
  /// Extent along y, in the frame's unit.
  public var height: Double { maximum.y - minimum.y }
  /// The middle.
  public var centre: Point {
    Point(x: (minimum.x + maximum.x) / 2, y: (minimum.y + maximum.y) / 2)
  }

  /// What it covers, in the frame's unit squared.
  package var area: Double { width * height }

  /// What two boxes both cover, in the frame's unit squared.
  package func sharedArea(with other: BoundingBox) -> Double {
    let width = min(maximum.x, other.maximum.x) - max(minimum.x, other.minimum.x)
    let height = min(maximum.y, other.maximum.y) - max(minimum.y, other.minimum.y)
    return width > 0 && height > 0 ? width * height : 0
  }

  /// How far two boxes are apart, in the frame's unit; 0 where they meet.
  package func gap(to other: BoundingBox) -> Double {
    let x = max(minimum.x - other.maximum.x, other.minimum.x - maximum.x, 0)
    let y = max(minimum.y - other.maximum.y, other.minimum.y - maximum.y, 0)
    return (x * x + y * y).squareRoot()
  }

  /// Whether the point is inside or on the edge.
  public func contains(_ p: Point) -> Bool {
    p.x >= minimum.x && p.x <= maximum.x && p.y >= minimum.y && p.y <= maximum.y
  }
}
