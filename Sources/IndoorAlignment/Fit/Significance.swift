internal import Foundation

/// Tail probabilities. All degrees of freedom here are even (two axes), where the tails have closed
/// forms.
package enum Significance {
  /// Probability that χ² with an even number of degrees of freedom exceeds a value.
  /// Abramowitz and Stegun (1964), 26.4.5.
  package static func chiSquaredTail(_ value: Double, degreesOfFreedom: Int) -> Double {
    guard degreesOfFreedom >= 2, value > 0 else { return 1 }
    guard value.isFinite else { return 0 }
    // Beyond that e to it has no number, while the product has one.
    if value > 1400 { return smallTail(value / 2, terms: max(1, degreesOfFreedom / 2)) }
    var term = 1.0
    var sum = 1.0
    for j in 1..<max(1, degreesOfFreedom / 2) {
      term *= value / 2 / Double(j)
      sum += term
    }
    return min(1, exp(-value / 2) * sum)
  }

  /// The same series, each term with the factor before it, by logarithms.
  private static func smallTail(_ half: Double, terms: Int) -> Double {
    var logarithm = -half
    var sum = exp(logarithm)
    for j in 1..<terms {
      logarithm += log(half / Double(j))
      sum += exp(logarithm)
    }
    return min(1, sum)
  }

  /// Probability that F with 2 and `denominator` degrees of freedom exceeds a value.
  /// Abramowitz and Stegun (1964), 26.6.4.
  static func fTail(_ value: Double, denominator: Int) -> Double {
    guard denominator > 0, value > 0 else { return 1 }
    let m = Double(denominator)
    return pow(1 + 2 * value / m, -m / 2)
  }
}
