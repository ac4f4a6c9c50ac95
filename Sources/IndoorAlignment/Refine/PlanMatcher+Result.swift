internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

extension PlanMatcher {
  /// The venue's levels.
  var levels: [LevelKey] { venue.levels.map(\.key) }

  /// The alignment that a match stands for, with the anchors' distances from it.
  func aligned(
    _ match: Match, anchors: [PlanAlignment.FittedAnchor]
  ) throws(AlignmentError) -> PlanAlignment {
    let frame = venue.frame
    let map = match.pageToLocal
    var alignment = PlanAlignment(
      page: page, frame: frame, model: match.model, convention: .metric, pageToLocal: map,
      pageToWebMercator: .identity, metresPerUnit: abs(map.determinant).squareRoot(),
      rotationDegrees: Angle.degrees(atan2(map.b, map.a)),
      anchors: anchors.map { fitted in
        let place: LocalPoint = map.apply(fitted.anchor.page)
        let wanted = frame.local(from: fitted.anchor.coordinate)
        return PlanAlignment.FittedAnchor(
          anchor: fitted.anchor,
          residual: LocalPoint(x: place.x - wanted.x, y: place.y - wanted.y),
          leverage: 0, isOutlier: fitted.isOutlier, isLeftOut: fitted.isLeftOut)
      },
      warnings: leftOut.map { [$0] } ?? [], match: match, fit: nil, varianceFactor: 1)
    guard alignment.finish(as: .metric) else { throw .noFit(match.level) }
    if alignment.isMirrored { alignment.warnings.append(.mirrored()) }
    if let stretch = AlignmentChecks.stretch(alignment) { alignment.warnings.append(stretch) }
    if let mismatch = AlignmentChecks.mismatch(alignment, declared: declaredMetresPerUnit) {
      alignment.warnings.append(mismatch)
    }
    return alignment
  }
}
