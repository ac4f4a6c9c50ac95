import IndoorPositioning
import Testing

/// Backward simulation where the answer is known: in one dimension, where everything is linear and
/// Gaussian, the smoother of Rauch, Tung and Striebel (1965, doi:10.2514/3.3166) is exact.
@Suite struct BackwardSimulationTests {
  /// What was measured of a walk that leapt in the middle.
  private static let measured = [
    0.8, -3.1, 2.2, 4.9, 1.0, 3.4, 9.7, 12.5, 8.1, 14.9, 12.2, 16.3, 11.8, 13.0,
  ]

  /// Means and variances by the Kalman filter, and by going back over them.
  private func exact(
    _ run: DriftSmoothing
  ) -> (filtered: [Double], smoothed: [Double], variances: [Double]) {
    let (drift, noise) = (run.drift * run.drift, run.noise * run.noise)
    var (mean, variance) = (0.0, run.spread * run.spread)
    var means: [Double] = []
    var variances: [Double] = []
    for (number, place) in Self.measured.enumerated() {
      if number > 0 { variance += drift }
      let gain = variance / (variance + noise)
      mean += gain * (place - mean)
      variance *= 1 - gain
      means.append(mean)
      variances.append(variance)
    }
    let filtered = means
    for number in means.indices.dropLast().reversed() {
      let predicted = variances[number] + drift
      let gain = variances[number] / predicted
      means[number] += gain * (means[number + 1] - means[number])
      variances[number] += gain * gain * (variances[number + 1] - predicted)
    }
    return (filtered, means, variances)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `ways have the mean and the spread of the exact smoother`(seed: UInt64) {
    let run = DriftSmoothing()
    let found = run.smoothed(Self.measured, seed: seed)
    let (filtered, smoothed, variances) = exact(run)
    #expect(found.count == smoothed.count)
    for (number, ways) in found.enumerated() {
      // 2,000 ways out of 4,000 particles: some hundredths of a deviation, more where they join.
      #expect(abs(ways.mean - smoothed[number]) < 0.35, "at second \(number)")
      #expect(abs(ways.deviation - variances[number].squareRoot()) < 0.3, "at second \(number)")
    }
    // The filter says something else: this isn't what it knows already.
    #expect(zip(filtered, smoothed).contains { abs($0 - $1) > 1 })
  }
}
