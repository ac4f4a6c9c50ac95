import IndoorGeometry

/// Walls that are drawn by their faces, as programs for buildings do: nothing lies between the room
/// on one side and that on the other, and an opening lies on one face or in the middle.
struct ThickWalls {
  private let units: [[Polygon<LocalPoint>]]
  private let tree: BoxTree
  /// The units in the tree.
  private let numbers: [Int]
  /// Metres from an opening to a face at most.
  private let thickest: Double
  /// Edges that are still looked at.
  private var looks = 20_000_000

  /// Metres beside an opening at which it is asked what it leads into: as it is drawn, it may lie
  /// that far within a room.
  private static let aside = 0.06
  /// Parts of an opening that are looked at one by one, as rooms may end behind it.
  private static let parts = 3

  /// - Parameter thickest: metres from an opening to a face at most.
  init(of units: [[Polygon<LocalPoint>]], thickest: Double) {
    let boxes = units.map { BoundingBox($0.flatMap(\.exterior)) }
    numbers = units.indices.filter { boxes[$0] != nil }
    tree = BoxTree(numbers.compactMap { boxes[$0] })
    self.units = units
    self.thickest = thickest
  }

  /// The strips from an opening past the faces of the wall that it lies in.
  ///
  /// - Parameters:
  ///   - line: the opening.
  ///   - past: metres that they reach past a face.
  ///   - reach: metres that are open anyway.
  mutating func strips(
    at line: [LocalPoint], past: Double, beyond reach: Double
  ) -> [Polygon<LocalPoint>] {
    guard let a = line.first, let b = line.last else { return [] }
    let width = a.distance(to: b)
    guard width > Self.aside, width.isFinite else { return [] }
    func along(_ part: Double) -> LocalPoint {
      let t = part / Double(Self.parts)
      return LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y))
    }
    var strips: [Polygon<LocalPoint>] = []
    for part in 0..<Self.parts {
      for side in [1.0, -1] where looks > 0 {
        let (x, y) = (side * (a.y - b.y) / width, side * (b.x - a.x) / width)
        func off(_ place: LocalPoint, _ metres: Double) -> LocalPoint {
          LocalPoint(x: place.x + metres * x, y: place.y + metres * y)
        }
        let (from, middle, to) = (
          along(Double(part)), along(Double(part) + 0.5), along(Double(part) + 1)
        )
        guard let face = face(from: off(middle, Self.aside), to: off(middle, thickest)) else {
          continue
        }
        let metres = Self.aside + face * (thickest - Self.aside) + past
        if metres > reach {
          strips.append(Polygon(exterior: [from, to, off(to, metres), off(from, metres)]))
        }
      }
    }
    return strips
  }

  /// How far along a line, from 0 to 1, the first edge of a unit lies; `nil` where the line begins
  /// in a unit or meets none.
  private mutating func face(from: LocalPoint, to: LocalPoint) -> Double? {
    var first: Double?
    var isInside = false
    var left = looks
    tree.forEach(along: from, to: to) { number in
      var isIn = false
      for ring in units[numbers[number]].lazy.flatMap(\.rings) {
        left -= ring.count
        for (p, q) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
          if (p.y > from.y) != (q.y > from.y),
            from.x < p.x + (from.y - p.y) / (q.y - p.y) * (q.x - p.x)
          {
            isIn.toggle()
          }
          if let share = Self.crossing(from, to, p, q) { first = min(first ?? share, share) }
        }
      }
      isInside = isInside || isIn
      return !isInside && left > 0
    }
    looks = left
    return isInside ? nil : first
  }

  /// Where a line from `a` to `b` crosses an edge, from 0 to 1.
  private static func crossing(
    _ a: LocalPoint, _ b: LocalPoint, _ p: LocalPoint, _ q: LocalPoint
  ) -> Double? {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    func side(_ r: LocalPoint) -> Double { dx * (r.y - a.y) - dy * (r.x - a.x) }
    let (from, to) = (side(p), side(q))
    guard (from > 0) != (to > 0) else { return nil }
    let t = from / (from - to)
    let (x, y) = (p.x + t * (q.x - p.x), p.y + t * (q.y - p.y))
    let share = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)
    return share >= 0 && share <= 1 ? share : nil
  }
}
