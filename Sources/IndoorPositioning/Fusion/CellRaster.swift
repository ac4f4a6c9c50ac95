import IndoorGeometry

/// Square cells in rows, and which of them lie in an area.
struct CellRaster {
  var minimum: LocalPoint
  /// Side of a cell, in metres.
  var side: Double
  var columns: Int
  var rows: Int

  /// Calls the body with the cells of each row whose middles lie inside of all rings by the even-odd rule, as the crossing
  /// number test after Franklin's PNPOLY says of each. In rings with a vertex that isn't finite there is nothing.
  func forEachSpan(
    of polygons: [Polygon<LocalPoint>], _ body: (_ row: Int, _ columns: Range<Int>) -> Void
  ) {
    let rings = polygons.flatMap(\.rings)
    var (south, north) = (Double.infinity, -Double.infinity)
    for ring in rings {
      for vertex in ring {
        guard vertex.x.isFinite, vertex.y.isFinite else { return }
        (south, north) = (min(south, vertex.y), max(north, vertex.y))
      }
    }
    guard south < north else { return }
    var crossings: [Double] = []
    for row in first(south, minimum.y, rows)..<first(north, minimum.y, rows) {
      let y = middle(row, minimum.y)
      crossings.removeAll(keepingCapacity: true)
      for ring in rings {
        guard var previous = ring.last else { continue }
        for vertex in ring {
          if (vertex.y > y) != (previous.y > y) {
            crossings.append(
              (previous.x - vertex.x) * (y - vertex.y) / (previous.y - vertex.y) + vertex.x)
          }
          previous = vertex
        }
      }
      crossings.sort()
      // Rings close: they cross a row an even number of times, and every second stretch is inside.
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let begin = first(crossings[pair], minimum.x, columns)
        let end = first(crossings[pair + 1], minimum.x, columns)
        if begin < end { body(row, begin..<end) }
      }
    }
  }

  private func middle(_ index: Int, _ minimum: Double) -> Double {
    minimum + (Double(index) + 0.5) * side
  }

  /// The first index whose middle is not below a value.
  private func first(_ value: Double, _ minimum: Double, _ count: Int) -> Int {
    let guess = (value - minimum) / side - 0.5
    var index = Int(max(0, min(Double(count), guess.rounded(.up))))
    // The division rounds, and may be a cell off.
    while index > 0, middle(index - 1, minimum) >= value { index -= 1 }
    while index < count, middle(index, minimum) < value { index += 1 }
    return index
  }
}
