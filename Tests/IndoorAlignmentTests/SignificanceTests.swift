import IndoorAlignment
import Testing

/// Tails by the series with sixty digits (Python's decimal).
struct SignificanceTests {
  @Test(arguments: [
    (2000.0, 2000, 4.957947558198e-01), (2100, 2000, 5.867111137732e-02),
    (1500, 1480, 3.526393079418e-01), (3000, 2000, 2.204698611389e-43), (1e5, 20_000, 0),
    (.infinity, 20, 0),
  ])
  func `the tail of chi-squared stays one where its terms are beyond all numbers`(
    value: Double, degrees: Int, tail: Double
  ) {
    let found = Significance.chiSquaredTail(value, degreesOfFreedom: degrees)
    #expect(abs(found - tail) <= 1e-9 * tail, "\(found)")
  }
}
