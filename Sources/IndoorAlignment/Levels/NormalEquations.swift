internal import IndoorGeometry

/// Weighted linear least squares, dense: few levels have few unknowns.
struct NormalEquations {
  private(set) var count: Int
  private var matrix: [Double]
  private var right: [Double]

  init(count: Int) {
    self.count = count
    matrix = [Double](repeating: 0, count: count * count)
    right = [Double](repeating: 0, count: count)
  }

  /// Adds an observation: Σ coefficient · unknown = value, with its variance.
  mutating func add(_ row: [(unknown: Int, coefficient: Double)], value: Double, variance: Double) {
    for (i, a) in row {
      right[i] += a * value / variance
      for (j, b) in row { matrix[i * count + j] += a * b / variance }
    }
  }

  /// The unknowns and the inverse of the normal matrix, which is their covariance; `nil` where an
  /// unknown is free.
  ///
  /// Gauss and Jordan's elimination on a matrix scaled to a unit diagonal, which needs no pivots as
  /// it is definite.
  func solved() -> Solution? {
    let n = count
    let scales = (0..<n).map { matrix[$0 * n + $0].squareRoot() }
    guard scales.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    var m = matrix
    for i in 0..<n { for j in 0..<n { m[i * n + j] /= scales[i] * scales[j] } }
    for k in 0..<n {
      let pivot = m[k * n + k]
      guard pivot > 1e-12 else { return nil }
      m[k * n + k] = 1
      for j in 0..<n { m[k * n + j] /= pivot }
      for i in 0..<n where i != k {
        let factor = m[i * n + k]
        guard factor != 0 else { continue }
        m[i * n + k] = 0
        for j in 0..<n { m[i * n + j] -= factor * m[k * n + j] }
      }
    }
    for i in 0..<n { for j in 0..<n { m[i * n + j] /= scales[i] * scales[j] } }
    let unknowns = (0..<n).map { i in (0..<n).reduce(0) { $0 + m[i * n + $1] * right[$1] } }
    guard unknowns.allSatisfy(\.isFinite) else { return nil }
    return Solution(unknowns: unknowns, covariance: m)
  }

  struct Solution {
    let unknowns: [Double]
    let covariance: [Double]

    func value(_ row: [(unknown: Int, coefficient: Double)]) -> Double {
      row.reduce(0) { $0 + $1.coefficient * unknowns[$1.unknown] }
    }

    /// Variance of a linear function of the unknowns.
    func variance(_ row: [(unknown: Int, coefficient: Double)]) -> Double {
      let n = unknowns.count
      var sum = 0.0
      for (i, a) in row { for (j, b) in row { sum += a * b * covariance[i * n + j] } }
      return max(0, sum)
    }
  }
}
