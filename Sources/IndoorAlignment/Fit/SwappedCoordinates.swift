internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// Whether latitude and longitude are exchanged, where no venue says so.
///
/// An exchange mirrors the places and, off the equator, stretches them. Three anchors show that;
/// two show only a turn and a scale that no drawing has.
struct SwappedCoordinates {
  let anchors: [Anchor]
  let page: PlanPage
  let sigmas: AnchorSigmas
  /// Ground metres a unit by the plan's own statement, where it makes one.
  let declared: Double?

  /// How many times smaller the residuals become.
  private static let factor = 10.0
  /// Degrees from a multiple of 90 that a sheet is turned at most: sheets lie square.
  private static let turn = 3.0
  /// Share by which a scale may differ from one that drawings have.
  private static let share = 0.01
  /// The n of 1:n that drawings have.
  private static let scales = [50.0, 100, 200, 250, 500]
  /// Metres below which a residual is the rounding of coordinates.
  private static let rounding = 1e-3

  var isLikely: Bool {
    let exchanged = anchors.map { anchor in
      var other = anchor
      other.coordinate = Coordinate(
        latitude: anchor.coordinate.longitude, longitude: anchor.coordinate.latitude)
      return other
    }
    guard
      exchanged.allSatisfy({
        $0.coordinate.isValid && abs($0.coordinate.latitude) <= AnchorChecks.maximumLatitude
      }), let given = fit(anchors), let other = fit(exchanged)
    else { return false }
    if anchors.count > 2 {
      // A picture whose pixels are equal degrees is stretched as well, and fits exchanged only
      // where it is mirrored.
      return !other.isMirrored
        && (other.rmse * Self.factor < given.rmse && given.rmse > Self.rounding
          || given.isMirrored && other.rmse <= given.rmse)
    }
    return !given.isSquare && !given.hasScale && other.isSquare && other.hasScale
  }

  private struct Fit {
    var rmse: Double
    var isMirrored: Bool
    var isSquare: Bool
    var hasScale: Bool
  }

  private func fit(_ anchors: [Anchor]) -> Fit? {
    let frame = LocalFrame(origin: PlanAligner.centroid(anchors.map(\.coordinate)))
    let fitter = AnchorFitter(
      points: anchors.map { (page: $0.page, local: frame.local(from: $0.coordinate)) },
      anchors: anchors, sigmas: sigmas, isTurnedOver: page.isTurnedOver)
    guard let (fit, observations) = fitter.similarity() else { return nil }
    let squares = observations.reduce(0.0) {
      let residual = fit.residual(of: $1)
      return $0 + residual.x * residual.x + residual.y * residual.y
    }
    let map = fit.transform
    let degrees = Angle.degrees(atan2(map.b, map.a))
    let off = abs(degrees - (degrees / 90).rounded() * 90)
    let metres = abs(map.determinant).squareRoot()
    let known =
      Self.scales.compactMap { page.metresPerUnit(scale: $0) } + [declared].compactMap(\.self)
    return Fit(
      rmse: (squares / Double(anchors.count)).squareRoot(),
      isMirrored: page.isMirrored(by: map), isSquare: off <= Self.turn,
      hasScale: known.contains { abs(metres / $0 - 1) <= Self.share })
  }
}

extension AlignmentWarning {
  static func swappedCoordinates() -> AlignmentWarning {
    AlignmentWarning(
      .swappedCoordinates,
      "the anchors make a drawing that lies as drawings do only with latitude and longitude exchanged: swap the two numbers of each"
    )
  }
}
