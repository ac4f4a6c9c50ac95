internal import IndoorGeometry

/// A page point and its local place, with the variance of their difference.
struct Observation {
  var page: PagePoint
  var local: LocalPoint
  /// Of their difference, the page point's part included, in square metres per axis.
  var variance: Double
  /// Of the page point alone, in square user-space units or pixels per axis.
  var pageVariance = 0.0
}

/// A weighted least-squares fit of a plane map, and how sure it is.
///
/// Similarity: Umeyama (1991), "Least-squares estimation of transformation parameters between two
/// point patterns", eqs. 40 to 42, doi:10.1109/34.88573, which in the plane is a regression of
/// complex numbers. Affine: a linear regression of each axis. Errors of page points count as errors
/// of places, scaled by the fit, which holds while they are small against the baseline.
struct WeightedFit: Sendable {
  let model: PlanModel
  let transform: AffineTransform
  /// Weighted centroid on the page.
  private let centre: PagePoint
  private let totalWeight: Double
  /// Weighted second moments of the page points about the centroid: Σw dx², Σw dx dy, Σw dy².
  private let moments: (xx: Double, xy: Double, yy: Double)
  /// What it was fitted to.
  private let observations: [Observation]

  /// Fits, or returns `nil` where the points don't determine the model. `flips` asks the similarity
  /// to mirror.
  init?(_ observations: [Observation], model: PlanModel, flips: Bool) {
    guard observations.count >= model.minimumAnchors else { return nil }
    var total = 0.0
    var (px, py, lx, ly) = (0.0, 0.0, 0.0, 0.0)
    for o in observations {
      let w = 1 / o.variance
      total += w
      px += w * o.page.x
      py += w * o.page.y
      lx += w * o.local.x
      ly += w * o.local.y
    }
    guard total.isFinite, total > 0 else { return nil }
    (px, py, lx, ly) = (px / total, py / total, lx / total, ly / total)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var (xu, xv, yu, yv) = (0.0, 0.0, 0.0, 0.0)
    for o in observations {
      let w = 1 / o.variance
      let (dx, dy) = (o.page.x - px, o.page.y - py)
      let (du, dv) = (o.local.x - lx, o.local.y - ly)
      xx += w * dx * dx
      xy += w * dx * dy
      yy += w * dy * dy
      xu += w * dx * du
      xv += w * dx * dv
      yu += w * dy * du
      yv += w * dy * dv
    }
    let linear: (a: Double, b: Double, c: Double, d: Double)
    switch model {
    case .similarity:
      let s = flips ? -1.0 : 1.0
      let spread = xx + yy
      guard spread > 0 else { return nil }
      let (re, im) = ((xu + s * yv) / spread, (xv - s * yu) / spread)
      linear = (re, im, -s * im, s * re)
    case .affine:
      let det = xx * yy - xy * xy
      // Collinear anchors leave one direction free.
      guard det > 1e-9 * xx * yy else { return nil }
      linear = (
        (xu * yy - yu * xy) / det, (xv * yy - yv * xy) / det,
        (yu * xx - xu * xy) / det, (yv * xx - xv * xy) / det
      )
    }
    let transform = AffineTransform(
      a: linear.a, b: linear.b, c: linear.c, d: linear.d,
      tx: lx - linear.a * px - linear.c * py, ty: ly - linear.b * px - linear.d * py)
    guard transform.coefficients.allSatisfy(\.isFinite), transform.inverse != nil else {
      return nil
    }
    self.model = model
    self.transform = transform
    centre = PagePoint(x: px, y: py)
    totalWeight = total
    moments = (xx, xy, yy)
    self.observations = observations
  }

  /// The spread of the fitted place of a page point, from the observations' variances alone.
  ///
  /// A fitted place is a weighted sum of the observed ones. Errors of the ground are equal along
  /// every axis; those of page points become an ellipse where the map stretches the page, with
  /// covariance σ² A Aᵀ, A its linear part.
  func ellipse(at point: PagePoint) -> ErrorEllipse {
    let m = transform
    let scale = abs(m.determinant)
    var (ground, page) = (0.0, 0.0)
    for o in observations {
      let share = influence(of: o, at: point)
      ground += share * max(0, o.variance - o.pageVariance * scale)
      page += share * o.pageVariance
    }
    return ErrorEllipse(
      xx: ground + page * (m.a * m.a + m.c * m.c), xy: page * (m.a * m.b + m.c * m.d),
      yy: ground + page * (m.b * m.b + m.d * m.d))
  }

  /// Square of how far the fitted place of a page point moves when an observation moves by one.
  private func influence(of o: Observation, at point: PagePoint) -> Double {
    let (dx, dy) = (point.x - centre.x, point.y - centre.y)
    let (ox, oy) = (o.page.x - centre.x, o.page.y - centre.y)
    let w = 1 / o.variance
    switch model {
    case .similarity:
      // A complex number: the observation turns and scales the page about the centroid.
      let spread = moments.xx + moments.yy
      let re = w * (1 / totalWeight + (dx * ox + dy * oy) / spread)
      let im = w * (dy * ox - dx * oy) / spread
      return re * re + im * im
    case .affine:
      let det = moments.xx * moments.yy - moments.xy * moments.xy
      let quadratic =
        moments.yy * dx * ox - moments.xy * (dx * oy + dy * ox) + moments.xx * dy * oy
      let h = w * (1 / totalWeight + quadratic / det)
      return h * h
    }
  }

  /// Variance of the fitted place of a page point, in square metres per axis; the same along every
  /// axis.
  func variance(at point: PagePoint) -> Double {
    let (dx, dy) = (point.x - centre.x, point.y - centre.y)
    switch model {
    case .similarity:
      return 1 / totalWeight + (dx * dx + dy * dy) / (moments.xx + moments.yy)
    case .affine:
      let det = moments.xx * moments.yy - moments.xy * moments.xy
      let quadratic = moments.yy * dx * dx - 2 * moments.xy * dx * dy + moments.xx * dy * dy
      return 1 / totalWeight + quadratic / det
    }
  }

  /// The standard deviation of the scale as a share of it, from the observations' variances alone.
  var scaleDeviation: Double {
    (1 / (moments.xx + moments.yy) / abs(transform.determinant)).squareRoot()
  }

  /// Where the fit puts the observation, less where it is, in metres.
  func residual(of o: Observation) -> (x: Double, y: Double) {
    let place: LocalPoint = transform.apply(o.page)
    return (place.x - o.local.x, place.y - o.local.y)
  }

  /// Sum of squared residuals over their variances, without unit.
  func weightedSquares(of observations: [Observation]) -> Double {
    observations.reduce(0) { sum, o in
      let r = residual(of: o)
      return sum + (r.x * r.x + r.y * r.y) / o.variance
    }
  }

  /// How much an observation draws the fit to itself: 0 not at all, 1 alone.
  func leverage(of o: Observation) -> Double {
    min(1, variance(at: o.page) / o.variance)
  }
}
