import IndoorGeometry

/// Outlines by where they are, so that another is compared with those near it alone.
struct OutlineTree {
  private let outlines: [[Polygon<Coordinate>]]
  /// The outlines that are somewhere, in the tree's order.
  private let numbers: [Int]
  private let tree: BoxTree

  init(_ outlines: [[Polygon<Coordinate>]]) {
    self.outlines = outlines
    let boxes = outlines.enumerated().compactMap { number, outline in
      Self.box(of: outline).map { (number: number, box: $0) }
    }
    numbers = boxes.map(\.number)
    tree = BoxTree(boxes.map(\.box))
  }

  /// The numbers of the outlines that share ground with another one, ascending.
  func sharingGround(with outline: [Polygon<Coordinate>]) -> [Int] {
    guard let box = Self.box(of: outline) else { return [] }
    // What crosses the antimeridian reaches beyond 180°, where others may lie beyond -180°.
    let near = [-360.0, 0, 360].flatMap { turn in
      tree.items(
        meeting: BoundingBox(
          minimum: LocalPoint(x: box.minimum.x + turn, y: box.minimum.y),
          maximum: LocalPoint(x: box.maximum.x + turn, y: box.maximum.y)))
    }
    return Set(near).map { numbers[$0] }.filter { outlines[$0].sharesGround(with: outline) }
      .sorted()
  }

  /// In degrees, from 0 to 360 where the antimeridian goes through.
  private static func box(of outline: [Polygon<Coordinate>]) -> BoundingBox<LocalPoint>? {
    let turn = LongitudeTurn(outline.flatMap(\.exterior))
    return BoundingBox(outline.lazy.flatMap(\.exterior).map(turn.point).filter(\.isFinite))
  }
}
