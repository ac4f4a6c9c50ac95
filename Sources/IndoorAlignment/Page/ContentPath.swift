internal import IndoorGeometry

/// The path that content is making, in user space (ISO 32000-1, 8.5.2).
struct ContentPath {
  private(set) var stretches: [ContentPaths.Segment] = []
  private(set) var current = PagePoint(x: 0, y: 0)
  /// Whether it has all of its stretches.
  private(set) var isWhole = true
  /// Whether all of its stretches are of one subpath.
  private(set) var isOnePiece = true
  /// Whether it has a point, of which nothing may come.
  private(set) var isBegun = false
  /// Whether it will clip what comes after it.
  var isClip = false
  private var start = PagePoint(x: 0, y: 0)
  /// Whether a subpath began after another one, and whether there was any that has a length.
  private var isMoved = false
  private var hasLength = false
  /// Stretches that there is room for.
  private var room = ContentPaths.maximumSegments
  /// Whether there was none left for some.
  private(set) var isCut = false

  /// Straight pieces that a curve becomes.
  private static let pieces = 8

  /// Begins the next path, where this one ended.
  mutating func begin(room: Int) {
    stretches.removeAll(keepingCapacity: true)
    (isWhole, isOnePiece, isBegun, isClip, self.room) = (true, true, false, false, room)
    (isMoved, hasLength) = (false, false)
  }

  mutating func move(to place: PagePoint) {
    (start, current, isBegun) = (place, place, true)
    isMoved = hasLength
  }

  mutating func close() { line(to: start) }

  mutating func line(to end: PagePoint) {
    isBegun = true
    if end != current { (isOnePiece, hasLength) = (isOnePiece && !isMoved, true) }
    if current.isFinite, end.isFinite, stretches.count < room {
      stretches.append(ContentPaths.Segment(from: current, to: end))
    } else {
      isWhole = false
      if stretches.count >= room { isCut = true }
    }
    current = end
  }

  mutating func curve(_ p: PagePoint, _ q: PagePoint, _ end: PagePoint) {
    let from = current
    for k in 1...Self.pieces {
      let t = Double(k) / Double(Self.pieces)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      line(
        to: PagePoint(
          x: a * from.x + b * p.x + c * q.x + d * end.x,
          y: a * from.y + b * p.y + c * q.y + d * end.y))
    }
  }
}
