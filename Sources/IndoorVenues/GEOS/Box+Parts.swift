import IndoorGeometry

extension BoundingBox<LocalPoint> {
  /// The box's four quarters.
  var quarters: [BoundingBox] {
    let middle = centre
    return [(minimum.x, middle.x), (middle.x, maximum.x)].flatMap { west, east in
      [(minimum.y, middle.y), (middle.y, maximum.y)].map { south, north in
        BoundingBox(
          minimum: LocalPoint(x: west, y: south), maximum: LocalPoint(x: east, y: north))
      }
    }
  }

  /// The box's two halves, cut across its longer side.
  var halves: [BoundingBox] {
    let middle = centre
    let corners =
      width >= height
      ? (LocalPoint(x: middle.x, y: maximum.y), LocalPoint(x: middle.x, y: minimum.y))
      : (LocalPoint(x: maximum.x, y: middle.y), LocalPoint(x: minimum.x, y: middle.y))
    return [
      BoundingBox(minimum: minimum, maximum: corners.0),
      BoundingBox(minimum: corners.1, maximum: maximum),
    ]
  }

  /// The box with a margin, in metres, around it.
  func grown(by margin: Double) -> BoundingBox {
    BoundingBox(
      minimum: LocalPoint(x: minimum.x - margin, y: minimum.y - margin),
      maximum: LocalPoint(x: maximum.x + margin, y: maximum.y + margin))
  }
}
