import IndoorModel
import Testing

struct DecimalTests {
  @Test(arguments: [("48.86", 48.86), ("-0.5", -0.5), ("+3", 3), ("1e3", 1000), ("2.5E-1", 0.25)])
  func `a number is read as it is written`(text: String, value: Double) {
    #expect(Double(decimal: text) == value)
  }

  // All but the first three are numbers to the standard library.
  @Test(arguments: ["", " 1", "1,5", "0x10", "0x1p4", "inf", "-Infinity", "nan", "1e400"])
  func `what no table means by a number is none`(text: String) {
    #expect(Double(decimal: text) == nil)
  }
}
