import IndoorGeometry
import IndoorLibc

/// Edges with very many vertices, along which GEOS draws walls only slowly.
enum WallEdges {
  /// Vertices under which edges are taken as they are.
  static let few = 500

  /// Pairs of edges, for each vertex, that may be nearer to each other than two walls: more make a
  /// wall of all ground between.
  private static let dense = 40
  /// The same of rings with so many vertices that GEOS takes seconds for them.
  private static let denseOfMany = (vertices: 5000, pairs: 8)

  /// Whether the rings' edges lie so close that walls of half that thickness, in metres, to either
  /// side run into each other everywhere.
  static func areDense(_ rings: [[LocalPoint]], _ half: Double) -> Bool {
    let vertices = rings.reduce(0) { $0 + $1.count }
    let tangle = EdgeTangle(rings.map { ring in ring.flatMap { [$0.x, $0.y] } }, margin: half)
    let dense = vertices > denseOfMany.vertices ? denseOfMany.pairs : Self.dense
    return tangle.pairs(atMost: dense * vertices) == nil
  }

  /// A ring, or a line, of fewer vertices that stays within a tolerance, in metres, of it.
  ///
  /// From each vertex that is kept on goes a line to the last vertex for which all between lie
  /// along it, as a cone from vertex to vertex tells (Sklansky and Gonzalez 1980,
  /// doi:10.1016/0031-3203(80)90031-X).
  ///
  /// - Parameter least: vertices that a shape has: under them it is left as it is.
  static func simplified(
    _ ring: [LocalPoint], tolerance: Double, least: Int = 3
  ) -> [LocalPoint] {
    guard var anchor = ring.first else { return [] }
    var kept = [anchor]
    var cone: (axis: Double, low: Double, high: Double)?
    var last = anchor
    var farthest = 0.0
    for vertex in ring.dropFirst() {
      if !extend(&cone, &farthest, from: anchor, to: vertex, tolerance) {
        (anchor, cone, farthest) = (last, nil, 0)
        kept.append(anchor)
        _ = extend(&cone, &farthest, from: anchor, to: vertex, tolerance)
      }
      last = vertex
    }
    if last != kept[0] { kept.append(last) }
    return kept.count >= least ? kept : ring
  }

  /// Narrows the cone of lines that pass a vertex; `false` where it isn't in the cone, or turns
  /// back.
  private static func extend(
    _ cone: inout (axis: Double, low: Double, high: Double)?, _ farthest: inout Double,
    from anchor: LocalPoint, to vertex: LocalPoint, _ tolerance: Double
  ) -> Bool {
    let distance = anchor.distance(to: vertex)
    if distance < farthest - tolerance { return false }
    farthest = max(farthest, distance)
    guard distance > tolerance else { return true }
    let direction = atan2(vertex.y - anchor.y, vertex.x - anchor.x)
    let half = asin(tolerance / distance)
    guard let old = cone else {
      cone = (direction, -half, half)
      return true
    }
    let turn = Angle.wrapped(direction - old.axis)
    guard turn >= old.low, turn <= old.high else { return false }
    cone = (old.axis, max(old.low, turn - half), min(old.high, turn + half))
    return true
  }
}
