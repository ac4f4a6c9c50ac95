import IndoorReport
import Testing

@Suite struct MarkupTests {
  @Test func `what is interpolated can open no tag and end no attribute`() {
    let hostile = "\"'><script>alert(1)</script>&amp;\u{0}\u{1B}"
    let markup: Markup = "<b title=\"\(hostile)\">\(hostile)</b>"
    #expect(
      markup.source.dropFirst("<b title=\"".count).dropLast("</b>".count).allSatisfy {
        !"<'\u{0}\u{1B}".contains($0)
      })
    #expect(markup.source.count { $0 == "<" } == 2)
    #expect(markup.source.count { $0 == "\"" } == 2)
    #expect(markup.source.contains("&quot;&#39;&gt;&lt;script&gt;"))
    #expect(markup.source.contains("&amp;amp;\u{FFFD}\u{FFFD}"))
  }

  @Test func `markup inside markup isn't escaped twice`() {
    let inner: Markup = "<i>\("a < b")</i>"
    let outer: Markup = "<p>\(inner)\([inner, inner])</p>"
    #expect(outer.source == "<p><i>a &lt; b</i><i>a &lt; b</i><i>a &lt; b</i></p>")
  }

  @Test func `every letter of a name survives`() {
    #expect(("\("Caffè 東京 🏛\u{301}")" as Markup).source == "Caffè 東京 🏛\u{301}")
  }

  @Test(arguments: [
    (1.0, 2, "1"), (0.5, 0, "1"), (-0.001, 2, "0"), (12.345_6, 2, "12.35"), (-0.25, 2, "-0.25"),
    (100, 0, "100"), (0.05, 1, "0.1"), (1200, 2, "1200"), (.nan, 2, "–"), (.infinity, 2, "–"),
    (1e300, 2, "1e+300"), (0.007, 3, "0.007"),
  ])
  func `numbers are as short as they can be`(number: Double, decimals: Int, text: String) {
    #expect(ShortNumber.text(number, decimals: decimals) == text)
  }

  /// ISO 5455, 3: a reduction is 1 : X, an enlargement X : 1. An inch has 25.4 mm.
  @Test(arguments: [
    (200.0, "1 : 200"), (2.5, "1 : 2.5"), (1, "1 : 1"), (0.001 / 0.0254, "25.4 : 1"),
    (0.5, "2 : 1"), (0.99, "1 : 1"), (0.001, "1000 : 1"), (0, "–"), (.nan, "–"),
  ])
  func `a scale keeps its figures, whichever way it goes`(factor: Double, text: String) {
    #expect(ShortNumber.scale(factor) == text)
  }

  @Test func `figures for people keep their decimals and units`() {
    #expect(ShortNumber.fixed(3, decimals: 1) == "3.0")
    #expect(ShortNumber.percent(0.996, decimals: 1) == "99.6%")
    #expect(ShortNumber.percent(nil) == "–")
    #expect(ShortNumber.clock(65) == "1:05")
    #expect(ShortNumber.clock(.infinity) == "–")
    #expect(ShortNumber.metres(3.14159) == "3.1 m")
    #expect(ShortNumber.metres(0.013) == "13 mm")
    #expect(ShortNumber.metres(0.0094) == "9.4 mm")
    #expect(ShortNumber.metres(0.00004) == "< 0.1 mm")
    #expect(ShortNumber.metres(412.4) == "412 m")
  }
}
