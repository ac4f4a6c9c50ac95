internal import IndoorGeometry

/// A plan's lines as points with directions, y up: what is matched to a venue's walls.
struct Linework {
  /// One stretch of a line.
  struct Point {
    /// From the linework's origin, as y is.
    var x: Float
    var y: Float
    /// Direction of the line, a unit vector of either sense.
    var dx: Float
    var dy: Float
    /// Length that it stands for, in page units.
    var weight: Float
  }

  var points: [Point]
  /// -1 where the page's y axis points down and was turned over, else 1.
  var ySign: Double
  /// Where the points are counted from, in page units with their y axis: the page's own origin, but
  /// of a page that lies far from it.
  var origin = PagePoint(x: 0, y: 0)

  /// Whether the page draws more than was read.
  var isCut = false

  /// Longer sides of a page beyond which it lies far from its origin: a drawing in a national grid
  /// has millions of metres, of which a `Float` leaves half a metre.
  private static let farSides = 8.0

  /// Where points within a box are best counted from.
  static func origin(of box: BoundingBox<PagePoint>) -> PagePoint {
    let middle = box.centre
    let far = farSides * max(box.width, box.height)
    guard max(abs(middle.x), abs(middle.y)) > far else { return PagePoint(x: 0, y: 0) }
    return PagePoint(x: middle.x.rounded(), y: middle.y.rounded())
  }

  /// The same lines seen in a mirror.
  var mirrored: Linework {
    var other = self
    other.ySign = -ySign
    other.origin.y = -origin.y
    other.points = points.map { p in
      var point = p
      (point.y, point.dy) = (-p.y, -p.dy)
      return point
    }
    return other
  }

  /// Extent of the points, in page units.
  var extent: (width: Double, height: Double) {
    guard let first = points.first else { return (0, 0) }
    var (x0, x1, y0, y1) = (first.x, first.x, first.y, first.y)
    for p in points {
      (x0, x1) = (min(x0, p.x), max(x1, p.x))
      (y0, y1) = (min(y0, p.y), max(y1, p.y))
    }
    return (Double(x1 - x0), Double(y1 - y0))
  }

  /// Every k-th point, so that at most `count` are left, with the weight of those left out.
  func thinned(to count: Int) -> Linework {
    guard points.count > count, count > 0 else { return self }
    let step = Double(points.count) / Double(count)
    var thin = self
    thin.points = (0..<count).map { i in
      var point = points[min(points.count - 1, Int(Double(i) * step))]
      point.weight *= Float(step)
      return point
    }
    return thin
  }
}
