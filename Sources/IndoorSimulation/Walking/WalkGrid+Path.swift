import IndoorGeometry

extension WalkGrid {
  /// The free cell next to a point, or `nil` where the level has none.
  func nearestFree(to point: LocalPoint) -> Int? {
    if let here = raster.cell(of: point), isFree(here) { return here }
    // Most often one is near, and a level may have thousands of stairs to look from.
    var best: (cell: Int, metres: Double)?
    raster.forEachCell(near: point, reach: Self.near) { cell, _ in
      let metres = raster.middle(of: cell).distance(to: point)
      if isFree(cell), metres < best?.metres ?? Double(Self.near) * raster.side {
        best = (cell, metres)
      }
    }
    if let best { return best.cell }
    return clearance.indices.filter(isFree).min {
      raster.middle(of: $0).distance(to: point) < raster.middle(of: $1).distance(to: point)
    }
  }

  /// Cells to each side of a point that are looked at before all others.
  private static let near = 10

  /// A way on foot that keeps off the walls where there is room, or `nil` where none leads there.
  ///
  /// A* (Hart, Nilsson and Raphael 1968, doi:10.1109/TSSC.1968.300136) over the eight neighbours,
  /// then smoothed.
  func path(from start: LocalPoint, to goal: LocalPoint) -> [LocalPoint]? {
    guard let first = nearestFree(to: start), let last = nearestFree(to: goal),
      let cells = cells(from: first, to: last)
    else { return nil }
    return smoothed(cells.map { raster.middle(of: $0) })
  }

  private func cells(from start: Int, to goal: Int) -> [Int]? {
    var cost = [Float](repeating: .infinity, count: clearance.count)
    var previous = [Int32](repeating: -1, count: clearance.count)
    var heap = CellHeap()
    let (gx, gy) = (goal % raster.columns, goal / raster.columns)
    func estimate(_ index: Int) -> Float {
      let dx = Float(index % raster.columns - gx)
      let dy = Float(index / raster.columns - gy)
      return (dx * dx + dy * dy).squareRoot()
    }
    cost[start] = 0
    heap.push(start, estimate(start))
    while let (here, key) = heap.pop() {
      if here == goal { break }
      guard key <= cost[here] + estimate(here) + 1e-3 else { continue }
      let (x, y) = (here % raster.columns, here / raster.columns)
      for dy in -1...1 {
        for dx in -1...1 where dx != 0 || dy != 0 {
          let (nx, ny) = (x + dx, y + dy)
          guard nx >= 0, ny >= 0, nx < raster.columns, ny < raster.rows else { continue }
          let next = ny * raster.columns + nx
          guard isFree(next), dx == 0 || dy == 0 || !isBarred(here, dx, dy) else { continue }
          let narrow = max(0, 1 - clearance[next])
          let step: Float = dx != 0 && dy != 0 ? 1.41421356 : 1
          let total = cost[here] + step * (1 + 4 * narrow)
          if total < cost[next] {
            cost[next] = total
            previous[next] = Int32(here)
            heap.push(next, total + estimate(next))
          }
        }
      }
    }
    guard cost[goal].isFinite else { return nil }
    var cells = [goal]
    while let last = cells.last, last != start { cells.append(Int(previous[last])) }
    return cells.reversed()
  }

  /// Corners rounded by moving each point half-way to its neighbours' middle, as long as it stays
  /// on free floor.
  private func smoothed(_ path: [LocalPoint]) -> [LocalPoint] {
    guard path.count > 2 else { return path }
    var points = path
    for _ in 0..<24 {
      for i in 1..<(points.count - 1) {
        let moved = LocalPoint(
          x: points[i].x / 2 + (points[i - 1].x + points[i + 1].x) / 4,
          y: points[i].y / 2 + (points[i - 1].y + points[i + 1].y) / 4)
        if isFree(moved) { points[i] = moved }
      }
    }
    return points
  }
}

/// The cells still to look at, the cheapest first: a binary heap.
private struct CellHeap {
  private var items: [(cell: Int, key: Float)] = []

  mutating func push(_ cell: Int, _ key: Float) {
    items.append((cell, key))
    var i = items.count - 1
    while i > 0, items[(i - 1) / 2].key > items[i].key {
      items.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  mutating func pop() -> (Int, Float)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return (first.cell, first.key) }
    items[0] = last
    var i = 0
    while true {
      var least = i
      for child in [2 * i + 1, 2 * i + 2]
      where child < items.count && items[child].key < items[least].key {
        least = child
      }
      if least == i { break }
      items.swapAt(i, least)
      i = least
    }
    return (first.cell, first.key)
  }
}
