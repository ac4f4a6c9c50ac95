internal import IndoorGeometry
import IndoorLibc
package import IndoorModel

// Anchors may agree with each other and all be wrong: picked on a picture of the page of another
// size, or named by places that lie elsewhere.
extension PlanMatcher {
  /// Metres, root mean square over the page's corners, and predicted errors, that a plan may lie
  /// off the walls without a word.
  private static let mostOff = (metres: 3.0, errors: 3.0)
  /// Share by which two scales have to differ to be told.
  private static let otherScale = 0.02
  /// Units under which a level has too few walls to find a plan's place by.
  private static let leastUnits = 5
  /// Steps of size that are looked at, from 0.3 to 3.5 times, and the share of one.
  private static let sizes = -49...51
  private static let sizeStep = 1.025
  /// Least lift, and margin over other sizes, at another size.
  private static let resized = (lift: 0.1, margin: 0.3)

  /// That a plan placed by anchors lies on few of its level's walls, and surely on them elsewhere
  /// or at another scale; `nil` where it doesn't, or the walls don't tell.
  package func elsewhere(
    than placed: PlanAlignment, on level: LevelKey
  ) -> AlignmentWarning? {
    let units = venue.units.lazy.filter { $0.level == level }.prefix(Self.leastUnits).count
    guard units == Self.leastUnits,
      let walls = try? WallMap(segments: venue.wallSegments(of: level))
    else { return nil }
    let map = placed.pageToLocal
    let here = pose(of: map, in: walls)
    let predicted = placed.page.corners.map { placed.predictedError(at: $0) }.max() ?? 0
    let most = max(Self.mostOff.metres, Self.mostOff.errors * predicted)
    func off(_ match: Match) -> Double { distance(pose(of: match.pageToLocal, in: walls), here) }
    let own = moved(map, to: level)
    if let own, own.isOnWalls, off(own) <= most { return nil }
    let least = own?.lift ?? 0
    func isBetter(_ match: Match) -> Bool {
      off(match) > most && least < (1 - Match.leastMargin) * match.lift
    }
    let sure = find(on: level).flatMap { $0.isSure && isBetter($0) ? $0 : nil }
    guard let found = sure ?? resized(map, walls, level), isBetter(found) else { return nil }
    let size =
      abs(found.pageToLocal.determinant).squareRoot() / abs(map.determinant).squareRoot()
    return .wallsElsewhere(
      found, metres: off(found), size: abs(size - 1) > Self.otherScale ? size : nil)
  }

  /// The match of the page whose points were all counted some times too large or too small, from
  /// either corner, which is so much better than at any other size that a lower lift will do: it
  /// can't lie anywhere.
  private func resized(_ map: AffineTransform, _ walls: WallMap, _ level: LevelKey) -> Match? {
    let isMirrored = map.determinant * linework.ySign < 0
    let matcher = isMirrored ? mirrored : self
    let coarse = LineICP(walls: walls, linework: matcher.linework.thinned(to: Self.coarseCount))
    var looks: [RankedPose] = []
    for step in Self.sizes {
      let size = pow(Self.sizeStep, Double(step))
      for corner in [page.box.minimum, PagePoint(x: page.box.minimum.x, y: page.box.maximum.y)] {
        let about = map.resized(size, about: corner)
        guard
          let pose = coarse.similarity(
            from: matcher.pose(of: about, in: walls), scales: [2, 1, 0.5])
        else { continue }
        looks.append((pose, coarse.quality(of: pose).lift))
      }
    }
    guard let first = looks.max(by: { $0.lift < $1.lift }) else { return nil }
    let others = looks.filter { matcher.distance($0.pose, first.pose) > Self.mostOff.metres }
    let second = others.map(\.lift).max() ?? 0
    guard second < (1 - Self.resized.margin) * first.lift,
      let match = matcher.best(of: [(first.pose, first.lift)], walls: walls, level: level),
      match.lift >= Self.resized.lift, match.hasWalls, match.wallShare >= Match.leastWallShare
    else { return nil }
    return match
  }
}

extension AffineTransform {
  /// The map of points that were counted as many times larger from a corner.
  fileprivate func resized(_ size: Double, about corner: PagePoint) -> AffineTransform {
    let fixed: LocalPoint = apply(corner)
    let (a, b, c, d) = (a * size, b * size, c * size, d * size)
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: fixed.x - a * corner.x - c * corner.y,
      ty: fixed.y - b * corner.x - d * corner.y)
  }
}

extension AlignmentWarning {
  static func wallsElsewhere(
    _ found: PlanMatcher.Match, metres: Double, size: Double?
  ) -> AlignmentWarning {
    let scale = size.map { ", and \(PlanMatcher.text($0)) times as large" } ?? ""
    let remedy =
      size == nil
      ? "check whether the places of its anchors are those of their page points"
      : "check on which picture of the page, and in which unit, its anchors' page points were picked"
    return AlignmentWarning(
      .wallsElsewhere,
      "the plan lies on few walls of the level, and surely on them (lift \(PlanMatcher.text(found.lift))) "
        + "\(Int(min(metres, 1e8).rounded())) m (root mean square) from where its anchors lay it\(scale): "
        + "\(remedy), or lay it by the walls")
  }
}
