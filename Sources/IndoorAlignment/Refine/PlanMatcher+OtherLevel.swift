internal import IndoorGeometry
package import IndoorModel

// Anchors may be good and the level not the one that a plan shows.
extension PlanMatcher {
  /// The nearest levels that are looked at where nobody asked for walls: people slip by one, or by
  /// where the count begins.
  private static let unaskedLevels = 8
  /// Least lift on the other level, and share by which it must exceed that on its own.
  private static let unaskedLift = (least: 0.25, share: 1.05)
  /// The same of a quick look, which is about right.
  private static let quickLift = (least: 0.2, share: 1.02)
  /// Share of the places with walls of its own level, or with some of the other level under its
  /// lines, that must have its own under its lines: a plan of a part that isn't drawn lies on
  /// nothing.
  private static let leastUnder = 0.5
  /// Metres of such a place.
  private static let place = 4.0

  /// That a plan placed by anchors lies better on the walls of another level of its building, which
  /// then meets more of them; `nil` where it doesn't, or where little is drawn of its own level
  /// there.
  package func otherLevel(
    than placed: PlanAlignment, on level: LevelKey
  ) -> AlignmentWarning? {
    let map = placed.pageToLocal
    let isMirrored = map.determinant * linework.ySign < 0
    var quick = isMirrored ? mirrored : self
    quick.linework = quick.linework.thinned(to: Self.coarseCount)
    guard let here = quick.quickLook(map, level) else { return nil }
    var found: (level: LevelKey, look: QuickLook)?
    for other in others(than: level).prefix(Self.unaskedLevels) {
      guard let look = quick.quickLook(map, other), look.lift > found?.look.lift ?? 0 else {
        continue
      }
      found = (other, look)
    }
    guard let found, found.look.lift > max(Self.quickLift.least, Self.quickLift.share * here.lift),
      Double(here.under) >= Self.leastUnder * Double(min(here.places, found.look.under)),
      let own = moved(map, to: level), let best = moved(map, to: found.level), best.isOnWalls,
      best.lift > max(Self.unaskedLift.least, Self.unaskedLift.share * own.lift),
      // Of a level that is drawn in part a plan of the whole shows all that is drawn, and more.
      best.wallShare > own.wallShare
    else { return nil }
    return .otherLevelFits(
      best, than: own, remedy: "check whether it shows that one, or its anchors are off")
  }

  private struct QuickLook {
    /// About the lift on a level.
    var lift: Double
    /// Places with walls, and those of them that are under the plan's lines.
    var (places, under): (Int, Int)
  }

  /// How a level's walls look under a plan, by walls in cells of a metre; `nil` where it has none.
  private func quickLook(_ map: AffineTransform, _ level: LevelKey) -> QuickLook? {
    guard
      let walls = try? WallMap(
        segments: venue.wallSegments(of: level), cell: 2 * WallMap.finestCell)
    else { return nil }
    let icp = LineICP(walls: walls, linework: linework)
    let start = pose(of: map, in: walls)
    let pose = icp.similarity(from: start, scales: [0.6, 0.4, 0.3]) ?? start
    func place(_ x: Double, _ y: Double) -> SIMD2<Int32>? {
      guard max(abs(x), abs(y)) < 1e6 else { return nil }
      return SIMD2(
        Int32((x / Self.place).rounded(.down)), Int32((y / Self.place).rounded(.down)))
    }
    let lines = Set(
      linework.points.compactMap { point -> SIMD2<Int32>? in
        let (x, y) = (Double(point.x), Double(point.y))
        return place(
          start.a * x + start.c * y + start.tx, start.b * x + start.d * y + start.ty)
      })
    let drawn = Set(walls.samples.compactMap { place(Double($0.x), Double($0.y)) })
    return QuickLook(
      lift: icp.quality(of: pose).lift, places: drawn.count,
      under: drawn.intersection(lines).count)
  }
}

extension AlignmentWarning {
  static func otherLevelFits(
    _ best: PlanMatcher.Match, than own: PlanMatcher.Match, remedy: String
  ) -> AlignmentWarning {
    let (there, here) = (PlanMatcher.text(best.lift), PlanMatcher.text(own.lift))
    return AlignmentWarning(
      .otherLevelFits,
      "the plan lies better on the walls of level \(best.level.ordinal) (lift \(there)) than on those"
        + " of level \(own.level.ordinal) (\(here)): \(remedy)")
  }
}
