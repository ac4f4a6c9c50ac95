import IndoorGeometry

extension Polygon<LocalPoint> {
  /// The part in a box, in time that goes with the vertices: where the box cuts it into several,
  /// they hang together by edges on the box's sides. `nil` where there is none.
  ///
  /// Sutherland and Hodgman (1974), "Reentrant polygon clipping", doi:10.1145/360767.360802.
  func clipped(to box: BoundingBox<LocalPoint>) -> Polygon? {
    let exterior = Self.clip(exterior, to: box)
    guard exterior.count > 2 else { return nil }
    return Polygon(
      exterior: exterior, holes: holes.map { Self.clip($0, to: box) }.filter { $0.count > 2 })
  }

  private static func clip(
    _ ring: [LocalPoint], to box: BoundingBox<LocalPoint>
  ) -> [LocalPoint] {
    guard let around = BoundingBox(ring) else { return [] }
    var ring = ring
    if around.minimum.x < box.minimum.x { ring = clip(ring, byX: true, over: box.minimum.x) }
    if around.maximum.x > box.maximum.x { ring = clip(ring, byX: true, under: box.maximum.x) }
    if around.minimum.y < box.minimum.y { ring = clip(ring, byX: false, over: box.minimum.y) }
    if around.maximum.y > box.maximum.y { ring = clip(ring, byX: false, under: box.maximum.y) }
    return ring
  }

  /// The part of a ring whose x, or y, is within limits.
  private static func clip(
    _ ring: [LocalPoint], byX: Bool, over low: Double = -.infinity, under high: Double = .infinity
  ) -> [LocalPoint] {
    guard var previous = ring.last else { return [] }
    var part: [LocalPoint] = []
    for point in ring {
      let (from, to) = byX ? (previous.x, point.x) : (previous.y, point.y)
      let (wasIn, isIn) = (low <= from && from <= high, low <= to && to <= high)
      if isIn != wasIn {
        let limit = low > -.infinity ? low : high
        let share = (limit - from) / (to - from)
        part.append(
          byX
            ? LocalPoint(x: limit, y: previous.y + share * (point.y - previous.y))
            : LocalPoint(x: previous.x + share * (point.x - previous.x), y: limit))
      }
      if isIn { part.append(point) }
      previous = point
    }
    return part
  }
}
