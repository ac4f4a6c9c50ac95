internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

extension PlanMatcher {
  /// The venue's levels.
  var levels: [LevelKey] { venue.levels.map(\.key) }

  /// The alignment that a match stands for, with the anchors' distances from it.
  func aligned(_ match: Match, anchors: [Anchor]) throws(AlignmentError) -> PlanAlignment {
    let frame = venue.frame
    let map = match.pageToLocal
    var alignment = PlanAlignment(
      page: page, frame: frame, model: match.model, convention: .metric, pageToLocal: map,
      pageToWebMercator: .identity, metresPerUnit: abs(map.determinant).squareRoot(),
      rotationDegrees: Angle.degrees(atan2(map.b, map.a)),
      anchors: anchors.map { anchor in
        let place: LocalPoint = map.apply(anchor.page)
        let wanted = frame.local(from: anchor.coordinate)
        return PlanAlignment.FittedAnchor(
          anchor: anchor, residual: LocalPoint(x: place.x - wanted.x, y: place.y - wanted.y),
          leverage: 0)
      },
      warnings: [], match: match, fit: nil, varianceFactor: 1)
    guard alignment.finish(as: .metric) else { throw .noFit(match.level) }
    if alignment.isMirrored { alignment.warnings.append(.mirrored()) }
    if let stretch = AlignmentChecks.stretch(alignment) { alignment.warnings.append(stretch) }
    return alignment
  }
}
