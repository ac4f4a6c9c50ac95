internal import IndoorGeometry

/// Finds anchors that contradict the others.
///
/// A consensus over pairs (least quantile of squares, after Rousseeuw 1984,
/// doi:10.1080/01621459.1984.10477105) keeps two wrong anchors from hiding each other; what stands
/// outside it is then tested one by one.
struct OutlierSearch {
  /// Significance of the test that needs no sigmas, over all anchors together (Bonferroni).
  private static let significance = 0.01
  /// Significance of the test that believes the sigmas, where the other anchors bear them out.
  private static let sigmaSignificance = 0.001
  /// Pairs that are tried at most, fewer where each takes long.
  private var maximumPairs: Int { min(4000, max(200, 4_000_000 / max(1, observations.count))) }

  let observations: [Observation]
  let model: PlanModel
  let flips: Bool

  /// Indices of the anchors that contradict the others, ascending; never half of them or more.
  func outliers() -> [Int] {
    let n = observations.count
    // Without the suspect there must still be something to compare it with.
    guard 2 * (n - 1) - model.parameterCount >= 2, let start = consensus(), var fit = start.fit
    else { return [] }
    var inliers = start.inliers
    for _ in 0..<5 {
      let scale = max(1, meanSquare(fit, inliers))
      let next = observations.indices.filter {
        distance(fit, observations[$0], isInFit: inliers.contains($0)) <= 9.21 * scale
      }
      guard next != inliers, isMajority(next.count),
        let better = WeightedFit(next.map { observations[$0] }, model: model, flips: flips)
      else { break }
      (inliers, fit) = (next, better)
    }
    let freedom = 2 * inliers.count - model.parameterCount
    guard freedom >= 2 else { return [] }
    let squares = fit.weightedSquares(of: inliers.map { observations[$0] })
    let bearsOut = Significance.chiSquaredTail(squares, degreesOfFreedom: freedom) > 0.01
    return observations.indices.filter { i in
      guard !inliers.contains(i) else { return false }
      let drop = distance(fit, observations[i], isInFit: false)
      // Rounding of coordinates leaves residuals too, which no other residual needs to exceed.
      let noise = max(squares / Double(freedom), 1e-9)
      let byRatio =
        Significance.fTail(drop / 2 / noise, denominator: freedom) * Double(n) < Self.significance
      let bySigma =
        bearsOut
        && Significance.chiSquaredTail(drop, degreesOfFreedom: 2) * Double(n)
          < Self.sigmaSignificance
      // What differs by less than a tenth of its sigma is no mistake, however well the others
      // agree.
      return (byRatio && drop > 0.01) || bySigma
    }
  }

  /// The half and more of the anchors that agree best with the similarity through some two of them.
  private func consensus() -> (inliers: [Int], fit: WeightedFit?)? {
    let n = observations.count
    let needed = max(n / 2 + 1, model.minimumAnchors + 1)
    guard needed <= n else { return nil }
    let stride = max(1, n * (n - 1) / 2 / maximumPairs)
    var best: (spread: Double, indices: [Int])?
    var turn = 0
    for i in 0..<n {
      for j in (i + 1)..<max(n, i + 1) {
        turn += 1
        guard turn % stride == 0,
          let fit = WeightedFit(
            [observations[i], observations[j]], model: .similarity, flips: flips)
        else { continue }
        let ranked = observations.indices.map { k -> (Double, Int) in
          (distance(fit, observations[k], isInFit: false), k)
        }.sorted { $0.0 < $1.0 }
        let spread = ranked[needed - 1].0
        if best.map({ spread < $0.spread }) ?? true {
          best = (spread, ranked.prefix(needed).map(\.1).sorted())
        }
      }
    }
    return best.map { best in
      (
        best.indices,
        WeightedFit(best.indices.map { observations[$0] }, model: model, flips: flips)
      )
    }
  }

  private func isMajority(_ count: Int) -> Bool {
    count > observations.count / 2 && count > model.minimumAnchors
  }

  private func meanSquare(_ fit: WeightedFit, _ indices: [Int]) -> Double {
    let freedom = 2 * indices.count - model.parameterCount
    guard freedom > 0 else { return 1 }
    return fit.weightedSquares(of: indices.map { observations[$0] }) / Double(freedom)
  }

  /// Squared residual over its variance: for an anchor that the fit didn't heed, the fit's own is
  /// part of it.
  private func distance(_ fit: WeightedFit, _ o: Observation, isInFit: Bool) -> Double {
    let r = fit.residual(of: o)
    let variance = o.variance + (isInFit ? 0 : fit.variance(at: o.page))
    return (r.x * r.x + r.y * r.y) / variance
  }
}
