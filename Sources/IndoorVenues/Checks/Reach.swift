import IndoorGeometry

/// How far a shape reaches along its longest edge and across it: a bound on what two shapes can
/// share, which rooms along one wall don't exceed however the building is turned.
struct Reach {
  private let vertices: [LocalPoint]
  /// Unit vector along the longest edge.
  private let axis: (x: Double, y: Double)

  /// Vertices over which a shape isn't measured.
  private static let many = 64

  init(_ polygons: [Polygon<LocalPoint>]) {
    vertices =
      polygons.reduce(0) { $0 + $1.exterior.count } > Self.many ? [] : polygons.flatMap(\.exterior)
    var (axis, longest) = ((x: 1.0, y: 0.0), 0.0)
    for ring in polygons.lazy.map(\.exterior) where !vertices.isEmpty {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let length = a.distance(to: b)
        if length > longest {
          (axis, longest) = (((b.x - a.x) / length, (b.y - a.y) / length), length)
        }
      }
    }
    self.axis = axis
  }

  /// Whether they may share more than so many square metres.
  func mayShare(over area: Double, with other: Reach) -> Bool {
    guard !vertices.isEmpty, !other.vertices.isEmpty else { return true }
    return shared(with: other, along: axis) > area && shared(with: other, along: other.axis) > area
  }

  /// The area of the box along an axis and across it in which both are, at most.
  private func shared(with other: Reach, along axis: (x: Double, y: Double)) -> Double {
    common(with: other) { $0.x * axis.x + $0.y * axis.y }
      * common(with: other) { $0.y * axis.x - $0.x * axis.y }
  }

  private func common(with other: Reach, _ value: (LocalPoint) -> Double) -> Double {
    let (one, two) = (range(value), other.range(value))
    return max(0, min(one.high, two.high) - max(one.low, two.low))
  }

  private func range(_ value: (LocalPoint) -> Double) -> (low: Double, high: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for vertex in vertices {
      let value = value(vertex)
      (low, high) = (min(low, value), max(high, value))
    }
    return (low, high)
  }
}
