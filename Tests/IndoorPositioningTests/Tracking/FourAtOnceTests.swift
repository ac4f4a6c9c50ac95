import IndoorLibc
import IndoorPositioning
import Testing

/// Against the C library in double precision.
@Suite struct FourAtOnceTests {
  @Test func `sines and cosines are right to 2e-7 within a thousand turns`() {
    var worst = 0.0
    for step in 0..<60_000 {
      let angle = Float(step - 30_000) * 0.2094
      let four = SIMD4(angle, angle * 0.37, angle * 0.011, angle + .pi / 4)
      let (sine, cosine) = four.sineAndCosine
      for lane in 0..<4 {
        worst = max(
          worst, abs(Double(sine[lane]) - sin(Double(four[lane]))),
          abs(Double(cosine[lane]) - cos(Double(four[lane]))))
      }
    }
    #expect(worst < 2e-7)
  }

  @Test func `exponentials are right to three parts in ten million from -80 to 80`() {
    var worst = 0.0
    for step in 0..<40_000 {
      let value = Float(step - 20_000) * 0.004
      let four = SIMD4(value, value * 0.1, value * 0.013, -value)
      let exponential = four.exponential
      for lane in 0..<4 {
        let right = exp(Double(four[lane]))
        worst = max(worst, abs(Double(exponential[lane]) - right) / right)
      }
    }
    #expect(worst < 3e-7)
  }

  @Test func `whole parts are those below, also right beside a whole number`() {
    for number in [0, 1, 2, 3, 17, 255, 65_536, 1_000_003, 4_000_000] {
      let whole = Float(number)
      let four = SIMD4(whole, whole.nextUp, (whole + 1).nextDown, max(0, whole.nextDown))
      for (lane, part) in [number, number, number, max(0, number - 1)].enumerated() {
        #expect(four.wholeParts[lane] == part, "of \(four[lane])")
      }
    }
    #expect(SIMD4(Float.nan, .infinity, -.infinity, 1e30).wholeParts.max() < 1 << 23)
  }
}
