package import IndoorGeometry
package import IndoorModel

extension PlanPlacement {
  /// The fit of the placement's anchors that makes a map from its page to local metres, where one
  /// does: that of all of them, or of those that don't contradict the others.
  package func fit(
    making map: AffineTransform, in frame: LocalFrame, _ sigmas: AnchorSigmas = AnchorSigmas()
  ) -> PlanAlignment? {
    for isRobust in [false, true] where anchors.count >= 2 {
      var aligner = PlanAligner(page: page, frame: frame)
      aligner.sigmas = sigmas
      aligner.isRobust = isRobust
      guard let fit = try? aligner.align(anchors) else { continue }
      // Stored numbers are rounded at most in their last digits.
      let isSame = page.corners.allSatisfy { corner in
        fit.pageToLocal.apply(corner, as: LocalPoint.self)
          .distance(to: map.apply(corner, as: LocalPoint.self)) < 0.001
      }
      if isSame { return fit }
    }
    return nil
  }
}
