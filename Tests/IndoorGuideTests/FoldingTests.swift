import Foundation
import IndoorGuide
import Testing

/// Folding and words, beside Python's `unicodedata`.
struct FoldingTests {
  /// NFKD, full case folding and NFKD again, Hangul composed, by Python.
  private static let python = """
    import unicodedata
    def compose(text):
      out = []
      for c in text:
        p = ord(c)
        if out:
          q = ord(out[-1])
          if 0x1100 <= q < 0x1113 and 0x1161 <= p < 0x1176:
            out[-1] = chr(0xAC00 + ((q - 0x1100) * 21 + p - 0x1161) * 28)
            continue
          if 0xAC00 <= q < 0xD7A4 and (q - 0xAC00) % 28 == 0 and 0x11A8 <= p < 0x11C3:
            out[-1] = chr(q + p - 0x11A7)
            continue
        out.append(c)
      return "".join(out)
    def fold(text):
      text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
      return compose(text)
    def line(text):
      print(" ".join("%x" % ord(c) for c in text), end=";")
      print(" ".join("%x" % ord(c) for c in fold(text)))

    """

  private static func lines(_ script: String) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", python + script]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  private static func text(_ hex: Substring) -> String {
    var view = String.UnicodeScalarView()
    for part in hex.split(separator: " ") {
      if let scalar = UInt32(part, radix: 16).flatMap(Unicode.Scalar.init) { view.append(scalar) }
    }
    return String(view)
  }

  private static func differences(_ lines: [Substring]) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: ";", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return "no line: \(line)" }
      let folded = Folding.folded(text(parts[0])).unicodeScalars
      return folded.elementsEqual(text(parts[1]).unicodeScalars)
        ? nil : "\(line) but \(folded.map { String($0.value, radix: 16) })"
    }
  }

  @Test func `every code point folds as in Python`() throws {
    let lines = try Self.lines(
      """
      for p in range(0x110000):
        if unicodedata.category(chr(p)) not in ("Cn", "Cs"):
          line(chr(p))
      """)
    #expect(lines.count > 200_000)
    #expect(Self.differences(lines).prefix(5) == [])
  }

  @Test func `runs of letters and marks fold as in Python`() throws {
    let lines = try Self.lines(
      """
      import random
      random.seed(7)
      marks = [p for p in range(0x110000) if unicodedata.combining(chr(p))]
      letters = [p for p in range(0x300) if chr(p).isalpha()] + list(range(0x370, 0x400)) \\
        + list(range(0x1F00, 0x2000)) + list(range(0x1100, 0x1200)) + list(range(0xAC00, 0xAD00))
      letters = [p for p in letters if unicodedata.category(chr(p)) != "Cn"]
      for _ in range(20000):
        pool = [random.choice(marks if random.random() < 0.5 else letters) for _ in range(6)]
        line("".join(map(chr, pool)))
      """)
    #expect(lines.count == 20_000)
    #expect(Self.differences(lines).prefix(5) == [])
  }

  @Test func `words are runs of letters, marks and digits`() {
    func words(_ text: String) -> [String] {
      var tokens = Tokens()
      tokens.add(text)
      return tokens.texts
    }
    #expect(words("Café  O'Brien, №5") == ["cafe", "o", "brien", "no5", "obrien"])
    #expect(words("l’homme d'Œuvre") == ["l", "homme", "d", "oeuvre", "lhomme", "doeuvre"])
    #expect(words("'tis 'a' b' 'c") == ["tis", "a", "b", "c"])
    #expect(
      words("Smørrebrød Łódź ǼØǾ Þing ĐÐ Topkapı") == [
        "smorrebrod", "lodz", "aeoo", "thing", "dd", "topkapi",
      ])
    #expect(words("Straße İstanbul") == ["strasse", "istanbul"])
    // The same year in the digits of Arabic, Persian, Hindi and Thai.
    #expect(words("١٩٨٠ ۱۹۸۰ १९८० ๑๙๘๐") == ["1980", "1980", "1980", "1980"])
    #expect(words("2003.238.1") == ["2003", "238", "1", "2003.238.1"])
    #expect(words("1880-85") == ["1880", "85", "1880-85"])
    #expect(words("self-portrait") == ["self", "portrait"])
    #expect(words("美術館 A") == ["美術", "術館", "館", "a"])
    #expect(words("한국어") == ["한국어"])
    #expect(words("ᄒ\u{1161}ᆫ") == ["한"])
    #expect(words("") == [] && words(" .-/ ") == [])
    // Marks of scripts in which they are letters stay.
    #expect(words("हिन्दी") == ["हिन्दी"])
    // Where a word may be broken it isn't parted (UAX 29), and no letter is seen there.
    #expect(
      words("Mu\u{AD}se\u{AD}ums\u{AD}schiff e\u{2060}\u{301}te\u{FEFF}")
        == ["museumsschiff", "ete"])
    // What has no width parts Thai and Persian words as a space does, and is in Latin ones by
    // mistake: they are found in parts and whole.
    #expect(words("Dona\u{200B}tion") == ["dona", "tion", "donation"])
    #expect(
      words("\u{645}\u{6CC}\u{200C}\u{62E}") == [
        "\u{645}\u{6CC}", "\u{62E}", "\u{645}\u{6CC}\u{62E}",
      ])
  }

  /// Unicode 15, D109: those of class 220 (U+0323, U+0331) come before those of 230 (U+0300,
  /// U+0301), and of one class they stay as they were. To sort them by insertion took minutes.
  @Test func `hundreds of thousands of marks on one letter are put in order`() {
    let start = ContinuousClock.now
    let count = 400_000
    let above = String(repeating: "\u{301}\u{300}", count: count / 2)
    let below = String(repeating: "\u{323}\u{331}", count: count / 2)
    let folded = Folding.folded("a" + above + below + "b\u{301}\u{323}")
    let expected = "a" + below + above + "b\u{323}\u{301}"
    #expect(folded.unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(ContinuousClock.now - start < .seconds(120))
  }

  /// Words end at a line's end, so that no text has others than its lines.
  @Test func `the words of a long text are those of its lines`() {
    func words(_ text: String) -> [String] {
      var tokens = Tokens()
      tokens.add(text)
      return tokens.texts
    }
    let lines = (1...3000).map {
      ["L’Œuvre d'art n° \($0).\($0 % 7)", "美術館。\($0)", "Ba\u{323}\u{301}n đồ", "صلى الله"][$0 % 4]
    }
    let text = lines.joined(separator: "\n")
    #expect(words(text).sorted() == lines.flatMap(words).sorted())
    #expect(
      Tokens.normal(text).elementsEqual(lines.map { Tokens.normal($0) }.joined(separator: [0x20])))
  }

  /// HTML, section 13.2.5.6: what doesn't go on as a tag is a less-than sign.
  @Test func `hundreds of thousands of less-than signs are no tags`() {
    let start = ContinuousClock.now
    let signs = String(repeating: "< ", count: 400_000)
    #expect(PlainText.of(html: "<b>x</b>&amp;" + signs + "&lt;") == " x &" + signs + "<")
    #expect(ContinuousClock.now - start < .seconds(120))
  }
}
