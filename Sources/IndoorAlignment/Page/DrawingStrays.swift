internal import IndoorGeometry

/// Elements of a drawing that lie so far from the rest that its page would be theirs alone, as
/// a line that was drawn at a wrong coordinate.
enum DrawingStrays {
  /// How many times larger they have to make the drawing's larger side.
  private static let growth = 20.0
  /// How many elements are left out at most, and of how many one is.
  private static let (most, share) = (20, 100)

  /// The indices of such elements, outermost first; none where most of what is drawn lies apart,
  /// as two halves of a building do.
  static func indices(in boxes: [BoundingBox<PagePoint>]) -> [Int] {
    let count = min(most, boxes.count / share)
    guard count > 0 else { return [] }
    // A thousand tell where the middle of nearly all is.
    let some = stride(from: 0, to: boxes.count, by: max(1, boxes.count / 1000)).map {
      boxes[$0].centre
    }
    let middle = PagePoint(
      x: some.map(\.x).sorted()[some.count / 2], y: some.map(\.y).sorted()[some.count / 2])
    func reach(_ box: BoundingBox<PagePoint>) -> Double {
      max(
        box.maximum.x - middle.x, middle.x - box.minimum.x, box.maximum.y - middle.y,
        middle.y - box.minimum.y)
    }
    var outermost: [(index: Int, reach: Double)] = []
    for (index, box) in boxes.enumerated() {
      let reach = reach(box)
      if outermost.count == count {
        guard let last = outermost.last, reach > last.reach else { continue }
        outermost.removeLast()
      }
      let place = outermost.firstIndex { $0.reach < reach } ?? outermost.endIndex
      outermost.insert((index, reach), at: place)
    }
    let out = Set(outermost.map(\.index))
    guard var rest = union(boxes.indices.lazy.filter { !out.contains($0) }.map { boxes[$0] })
    else { return [] }
    // What is drawn without the first, the first two and so on.
    var left = [rest]
    for (index, _) in outermost.reversed() {
      rest.extend(to: boxes[index].minimum)
      rest.extend(to: boxes[index].maximum)
      left.append(rest)
    }
    left.reverse()
    var strays = 0
    for number in 1...outermost.count
    where left[number].largerSide * growth <= left[strays].largerSide
      && left[number].width > 0 && left[number].height > 0
    {
      strays = number
    }
    let found = outermost[..<strays].map(\.index)
    // What is itself long, as the line around a site, belongs to the drawing.
    return found.allSatisfy { boxes[$0].largerSide * growth <= left[0].largerSide } ? found : []
  }

  private static func union(
    _ boxes: some Sequence<BoundingBox<PagePoint>>
  ) -> BoundingBox<PagePoint>? {
    var all: BoundingBox<PagePoint>?
    for box in boxes {
      if all == nil { all = box }
      all?.extend(to: box.minimum)
      all?.extend(to: box.maximum)
    }
    return all
  }
}

extension BoundingBox {
  fileprivate var largerSide: Double { max(width, height) }
}
