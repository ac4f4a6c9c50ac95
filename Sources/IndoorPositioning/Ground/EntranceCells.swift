package import IndoorGeometry

/// The cells of a raster around an entrance's lines.
package struct EntranceCells {
  private let edges: [(a: LocalPoint, b: LocalPoint)]
  private let reach: Double
  private let raster: LevelRaster

  /// Cells looked at along the lines over which each cell of the raster is looked at instead, as
  /// where a whole outline is one entrance that runs to and fro.
  private static let most = 30_000_000.0
  /// Pieces that lines are cut into, about.
  private static let mostPieces = 500_000
  /// Metres of a line beyond which it can't be one of a building.
  private static let longest = 1e4

  package init(_ lines: [[LocalPoint]], within reach: Double, _ raster: LevelRaster) {
    edges = lines.flatMap { zip($0, $0.dropFirst()) }.filter { a, b in
      let length = a.distance(to: b)
      return length.isFinite && length < Self.longest
    }.map { (a: $0, b: $1) }
    self.reach = reach
    self.raster = raster
  }

  /// Calls the body with each cell whose middle is in reach of a line, with some several times.
  package func forEach(_ body: (Int) -> Void) {
    let side = Double(2 * steps + 1)
    let work = edges.reduce(0) { $0 + Double(pieces($1.a, $1.b)) * side * side }
    if work > Self.most { forEachInReach(body) } else { forEachAlongEdges(body) }
  }

  private func forEachAlongEdges(_ body: (Int) -> Void) {
    for (a, b) in edges {
      let pieces = pieces(a, b)
      for piece in 0..<pieces {
        let t = (Double(piece) + 0.5) / Double(pieces)
        let middle = LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y))
        raster.forEachCell(near: middle, reach: steps) { cell, _ in
          if raster.middle(of: cell).distance(toLine: a, b) <= reach { body(cell) }
        }
      }
    }
  }

  private func forEachInReach(_ body: (Int) -> Void) {
    let pieces = shortPieces
    let tree = BoxTree(
      pieces.map { a, b in
        var box = BoundingBox(minimum: a, maximum: a)
        box.extend(to: b)
        return box
      })
    for cell in raster.cells(ofLevel: 0) {
      let middle = raster.middle(of: cell)
      let box = BoundingBox(
        minimum: LocalPoint(x: middle.x - reach, y: middle.y - reach),
        maximum: LocalPoint(x: middle.x + reach, y: middle.y + reach))
      let isFar = tree.forEach(meeting: box) {
        middle.distance(toLine: pieces[$0].a, pieces[$0].b) > reach
      }
      if !isFar { body(cell) }
    }
  }

  /// The edges cut, so that the box around one that runs aslant isn't the whole ground.
  private var shortPieces: [(a: LocalPoint, b: LocalPoint)] {
    let length = edges.reduce(0) { $0 + $1.a.distance(to: $1.b) }
    let step = max(4 * reach, length / Double(Self.mostPieces))
    return edges.flatMap { a, b -> [(a: LocalPoint, b: LocalPoint)] in
      let count = max(1, Int((a.distance(to: b) / step).rounded(.up)))
      func place(_ index: Int) -> LocalPoint {
        let t = Double(index) / Double(count)
        return index == count ? b : LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y))
      }
      return (0..<count).map { (a: place($0), b: place($0 + 1)) }
    }
  }

  private func pieces(_ a: LocalPoint, _ b: LocalPoint) -> Int {
    max(1, Int((a.distance(to: b) / reach).rounded(.up)))
  }

  private var steps: Int { Int((2 * reach / raster.side).rounded(.up)) }
}

extension LocalPoint {
  /// Metres to a line between two points.
  func distance(toLine a: LocalPoint, _ b: LocalPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let t = square > 0 ? max(0, min(1, ((x - a.x) * dx + (y - a.y) * dy) / square)) : 0
    return distance(to: LocalPoint(x: a.x + t * dx, y: a.y + t * dy))
  }
}
