/// Which of many boxes meet another one: a packed R-tree.
///
/// After Leutenegger, Lopez and Edgington (1997), "STR: a simple and efficient algorithm for R-tree
/// packing", doi:10.1109/ICDE.1997.582015. Boxes that share an edge or a corner meet.
package struct BoxTree: Sendable {
  /// Boxes of each level, the items' first, the root's last.
  private var levels: [[BoundingBox<LocalPoint>]]
  /// The caller's numbers of the items, in the tree's order.
  private let numbers: [Int]

  /// Items of a node.
  private static let fanOut = 16

  /// Makes the tree of boxes of finite corners.
  package init(_ boxes: [BoundingBox<LocalPoint>]) {
    let size = Self.fanOut
    var order = Array(boxes.indices)
    order.sort {
      boxes[$0].minimum.x + boxes[$0].maximum.x < boxes[$1].minimum.x + boxes[$1].maximum.x
    }
    let nodes = (boxes.count + size - 1) / size
    let slice = size * max(1, Int(Double(nodes).squareRoot().rounded(.up)))
    for start in stride(from: 0, to: order.count, by: slice) {
      order[start..<min(order.count, start + slice)].sort {
        boxes[$0].minimum.y + boxes[$0].maximum.y < boxes[$1].minimum.y + boxes[$1].maximum.y
      }
    }
    numbers = order
    levels = [order.map { boxes[$0] }]
    while let level = levels.last, level.count > 1 {
      levels.append(
        stride(from: 0, to: level.count, by: size).map { start in
          var box = level[start]
          for other in level[start..<min(level.count, start + size)] {
            box.extend(to: other.minimum)
            box.extend(to: other.maximum)
          }
          return box
        })
    }
  }

  /// Calls the body with the number of each item that meets a box, in an order of the tree's own,
  /// until it returns `false`.
  ///
  /// - Returns: whether the body never did.
  @discardableResult
  package func forEach(meeting box: BoundingBox<LocalPoint>, _ body: (Int) -> Bool) -> Bool {
    guard let root = levels.last, !root.isEmpty else { return true }
    return visit(levels.count - 1, 0..<root.count, Query(box: box), body)
  }

  /// Calls the body with the number of each item whose box a line from one place to another meets,
  /// or nearly, in an order of the tree's own, until it returns `false`.
  ///
  /// - Returns: whether the body never did.
  @discardableResult
  package func forEach(
    along a: LocalPoint, to b: LocalPoint, _ body: (Int) -> Bool
  ) -> Bool {
    guard let root = levels.last, !root.isEmpty else { return true }
    var box = BoundingBox(minimum: a, maximum: a)
    box.extend(to: b)
    let hair = Self.hair
    let query = Query(
      box: BoundingBox(
        minimum: LocalPoint(x: box.minimum.x - hair, y: box.minimum.y - hair),
        maximum: LocalPoint(x: box.maximum.x + hair, y: box.maximum.y + hair)), line: (a, b))
    return visit(levels.count - 1, 0..<root.count, query, body)
  }

  /// Metres by which a line may miss a box that it is still said to meet.
  private static let hair = 1e-6

  /// What boxes are to meet.
  private struct Query {
    var box: BoundingBox<LocalPoint>
    var line: (a: LocalPoint, b: LocalPoint)?

    @inline(__always)
    func meets(_ other: BoundingBox<LocalPoint>) -> Bool {
      guard other.minimum.x <= box.maximum.x, box.minimum.x <= other.maximum.x,
        other.minimum.y <= box.maximum.y, box.minimum.y <= other.maximum.y
      else { return false }
      guard let (a, b) = line else { return true }
      // A line passes a box whose middle is nearer than its corners reach across the line.
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let middle = other.centre
      let reach = (abs(dx) * other.height + abs(dy) * other.width) / 2
      let off = abs(dx * (middle.y - a.y) - dy * (middle.x - a.x))
      return off <= reach + BoxTree.hair * (abs(dx) + abs(dy))
    }
  }

  private func visit(
    _ level: Int, _ nodes: Range<Int>, _ query: Query, _ body: (Int) -> Bool
  ) -> Bool {
    for node in nodes where query.meets(levels[level][node]) {
      if level == 0 {
        guard body(numbers[node]) else { return false }
      } else {
        let first = node * Self.fanOut
        let children = first..<min(levels[level - 1].count, first + Self.fanOut)
        guard visit(level - 1, children, query, body) else { return false }
      }
    }
    return true
  }

  /// The number of the item that is nearest to a place, of several the lowest, and how far it is;
  /// `nil` where there is none.
  ///
  /// - Parameter distance: how far an item is, in metres; at least as far as its box.
  package func nearest(
    to place: LocalPoint, _ distance: (Int) -> Double
  ) -> (item: Int, distance: Double)? {
    var best: (item: Int, distance: Double)?
    if let root = levels.last {
      search(levels.count - 1, 0..<root.count, place, distance, &best)
    }
    return best
  }

  private func search(
    _ level: Int, _ nodes: Range<Int>, _ place: LocalPoint, _ distance: (Int) -> Double,
    _ best: inout (item: Int, distance: Double)?
  ) {
    let near = nodes.map { (node: $0, bound: levels[level][$0].distance(to: place)) }
      .sorted { $0.bound < $1.bound }
    for (node, bound) in near {
      if let best, bound > best.distance + Self.hair { return }
      guard level == 0 else {
        let first = node * Self.fanOut
        let children = first..<min(levels[level - 1].count, first + Self.fanOut)
        search(level - 1, children, place, distance, &best)
        continue
      }
      let found = (item: numbers[node], distance: distance(numbers[node]))
      guard let known = best else {
        best = found
        continue
      }
      if (found.distance, found.item) < (known.distance, known.item) { best = found }
    }
  }

  /// The numbers of all items that meet a box, ascending.
  package func items(meeting box: BoundingBox<LocalPoint>) -> [Int] {
    var items: [Int] = []
    forEach(meeting: box) {
      items.append($0)
      return true
    }
    return items.sorted()
  }
}

extension BoundingBox<LocalPoint> {
  /// How far a place is from the box, 0 in it.
  fileprivate func distance(to place: LocalPoint) -> Double {
    let dx = max(0, max(minimum.x - place.x, place.x - maximum.x))
    let dy = max(0, max(minimum.y - place.y, place.y - maximum.y))
    return (dx * dx + dy * dy).squareRoot()
  }
}
