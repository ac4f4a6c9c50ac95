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

  /// The box with a margin, in metres, around it.
  func grown(by margin: Double) -> BoundingBox {
    BoundingBox(
      minimum: LocalPoint(x: minimum.x - margin, y: minimum.y - margin),
      maximum: LocalPoint(x: maximum.x + margin, y: maximum.y + margin))
  }
}
