internal import Foundation

/// Tail probabilities. All degrees of freedom here are even (two axes), where the tails have closed
/// forms.
enum Significance {
  /// Probability that χ² with an even number of degrees of freedom exceeds a value.
  /// Abramowitz and Stegun (1964), 26.4.5.
  static func chiSquaredTail(_ value: Double, degreesOfFreedom: Int) -> Double {
    guard degreesOfFreedom >= 2, value > 0 else { return 1 }
    var term = 1.0
    var sum = 1.0
    for j in 1..<max(1, degreesOfFreedom / 2) {
      term *= value / 2 / Double(j)
      sum += term
    }
    return min(1, exp(-value / 2) * sum)
  }

  /// Probability that F with 2 and `denominator` degrees of freedom exceeds a value.
  /// Abramowitz and Stegun (1964), 26.6.4.
  static func fTail(_ value: Double, denominator: Int) -> Double {
    guard denominator > 0, value > 0 else { return 1 }
    let m = Double(denominator)
    return pow(1 + 2 * value / m, -m / 2)
  }
}
