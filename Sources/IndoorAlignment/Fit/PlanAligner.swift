public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// Places a page from anchors.
///
///     let plan = try PlanFile(path: "level0.pdf")
///     let alignment = try PlanAligner(page: plan.page).align(anchors)
///     alignment.predictedError(at: plan.page.corners[2])   // metres
public struct PlanAligner: Sendable {
  /// The page to place.
  public var page: PlanPage
  /// The venue's frame; without one it is made on the anchors' centroid.
  public var frame: LocalFrame?
  /// Where the venue lies, which tells anchors that belong to another one; without it the frame's
  /// origin does.
  package var ground: VenueGround?
  /// What anchors that declare no sigmas have.
  public var sigmas = AnchorSigmas()
  /// How the page is placed.
  public var convention = PlanAlignment.Convention.metric
  /// Whether anchors that contradict the others are left out, and not only named.
  public var isRobust = false
  /// Ground metres a user-space unit or pixel by the plan's own statement, where it makes one.
  public var declaredMetresPerUnit: Double?
  /// How many of the units that page points were counted in are taken for an inch of paper; `nil`
  /// for the page's own.
  package var countedPerInch: Double?
  /// Where the anchors come from, as a file's path: sentences about all of them begin with it.
  public var source = "anchors"

  /// Makes an aligner of a page, for the frame of a venue where there is one.
  public init(page: PlanPage, frame: LocalFrame? = nil) {
    self.page = page
    self.frame = frame
  }

  /// Places the page.
  ///
  /// Two anchors give the similarity through both, more the one of least squares; from four on an
  /// affine map where an F test on the residuals prefers it at 1%. Anchors that contradict the
  /// others are marked, and with `isRobust` left out.
  ///
  /// - Throws: a sentence where there are too few anchors, where they lie too close together or
  ///   on one line, or are out of range.
  public func align(_ anchors: [Anchor]) throws(AlignmentError) -> PlanAlignment {
    try AnchorChecks.check(anchors, from: source, on: page, convention: convention)
    let venue = frame
    let frame = venue ?? LocalFrame(origin: Self.centroid(anchors.map(\.coordinate)))
    let all = fitter(anchors, frame)
    var outliers: [Int] = []
    var used = Array(anchors.indices)
    if let (fit, observations) = best(all) {
      outliers = OutlierSearch(
        observations: observations, model: fit.model, flips: fit.transform.determinant < 0
      ).outliers()
      if isRobust {
        used.removeAll { outliers.contains($0) }
        try AnchorChecks.checkBaseline(used.map { anchors[$0] }, from: source, on: page)
      }
    }
    try AnchorChecks.checkLine(used.map { anchors[$0] }, from: source)
    let chosen = fitter(used.map { anchors[$0] }, frame)
    guard var (fit, observations) = best(chosen) else { throw .noPlacement(source) }
    if AlignmentChecks.scaleRatio(fit.transform) >= Self.mostStretch {
      // Across a line of anchors, as along a corridor, a scale is noise.
      guard AnchorChecks.areInLine(used.map { anchors[$0].page }), let plain = chosen.similarity()
      else { throw .placesInLine(source) }
      (fit, observations) = plain
    }
    let factor = chosen.varianceFactor(of: fit, observations)
    let fitted = anchors.enumerated().map { i, anchor in
      let o = used.firstIndex(of: i).map { observations[$0] }
      let r = fit.residual(
        of: Observation(
          page: anchor.page, local: frame.local(from: anchor.coordinate), variance: 1))
      return PlanAlignment.FittedAnchor(
        anchor: anchor, residual: LocalPoint(x: r.x, y: r.y),
        leverage: o.map { fit.leverage(of: $0) } ?? 0, isOutlier: outliers.contains(i),
        isLeftOut: o == nil)
    }
    var alignment = PlanAlignment(
      page: page, frame: frame, model: fit.model, convention: convention,
      pageToLocal: fit.transform,
      pageToWebMercator: .identity, metresPerUnit: abs(fit.transform.determinant).squareRoot(),
      rotationDegrees: Angle.degrees(atan2(fit.transform.b, fit.transform.a)),
      anchors: fitted, warnings: [], fit: fit, varianceFactor: factor)
    guard alignment.finish(as: convention) else { throw .noPlacement(source) }
    alignment.warnings = AlignmentChecks.warnings(
      alignment, venue: venue, ground: ground, swapped: all.swappedPairs(),
      declared: declaredMetresPerUnit, countedPerInch: countedPerInch)
    let exchange = SwappedCoordinates(
      anchors: used.map { anchors[$0] }, page: page, sigmas: sigmas,
      declared: declaredMetresPerUnit)
    if venue == nil, exchange.isLikely { alignment.warnings.append(.swappedCoordinates()) }
    return alignment
  }

  /// How much larger one of a map's scales may be than the other: a picture of equal degrees is
  /// stretched 57 times at 89° of latitude, where anchors end.
  private static let mostStretch = 60.0

  private func fitter(_ anchors: [Anchor], _ frame: LocalFrame) -> AnchorFitter {
    AnchorFitter(
      points: anchors.map { (page: $0.page, local: frame.local(from: $0.coordinate)) },
      anchors: anchors, sigmas: sigmas, isTurnedOver: page.isTurnedOver)
  }

  /// The similarity, or the affine map where the residuals ask for it.
  private func best(_ fitter: AnchorFitter) -> (fit: WeightedFit, observations: [Observation])? {
    guard let similarity = fitter.similarity() else { return nil }
    let flips = similarity.fit.transform.determinant < 0
    guard convention == .metric, fitter.prefersAffine(flips: flips) else { return similarity }
    return fitter.fitted(.affine, flips: flips) ?? similarity
  }

  /// The mean coordinate, of longitudes that may lie either side of the antimeridian.
  static func centroid(_ coordinates: [Coordinate]) -> Coordinate {
    guard let first = coordinates.first else { return Coordinate(latitude: 0, longitude: 0) }
    let n = Double(coordinates.count)
    let latitude = coordinates.reduce(0) { $0 + $1.latitude } / n
    let offset =
      coordinates.reduce(0) {
        $0 + Angle.degrees(Angle.wrapped(Angle.radians($1.longitude - first.longitude)))
      } / n
    let longitude = first.longitude + offset
    return Coordinate(
      latitude: latitude,
      longitude: longitude > 180
        ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }
}

extension PlanAlignment {
  /// Fills in what follows from the fit by the convention, and says whether all of it has a place
  /// on the ground.
  mutating func finish(as convention: Convention) -> Bool {
    let centre = page.box.centre
    switch convention {
    case .metric:
      pageToWebMercator = pageToLocal.followed(
        by: Tangent.webMercator(of: frame, at: pageToLocal.apply(centre)))
    case .mapkit:
      let placement = MapKitPlacement(
        anchors[0].anchor, anchors[1].anchor, isTurnedOver: page.isTurnedOver)
      pageToWebMercator = placement.pageToWebMercator
      pageToLocal = pageToWebMercator.followed(
        by: Tangent.local(of: frame, at: pageToWebMercator.apply(centre)))
      metresPerUnit = placement.metresPerUnit
      rotationDegrees = placement.rotationDegrees
    }
    return (pageToLocal.coefficients + pageToWebMercator.coefficients).allSatisfy(\.isFinite)
      && page.corners.allSatisfy { coordinate(of: $0).isValid }
  }
}

extension PlanPage {
  /// Ground metres a user-space unit at a scale of 1:n; `nil` where a unit has no size on paper.
  public func metresPerUnit(scale n: Double) -> Double? { paperMetresPerUnit.map { n * $0 } }
}
