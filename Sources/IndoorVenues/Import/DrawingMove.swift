import IndoorGeometry
import IndoorLibc

/// How a drawing was moved as a whole: turned, scaled and put elsewhere, p' = m p + t in the plane
/// of complex numbers.
struct DrawingMove {
  /// A feature's middle before and now.
  struct Pair {
    let from, to: LocalPoint

    init?(_ old: MadeFeature, _ now: MadeFeature) {
      guard old.what == now.what, let from = old.box?.centre, let to = now.box?.centre else {
        return nil
      }
      (self.from, self.to) = (from, to)
    }
  }

  private var (re, im) = (1.0, 0.0)
  private var (x, y) = (0.0, 0.0)

  static let none = DrawingMove()

  private init() {}

  /// Whether it is where it was.
  var isNone: Bool { re == 1 && im == 0 && x == 0 && y == 0 }

  func apply(_ point: LocalPoint) -> LocalPoint {
    LocalPoint(x: re * point.x - im * point.y + x, y: im * point.x + re * point.y + y)
  }

  /// Moves that pairs may have made: the ways of some of them, and the similarity that most follow.
  static func all(of pairs: [Pair]) -> [DrawingMove] {
    guard !pairs.isEmpty else { return [] }
    let last = pairs.count - 1
    var moves: [DrawingMove] = []
    func add(_ x: Double, _ y: Double) {
      let isNew = moves.allSatisfy { hypot($0.x - x, $0.y - y) > MadeGround.near / 3 }
      guard isNew, hypot(x, y) > MadeGround.near else { return }
      var move = DrawingMove()
      (move.x, move.y) = (x, y)
      moves.append(move)
    }
    add(
      median(pairs.map { $0.to.x - $0.from.x }), median(pairs.map { $0.to.y - $0.from.y }))
    for index in Set((0...4).map { $0 * last / 4 }).sorted() {
      let pair = pairs[index]
      add(pair.to.x - pair.from.x, pair.to.y - pair.from.y)
    }
    return moves + [DrawingMove(fitting: pairs)].compactMap(\.self)
  }

  /// The similarity that most of the pairs follow, or `nil` where there is none.
  private init?(fitting pairs: [Pair]) {
    // Outliers go, a few at a time.
    var used = pairs
    for _ in 0..<8 {
      guard used.count > 2, fit(used) else { return nil }
      let misses = pairs.map(miss)
      let most = max(MadeGround.near / 2, 2 * Self.median(misses))
      used = zip(pairs, misses).filter { $1 <= most }.map(\.0)
    }
    let scale = hypot(re, im)
    guard scale > 0.5, scale < 2, count(of: pairs) * 2 > pairs.count else { return nil }
  }

  private func miss(_ pair: Pair) -> Double { apply(pair.from).distance(to: pair.to) }

  private func count(of pairs: [Pair]) -> Int { pairs.count { miss($0) <= MadeGround.near } }

  /// Least squares, as Umeyama (1991) has it in the plane; says whether the pairs have an extent.
  private mutating func fit(_ pairs: [Pair]) -> Bool {
    let n = Double(pairs.count)
    let from = LocalPoint(
      x: pairs.reduce(0) { $0 + $1.from.x } / n, y: pairs.reduce(0) { $0 + $1.from.y } / n)
    let to = LocalPoint(
      x: pairs.reduce(0) { $0 + $1.to.x } / n, y: pairs.reduce(0) { $0 + $1.to.y } / n)
    var (dot, cross, square) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let (px, py) = (pair.from.x - from.x, pair.from.y - from.y)
      let (qx, qy) = (pair.to.x - to.x, pair.to.y - to.y)
      dot += px * qx + py * qy
      cross += px * qy - py * qx
      square += px * px + py * py
    }
    guard square > 1 else { return false }
    (re, im) = (dot / square, cross / square)
    (x, y) = (to.x - re * from.x + im * from.y, to.y - im * from.x - re * from.y)
    return true
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted().dropFirst(values.count / 2).first ?? 0
  }
}

/// The features of a level before an import, laid where its drawing is now.
struct MadeGround {
  /// Metres that vertices of one place may lie apart: what is drawn better or written with fewer
  /// digits.
  static let near = 0.3

  private let move: DrawingMove
  private let features: [MadeFeature]
  private let boxes: [BoundingBox<LocalPoint>]
  private let tree: BoxTree
  private let looks: Looks

  /// How many boxes may still be looked at: of thousands that lie on or within each other each
  /// meets all.
  final class Looks {
    /// For all heaps of an import together.
    private var pool = 40_000_000
    /// For the level that it is at, more than rooms side by side need.
    private var own = 0
    /// Whether some of the level's weren't.
    private(set) var areSpent = false

    /// Goes on to a level of so many features.
    func begin(_ count: Int) {
      own = 100 * count
      areSpent = false
    }

    /// Whether one more may be.
    func take() -> Bool {
      if own > 0 {
        own -= 1
      } else if pool > 0 {
        pool -= 1
      } else {
        areSpent = true
      }
      return !areSpent
    }
  }

  init(_ features: [MadeFeature], _ move: DrawingMove, _ looks: Looks) {
    self.move = move
    self.looks = looks
    let laid = features.compactMap { feature in
      Self.box(of: feature, move).map { (feature, $0) }
    }
    self.features = laid.map(\.0)
    boxes = laid.map(\.1)
    tree = BoxTree(boxes)
  }

  private static func box(
    of feature: MadeFeature, _ move: DrawingMove
  ) -> BoundingBox<LocalPoint>? {
    move.isNone ? feature.box : BoundingBox(feature.local.lazy.map(move.apply).filter(\.isFinite))
  }

  /// Whether it is laid where it was.
  var isInPlace: Bool { move.isNone }

  /// Whether something lies where a feature is.
  func holds(_ feature: MadeFeature) -> Bool { near(feature) { _ in true } != nil }

  /// Whether one lies where a feature is, box by box.
  func isNear(_ old: MadeFeature, _ feature: MadeFeature) -> Bool {
    Self.box(of: old, move).map { isNear(old, $0, feature) } ?? false
  }

  private func isNear(
    _ old: MadeFeature, _ box: BoundingBox<LocalPoint>, _ feature: MadeFeature
  ) -> Bool {
    guard old.what == feature.what, let other = feature.box else { return false }
    let metres = Self.near
    return abs(box.minimum.x - other.minimum.x) <= metres
      && abs(box.minimum.y - other.minimum.y) <= metres
      && abs(box.maximum.x - other.maximum.x) <= metres
      && abs(box.maximum.y - other.maximum.y) <= metres
  }

  /// The first that lies where a feature is, of those that the body takes.
  func near(_ feature: MadeFeature, _ isIt: (MadeFeature) -> Bool) -> MadeFeature? {
    first(at: feature, within: Self.near) { old, box in isNear(old, box, feature) && isIt(old) }
  }

  /// One that has most of the larger one's box in common with a feature.
  func mostly(_ feature: MadeFeature, except taken: Set<String>) -> MadeFeature? {
    guard let other = feature.box else { return nil }
    return first(at: feature, within: 0) { old, box in
      old.what == feature.what
        && box.sharedArea(with: other) * 2 > max(box.area, other.area) * 1.001
        && !taken.contains(old.key)
    }
  }

  /// The one nearest to a door, as far as that may be put elsewhere in its wall.
  func nearest(_ feature: MadeFeature, except taken: Set<String>) -> MadeFeature? {
    guard let middle = feature.box?.centre else { return nil }
    var best: (metres: Double, old: MadeFeature)?
    _ = first(at: feature, within: VenueAssembly.farForDoors) { old, box in
      let metres = box.centre.distance(to: middle)
      if old.what == feature.what, metres < best?.metres ?? VenueAssembly.farForDoors,
        !taken.contains(old.key)
      {
        best = (metres, old)
      }
      return false
    }
    return best?.old
  }

  private func first(
    at feature: MadeFeature, within metres: Double,
    _ isIt: (MadeFeature, BoundingBox<LocalPoint>) -> Bool
  ) -> MadeFeature? {
    guard let box = feature.box else { return nil }
    var found: MadeFeature?
    tree.forEach(meeting: box.grown(by: metres)) {
      guard looks.take() else { return false }
      guard isIt(features[$0], boxes[$0]) else { return true }
      found = features[$0]
      return false
    }
    return found
  }
}
