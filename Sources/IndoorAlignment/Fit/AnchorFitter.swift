internal import IndoorGeometry
internal import IndoorModel

/// Fits models to anchors in local metres, with the weights that their sigmas give.
struct AnchorFitter {
  let points: [(page: PagePoint, local: LocalPoint)]
  let anchors: [Anchor]
  let sigmas: AnchorSigmas
  let isTurnedOver: Bool

  /// Metres below which a sigma counts as this: an anchor without error would have infinite weight.
  private static let smallestSigma = 1e-6
  /// The weights depend on the scale and the scale, a little, on the weights.
  private static let rounds = 4
  /// Anchors beyond which swapped pairs aren't sought: every pair is tried.
  private static let maximumForSwaps = 40
  /// Significance at which residuals count as larger than their sigmas allow.
  static let significance = 0.01

  /// The similarity of least squares, mirrored where only that explains the anchors, with the
  /// weights it settled on.
  func similarity() -> (fit: WeightedFit, observations: [Observation])? {
    guard let straight = fitted(.similarity, flips: isTurnedOver) else { return nil }
    let freedom = 2 * points.count - PlanModel.similarity.parameterCount
    let squares = straight.fit.weightedSquares(of: straight.observations)
    guard freedom > 0,
      Significance.chiSquaredTail(squares, degreesOfFreedom: freedom) < Self.significance,
      let mirrored = fitted(.similarity, flips: !isTurnedOver),
      // A mirror image of a plan fits a hundred times better in the mirror, a bad anchor doesn't.
      mirrored.fit.weightedSquares(of: mirrored.observations) < squares / 100
    else { return straight }
    return mirrored
  }

  /// A model fitted to all anchors, and the observations with their weights.
  func fitted(
    _ model: PlanModel, flips: Bool
  ) -> (fit: WeightedFit, observations: [Observation])? {
    var scale = 0.0
    var result: (fit: WeightedFit, observations: [Observation])?
    for round in 0..<Self.rounds {
      let observations = zip(points, anchors).map { point, anchor in
        Observation(
          page: point.page, local: point.local,
          variance: round == 0 ? 1 : variance(of: anchor, metresPerUnit: scale),
          pageVariance: round == 0 ? 0 : pageVariance(of: anchor))
      }
      guard let fit = WeightedFit(observations, model: model, flips: flips) else { return nil }
      scale = abs(fit.transform.determinant).squareRoot()
      result = (fit, observations)
    }
    return result
  }

  /// χ² over its degrees of freedom where the residuals contradict the sigmas at 1%, and 1
  /// otherwise: a few lucky residuals make no fit better than its anchors are declared to be.
  func varianceFactor(of fit: WeightedFit, _ observations: [Observation]) -> Double {
    let freedom = 2 * observations.count - fit.model.parameterCount
    guard freedom > 0 else { return 1 }
    let squares = fit.weightedSquares(of: observations)
    let tail = Significance.chiSquaredTail(squares, degreesOfFreedom: freedom)
    return tail < Self.significance ? max(1, squares / Double(freedom)) : 1
  }

  /// Whether an F test on the unweighted residuals prefers the affine model to the similarity at
  /// 1%.
  ///
  /// The sigmas don't enter: they may be guesses, and the residuals tell by themselves. From four
  /// anchors on.
  func prefersAffine(flips: Bool) -> Bool {
    guard points.count >= 4 else { return false }
    let equal = points.map { Observation(page: $0.page, local: $0.local, variance: 1) }
    guard let similarity = WeightedFit(equal, model: .similarity, flips: flips),
      let affine = WeightedFit(equal, model: .affine, flips: flips)
    else { return false }
    let freedom = 2 * points.count - PlanModel.affine.parameterCount
    let (more, fewer) = (
      similarity.weightedSquares(of: equal), affine.weightedSquares(of: equal)
    )
    // A tenth of a millimetre is the rounding of nine decimals of a degree, not a shape.
    guard more > 1e-8 * Double(points.count) else { return false }
    guard fewer > 0 else { return true }
    return Significance.fTail((more - fewer) / 2 / (fewer / Double(freedom)), denominator: freedom)
      < Self.significance
  }

  /// The pairs of anchors of which one's places must be exchanged for all to fit: several where
  /// each does it as well, as for the corners of a rectangle, and none where that explains nothing.
  func swappedPairs() -> [(Int, Int)] {
    let n = points.count
    guard n >= 3, n <= Self.maximumForSwaps, let asGiven = similarity() else { return [] }
    let freedom = 2 * n - PlanModel.similarity.parameterCount
    let squares = asGiven.fit.weightedSquares(of: asGiven.observations)
    guard Significance.chiSquaredTail(squares, degreesOfFreedom: freedom) < 1e-6 else { return [] }
    var exchanges: [(squares: Double, pair: (Int, Int))] = []
    for i in 0..<n {
      for j in (i + 1)..<max(n, i + 1) {
        var exchanged = asGiven.observations
        (exchanged[i].local, exchanged[j].local) = (exchanged[j].local, exchanged[i].local)
        guard let fit = WeightedFit(exchanged, model: .similarity, flips: isTurnedOver) else {
          continue
        }
        exchanges.append((fit.weightedSquares(of: exchanged), (i, j)))
      }
    }
    func explains(_ sum: Double) -> Bool {
      Significance.chiSquaredTail(sum, degreesOfFreedom: freedom) > Self.significance
    }
    guard let best = exchanges.map(\.squares).min(), explains(best) || best < squares / 400 else {
      return []
    }
    // What the sigmas explain isn't told apart by which is a little better.
    return exchanges.filter {
      $0.squares == best || $0.squares <= 4 * best || explains(best) && explains($0.squares)
    }.map(\.pair)
  }

  private func variance(of anchor: Anchor, metresPerUnit: Double) -> Double {
    let ground = anchor.sigmaMetres ?? sigmas.metres
    let page = pageVariance(of: anchor) * metresPerUnit * metresPerUnit
    return max(ground * ground + page, Self.smallestSigma * Self.smallestSigma)
  }

  private func pageVariance(of anchor: Anchor) -> Double {
    let sigma = anchor.sigmaPage ?? sigmas.page
    return sigma * sigma
  }
}
