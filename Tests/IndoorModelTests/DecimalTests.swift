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

  /// A spreadsheet's cells of "scientific" format keep two digits behind the point.
  @Test(
    arguments: [
      ("4.86E+06", true), ("4,86E+06", true), ("-7.54E+03", true), ("4.864920778E+06", false),
      ("1.23E+01", false), ("1.2E-03", false), ("4864920", false), ("5E+06", true),
      ("1e+05", false), ("1.23E7", false), ("0.0E+00", false), ("1.0e+05", true), ("E+05", false),
      ("1e999", false), ("", false), ("4.86E+06m", false),
    ])
  func `a number that lost its metres is called that`(text: String, isShortened: Bool) {
    #expect(Double.isShortened(text, beyond: 1) == isShortened)
  }
}
