import IndoorJSON
import Testing

struct JSONOutputTests {
  @Test func `values are written as JSON has them`() {
    let value = JSONOutput.object([
      (
        "a", .array([.integer(-1), .number(0.1), .number(100), .number(1e300), .bool(true), .null])
      ),
      ("b\"\\", .string("é\n\t\u{1}\u{0}/😀")),
      ("c", .object([])), ("d", .array([])),
    ])
    #expect(
      value.text()
        == #"{"a":[-1,0.1,100,1e+300,true,null],"b\"\\":"é\n\t\u0001\u0000/😀","c":{},"d":[]}"#)
  }

  @Test func `what isn't finite becomes null`() {
    let value = JSONOutput.array([.number(.nan), .number(.infinity), .number(-.infinity)])
    #expect(value.text() == "[null,null,null]")
  }

  @Test func `the pretty text keeps a position on one line`() {
    let value = JSONOutput.object([
      ("type", .string("LineString")),
      (
        "coordinates",
        .array([.array([.number(1.5), .number(2)]), .array([.number(3), .number(4)])])
      ),
    ])
    #expect(
      value.text(pretty: true) == """
        {
          "type": "LineString",
          "coordinates": [[1.5, 2], [3, 4]]
        }
        """)
  }

  static let numbers: [Double] = [
    0.1, 1 / 3, .leastNonzeroMagnitude, 1.7976931348623157e308, -0.0, 1e21, 120.07536399999796,
    123_456_789_012_345_680,
  ]

  @Test(arguments: numbers)
  func `a number reads back as the same double`(number: Double) throws {
    let node = try parse(JSONOutput.array([.number(number)]).text())
    #expect(node.elements.map(\.number) == [number])
  }

  /// RFC 8259, 6: numbers have no bound; those of 64 bits are kept to the digit.
  @Test(arguments: [
    "9223372036854775807", "9223372036854775808", "9749618446378729473", "18446744073709551615",
    "-9223372036854775808", "9007199254740993",
  ])
  func `a whole number of 64 bits is written again to the digit`(number: String) throws {
    let document = try JSONDocument(bytes: Array("[\(number)]".utf8), name: "n.json")
    #expect(JSONOutput(document.root).text() == "[\(number)]")
  }

  @Test func `what is written reads back`() throws {
    let strings = ["", "\u{0}", "\u{7F}\u{80}\u{2028}", "\"\\/\u{8}\u{C}\n\r\t", "𝄞"]
    let text = JSONOutput.array(strings.map(JSONOutput.string)).text(pretty: true)
    #expect(try parse(text).elements.map(\.string) == strings)
  }
}
