public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A page placed on the ground, with what says how well.
public struct PlanAlignment: Sendable {
  /// How the page is placed.
  public enum Convention: String, Hashable, Sendable {
    /// Least squares in the venue's local metres.
    case metric
    /// As Apple's Footprint sample does it, see `MapKitPlacement`.
    case mapkit
  }

  /// An anchor and how the fit meets it.
  public struct FittedAnchor: Hashable, Sendable {
    /// The anchor.
    public var anchor: Anchor
    /// From its place to where the fit puts its page point, in local metres east and north.
    public var residual: LocalPoint
    /// How much it draws the fit to itself: 0 not at all, 1 alone.
    public var leverage: Double
    /// Whether it contradicts the others; `isLeftOut` tells whether the fit heeded it.
    public var isOutlier = false
    /// Whether the fit was made without it.
    public var isLeftOut = false

    /// Length of the residual, in metres.
    public var residualMetres: Double { hypot(residual.x, residual.y) }

    /// How far a fit without this anchor would miss it, in metres; `nil` where the others don't
    /// determine one.
    public var leaveOneOutMetres: Double? {
      if isLeftOut { return residualMetres }
      return leverage < 1 - 1e-9 ? residualMetres / (1 - leverage) : nil
    }
  }

  /// The page.
  public var page: PlanPage
  /// The venue's local frame, or one on the anchors' centroid.
  public var frame: LocalFrame
  /// What the fit let the page do.
  public var model: PlanModel
  /// How the page is placed.
  public var convention: Convention
  /// From page to local metres; with `mapkit` the tangent at the page's centre.
  public var pageToLocal: AffineTransform
  /// From page to EPSG:3857 metres; but for `mapkit` the tangent at the page's centre.
  public var pageToWebMercator: AffineTransform
  /// Ground metres a user-space unit or pixel.
  public var metresPerUnit: Double
  /// From the page's x axis to east, in degrees, counter-clockwise positive: how far the page is
  /// turned on the ground.
  public var rotationDegrees: Double
  /// The anchors, in the order given.
  public var anchors: [FittedAnchor]
  /// What its user should look at.
  public var warnings: [AlignmentWarning]

  /// How the page's lines lie on the venue's walls, where it was laid on them.
  public var match: PlanMatcher.Match?
  /// The anchors' fit behind the predicted errors; `nil` where there were no anchors.
  var fit: WeightedFit?
  /// By how much the residuals say that the sigmas' squares are too small, 1 where they agree.
  var varianceFactor: Double
  /// Metres, root mean square, by which all anchors may lie wrong together, as after a conversion
  /// from another reference system.
  package var sharedErrorMetres = 0.0

  /// Whether the plan shows the ground as in a mirror. An image's y axis points down, which is
  /// none.
  public var isMirrored: Bool { page.isMirrored(by: pageToLocal) }

  /// From page to MapKit's `MKMapPoint`: the world is 268,435,456 wide, y points down from 85°
  /// north.
  public var pageToMapPoint: AffineTransform {
    pageToWebMercator.followed(by: MapPoint.fromWebMercator)
  }

  /// Root mean square of the residuals, in metres; `nil` for two anchors, which leave nothing to
  /// measure.
  public var rmseMetres: Double? {
    let used = anchors.filter { !$0.isLeftOut }
    guard hasResiduals else { return nil }
    let sum = used.reduce(0) { $0 + $1.residualMetres * $1.residualMetres }
    return (sum / Double(used.count)).squareRoot()
  }

  /// Whether there are more anchors than the fit needs, so that residuals mean something; on walls
  /// all do.
  public var hasResiduals: Bool {
    if match != nil { return anchors.contains { !$0.isLeftOut } }
    return anchors.filter { !$0.isLeftOut }.count > model.minimumAnchors
  }

  /// Root mean square distance, in metres, by which a page point may be placed wrong; see
  /// `errorEllipse`.
  public func predictedError(at point: PagePoint) -> Double { errorEllipse(at: point).rms }

  /// How the error of a page point's place is spread.
  ///
  /// From the anchors' sigmas, their own or the defaults of `AnchorSigmas`; larger where the
  /// residuals contradict those at 1%. What it takes to pick the point itself is not in it. Sigmas
  /// are the same along every axis, so it is a circle but where an affine map stretches the page,
  /// and with it what was picked there. Of a page laid on walls it is a circle too, of the lines'
  /// root mean square distance from them, everywhere: that is how far plan and walls agree. What
  /// the anchors' conversion from another reference system may be wrong by is in it, too.
  public func errorEllipse(at point: PagePoint) -> ErrorEllipse {
    if let match { return ErrorEllipse(circle: match.rmsMetres) }
    guard let fit else { return ErrorEllipse(circle: .nan) }
    let ellipse = fit.ellipse(at: point).scaled(by: varianceFactor.squareRoot())
    return sharedErrorMetres > 0 ? ellipse.shifted(by: sharedErrorMetres) : ellipse
  }

  /// The coordinate that a page point shows.
  public func coordinate(of point: PagePoint) -> Coordinate {
    switch convention {
    case .metric: frame.coordinate(from: pageToLocal.apply(point))
    case .mapkit:
      // Beyond the antimeridian its plane goes on.
      WebMercator.coordinate(from: pageToWebMercator.apply(point)).unbroken(near: 0)
    }
  }

  /// The placement as the venue file keeps it.
  public func placement(on level: LevelKey) -> PlanPlacement {
    PlanPlacement(
      level: level, page: page, pageToLocal: pageToLocal, anchors: anchors.map(\.anchor))
  }
}

extension ErrorEllipse {
  /// The ellipse once an error of its own, the same in all directions, is added, by its root mean
  /// square distance in metres.
  fileprivate func shifted(by metres: Double) -> ErrorEllipse {
    let along = metres * metres / 2
    let (major, minor) = (semiMajor * semiMajor + along, semiMinor * semiMinor + along)
    let (c, s) = (cos(Angle.radians(directionDegrees)), sin(Angle.radians(directionDegrees)))
    return ErrorEllipse(
      xx: major * c * c + minor * s * s, xy: (major - minor) * s * c,
      yy: major * s * s + minor * c * c)
  }
}
