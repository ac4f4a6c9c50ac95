import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorReport

extension AlignedPlan {
  /// Describes an alignment for a page.
  init(_ alignment: PlanAlignment, plan: Plan, title: String) {
    let page = alignment.page
    // The page's own directions: it may lie any way on the ground.
    let corners = ["lower left", "lower right", "upper right", "upper left"]
    let points =
      [("middle of the page", page.box.centre)] + zip(corners.map { "\($0) corner" }, page.corners)
    self.init(
      plan: plan, title: title, model: alignment.model.rawValue,
      metresPerUnit: alignment.metresPerUnit, rotationDegrees: alignment.rotationDegrees,
      anchors: alignment.anchors.map { fitted in
        let place = alignment.frame.local(from: fitted.anchor.coordinate)
        var shown = FittedAnchor(
          anchor: fitted.anchor, place: place,
          fitted: LocalPoint(x: place.x + fitted.residual.x, y: place.y + fitted.residual.y),
          isOutlier: fitted.isOutlier)
        shown.isLeftOut = fitted.isLeftOut
        return shown
      },
      rmse: alignment.rmseMetres,
      predicted: points.map {
        PredictedError(name: $0.0, page: $0.1, ellipse: alignment.errorEllipse(at: $0.1))
      },
      warnings: alignment.warnings.map { ($0.code.rawValue, $0.message) })
    walls = alignment.match.map { match in
      var walls = WallFit(lift: match.lift, margin: match.margin, distance: match.rmsMetres)
      walls.met = match.met.map { ($0.from, $0.to) }
      return walls
    }
  }
}
