import IndoorGeometry

extension BoundingBox<LocalPoint> {
  /// The box's four quarters, cut half a micrometre beside whole ones, on which a large drawing's
  /// corners are: where a ring touches a box's border at its corner, GEOS loses what is beside it.
  var quarters: [BoundingBox] {
    func between(_ value: Double) -> Double { (value * 1e6).rounded(.down) / 1e6 + 5e-7 }
    let middle = LocalPoint(x: between(centre.x), y: between(centre.y))
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
