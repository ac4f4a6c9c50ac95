/// A drawing's texts in a PDF's fonts, each of which has a byte a letter: Helvetica for ASCII, and
/// for others as many more as their letters take.
struct DXFLetters {
  /// The letters that a font has beside ASCII's, and their bytes.
  private var fonts: [[Unicode.Scalar: UInt8]] = []

  /// Letters of a text that are shown at most.
  private static let longest = 200
  /// Fonts at most; what they don't hold is a question mark.
  private static let mostFonts = 100
  /// Bytes of a font's own letters: as many as a list of ToUnicode may have (ISO 32000-1, 9.10.3).
  private static let bytes = 160...255

  /// A text's font, and the text in a PDF's brackets.
  mutating func shown(_ text: String) -> (font: String, literal: String) {
    let scalars = text.unicodeScalars.prefix(Self.longest)
    let others = Set(scalars.filter { (0xA0...0xFFFF).contains($0.value) })
    guard !others.isEmpty, let font = font(with: others) else {
      return ("F", scalars.map { Self.literal($0, [:]) }.joined())
    }
    return ("G\(font)", scalars.map { Self.literal($0, fonts[font]) }.joined())
  }

  /// The first font that has letters, or has room for them.
  private mutating func font(with letters: Set<Unicode.Scalar>) -> Int? {
    let room = Self.bytes.count
    let fitting = fonts.firstIndex { font in
      font.count + letters.count <= room || letters.allSatisfy { font[$0] != nil }
    }
    if fitting == nil, fonts.count == Self.mostFonts { return nil }
    let index = fitting ?? fonts.count
    if index == fonts.count { fonts.append([:]) }
    for letter in letters.sorted() where fonts[index][letter] == nil && fonts[index].count < room {
      fonts[index][letter] = UInt8(Self.bytes.lowerBound + fonts[index].count)
    }
    return index
  }

  private static func literal(
    _ scalar: Unicode.Scalar, _ font: [Unicode.Scalar: UInt8]
  ) -> String {
    switch scalar {
    case "(", ")", "\\": return "\\\(scalar)"
    case " "..."~": return String(scalar)
    default: return font[scalar].map { "\\\(String($0, radix: 8))" } ?? "?"
    }
  }

  /// The page's fonts, whose objects have numbers from one on.
  func resources(from first: Int) -> String {
    let others = fonts.indices.map { "/G\($0) \(first + 2 * $0) 0 R" }.joined()
    return "<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\(others)>>"
  }

  /// The fonts' objects: each its letters by their names, and what says which they are.
  func objects(from first: Int) -> [String] {
    fonts.indices.flatMap { index -> [String] in
      let letters = fonts[index].sorted { $0.value < $1.value }
      let names = letters.map { "/uni\(Self.hex($0.key.value, 4))" }.joined()
      // As wide as Helvetica's digits: there is no saying how wide each letter is.
      let widths = [String](repeating: "556", count: 224).joined(separator: " ")
      let map =
        "begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
        + "1 beginbfrange <20> <7E> <0020> endbfrange \(letters.count) beginbfchar "
        + letters.map { "<\(Self.hex(UInt32($0.value), 2))> <\(Self.hex($0.key.value, 4))> " }
        .joined() + "endbfchar endcmap\n"
      return [
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 255/Widths[\(widths)]"
          + "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[\(Self.bytes.lowerBound)\(names)]>>"
          + "/ToUnicode \(first + 2 * index + 1) 0 R>>",
        "<</Length \(map.utf8.count)>>\nstream\n\(map)endstream",
      ]
    }
  }

  private static func hex(_ value: UInt32, _ count: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
