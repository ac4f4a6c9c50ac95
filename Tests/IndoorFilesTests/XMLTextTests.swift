import Foundation
import IndoorFiles
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct XMLTextTests {
  @Test func `every scalar of the basic plane makes well-formed XML, in text and attributes`() {
    for start in stride(from: 0, to: 0x10000, by: 0x100) {
      let scalars = (start..<start + 0x100).compactMap { Unicode.Scalar(UInt32($0)) }
      let text = XMLText.escaped(String(String.UnicodeScalarView(scalars)))
      let xml = "<a b=\"\(text)\" c='\(text)'>\(text)</a>"
      #expect(XMLParser(data: Data(xml.utf8)).parse(), "from U+\(String(start, radix: 16))")
    }
  }

  /// XML 1.0, 2.2: Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF].
  @Test(arguments: [
    ("plan é 東京 🏛\u{1FFFE}", true), ("a\tb\n", true), ("a\u{FFFD}", true), ("a\u{FFFE}", false),
    ("\u{FFFF}", false), ("a\u{0}", false), ("\u{1B}[31m", false),
  ])
  func `what XML holds stays as it is`(text: String, isHeld: Bool) {
    #expect(XMLText.holds(text) == isHeld)
    #expect((XMLText.escaped(text) == text) == isHeld)
  }
}
