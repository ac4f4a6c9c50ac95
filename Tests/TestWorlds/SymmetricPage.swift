import IndoorGeometry
import IndoorLibc
package import IndoorModel
package import IndoorSimulation

/// A page that shows a symmetric building: its place, turn and scale are chance, and drawing and
/// venue differ as they do.
package struct SymmetricPage: Sendable {
  /// What the page shows beside walls.
  package struct Contents: Sendable {
    package var hasDoors = false
    package var hasNames = false
    package var isMirrored = false

    package init(hasDoors: Bool = false, hasNames: Bool = false, isMirrored: Bool = false) {
      self.hasDoors = hasDoors
      self.hasNames = hasNames
      self.isMirrored = isMirrored
    }
  }

  package let plan: TrialPlan
  /// Bearing of the page's top as a reader sees it, in degrees clockwise from north.
  package let upDegrees: Double
  /// Three anchors that aren't in line, 0.1 m and 0.3 units off each.
  package let anchors: [Anchor]

  /// Draws a building's page; doors bring the treads of stairs with them.
  package init?(_ building: SymmetricBuilding, _ contents: Contents) {
    var random = SimulationRandom(seed: building.seed, for: "page \(building.kind.rawValue)")
    var style = TrialPlan.Style()
    style.scale = [100.0, 150, 200, 250, 300, 500][random.index(below: 6)]
    style.rotate = 90 * random.index(below: 4)
    style.jitter = random.uniform(0.02, 0.06)
    style.hasDoors = contents.hasDoors
    style.hasTreads = contents.hasDoors
    style.hasNames = contents.hasNames
    var faults = TrialPlan.Faults()
    faults.leftOut = random.uniform(0, 0.05)
    faults.noise = random.uniform(0, 0.3)
    faults.turnDegrees = random.uniform(0, 360)
    faults.isMirrored = contents.isMirrored
    guard
      let plan = TrialPlan(
        of: SymmetricBuilding.key, in: building.venue, faults: faults, style: style,
        seed: building.seed)
    else { return nil }
    self.plan = plan

    let map = plan.pageToLocal
    // The page's top before the reader's turn: that many degrees counter-clockwise from its y axis.
    let turn = AffineTransform.rotation(Double(style.rotate) * .pi / 180)
    let top: PagePoint = turn.apply(PagePoint(x: 0, y: 1))
    let middle: LocalPoint = map.apply(PagePoint(x: 0, y: 0))
    let up: LocalPoint = map.apply(top)
    upDegrees = Angle.degrees(atan2(up.x - middle.x, up.y - middle.y))

    guard let back = map.inverse else { return nil }
    let frame = building.venue.frame
    let outline = (building.venue.levels.first?.outline.first?.exterior ?? []).prefix(3)
    anchors = outline.map { coordinate in
      let place = frame.local(from: coordinate)
      let point: PagePoint = back.apply(place)
      return Anchor(
        page: PagePoint(
          x: point.x + 0.3 * random.normal(), y: point.y + 0.3 * random.normal()),
        coordinate: frame.coordinate(
          from: LocalPoint(
            x: place.x + 0.1 * random.normal(), y: place.y + 0.1 * random.normal())))
    }
  }
}
