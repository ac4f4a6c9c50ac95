public import IndoorGeometry
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
  /// What anchors that declare no sigmas have.
  public var sigmas = AnchorSigmas()
  /// How the page is placed.
  public var convention = PlanAlignment.Convention.metric

  /// Makes an aligner of a page, for the frame of a venue where there is one.
  public init(page: PlanPage, frame: LocalFrame? = nil) {
    self.page = page
    self.frame = frame
  }

  /// Places the page: two anchors give the similarity through both, more the one of least squares.
  ///
  /// - Throws: a sentence where there are too few anchors, where they lie too close together, or are out of range.
  public func align(_ anchors: [Anchor]) throws(AlignmentError) -> PlanAlignment {
    try AnchorChecks.check(anchors, on: page, convention: convention)
    let frame = frame ?? LocalFrame(origin: Self.centroid(anchors.map(\.coordinate)))
    let fitter = AnchorFitter(
      points: anchors.map { (page: $0.page, local: frame.local(from: $0.coordinate)) },
      anchors: anchors, sigmas: sigmas, isImage: page.isImage)
    guard let (fit, observations) = fitter.similarity() else { throw .noPlacement() }
    var warnings = AnchorChecks.warnings(anchors, on: page)
    let factor = fitter.varianceFactor(of: fit, observations)
    if factor > 1 { warnings.append(.largeResiduals(factor: factor)) }
    let fitted = zip(anchors, observations).map { anchor, o in
      let r = fit.residual(of: o)
      return PlanAlignment.FittedAnchor(
        anchor: anchor, residual: LocalPoint(x: r.x, y: r.y), leverage: fit.leverage(of: o))
    }
    var alignment = PlanAlignment(
      page: page, frame: frame, model: fit.model, convention: convention,
      pageToLocal: fit.transform,
      pageToWebMercator: .identity, metresPerUnit: abs(fit.transform.determinant).squareRoot(),
      rotationDegrees: Angle.degrees(atan2(fit.transform.b, fit.transform.a)),
      anchors: fitted, warnings: [], fit: fit, varianceFactor: factor)
    try alignment.finish(as: convention)
    if alignment.isMirrored { warnings.append(.mirrored()) }
    if let short = AnchorChecks.shortBaseline(alignment) { warnings.insert(short, at: 0) }
    alignment.warnings = warnings
    return alignment
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
  /// Fills in what follows from the fit by the convention.
  fileprivate mutating func finish(as convention: Convention) throws(AlignmentError) {
    let centre = page.box.centre
    switch convention {
    case .metric:
      pageToWebMercator = pageToLocal.followed(
        by: Tangent.webMercator(of: frame, at: pageToLocal.apply(centre)))
    case .mapkit:
      let placement = MapKitPlacement(
        anchors[0].anchor, anchors[1].anchor, isImage: page.isImage)
      pageToWebMercator = placement.pageToWebMercator
      pageToLocal = pageToWebMercator.followed(
        by: Tangent.local(of: frame, at: pageToWebMercator.apply(centre)))
      metresPerUnit = placement.metresPerUnit
      rotationDegrees = placement.rotationDegrees
    }
    guard
      (pageToLocal.coefficients + pageToWebMercator.coefficients).allSatisfy(\.isFinite),
      page.corners.allSatisfy({ coordinate(of: $0).isValid })
    else { throw .noPlacement() }
  }
}
