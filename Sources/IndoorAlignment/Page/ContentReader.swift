/// Operands and operators of a content stream (ISO 32000-1, 7.8.2), without strings, arrays and
/// inline images.
struct ContentReader {
  /// What comes next.
  enum Token {
    case number(Double)
    /// A name's bytes, the slash among them.
    case name(Range<Int>)
    case word(Range<Int>)
  }

  private let bytes: [UInt8]
  private var i = 0
  /// Where the dictionary of the last inline image begins.
  private var imageStart = 0
  /// Bytes that may still be looked at in vain for inline images' ends: few, as a page may draw
  /// thousands of forms.
  private var imageBudget = 1 << 19

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token? {
    while i < bytes.count {
      let byte = bytes[i]
      guard Self.isDelimiter(byte) else {
        let word = regular()
        if let number = number(word) { return .number(number) }
        switch code(word) {
        case PathOperator.beginInlineImage.rawValue: imageStart = word.upperBound
        case PathOperator.inlineImage.rawValue:
          i = InlineImage.end(
            in: bytes, dictionary: min(imageStart, word.lowerBound)..<word.lowerBound, data: i,
            budget: &imageBudget)
        default: break
        }
        return .word(word)
      }
      i += 1
      switch byte {
      case UInt8(ascii: "%"):
        while i < bytes.count, bytes[i] != 10, bytes[i] != 13 { i += 1 }
      case UInt8(ascii: "("):
        skipString()
      case UInt8(ascii: "/"):
        return .name(i - 1..<regular().upperBound)
      default:
        // A hexadecimal string's digits are taken for a word or a number that no path operator asks
        // for.
        break
      }
    }
    return nil
  }

  /// A token that is a name.
  func name(_ token: Range<Int>) -> PDFName { PDFName(written: bytes[token]) }

  /// A token's text.
  func text(_ token: Range<Int>) -> String { String(decoding: bytes[token], as: UTF8.self) }

  /// Up to four letters of a word as one number, the first the highest; 0 for a longer one.
  func code(_ word: Range<Int>) -> UInt32 {
    word.count > 4 ? 0 : bytes[word].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func regular() -> Range<Int> {
    let start = i
    while i < bytes.count, !Self.isDelimiter(bytes[i]) { i += 1 }
    return start..<i
  }

  /// Whether a byte ends a word (ISO 32000-1, 7.2.2).
  static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// Digits up to which a number and its power of ten are exact doubles, so that their quotient is
  /// the nearest one.
  private static let exactDigits = 15
  private static let powers = (0...exactDigits).map { digits in
    (0..<digits).reduce(1.0) { power, _ in power * 10 }
  }

  /// A number as PDF writes it (7.3.3): a sign, digits, a point; no exponent.
  private func number(_ word: Range<Int>) -> Double? {
    var (value, digits, decimals) = (0, 0, 0)
    var (isNegative, hasPoint) = (false, false)
    for (place, byte) in bytes[word].enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        decimals += hasPoint ? 1 : 0
        guard digits <= Self.exactDigits else { continue }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "-") where place == 0: isNegative = true
      // Viewers pass over one among decimals, as some programs write.
      case UInt8(ascii: "-") where hasPoint: break
      case UInt8(ascii: "+") where place == 0: break
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    guard digits <= Self.exactDigits else {
      let size = Double(text(word).filter { $0 != "-" && $0 != "+" })
      return isNegative ? size.map { -$0 } : size
    }
    let number = Double(value) / Self.powers[decimals]
    return isNegative ? -number : number
  }

  private mutating func skipString() {
    var depth = 1
    while i < bytes.count, depth > 0 {
      switch bytes[i] {
      case UInt8(ascii: "\\"): i += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      i += 1
    }
  }
}

/// The operators that draw lines or say where, or whether they show, by their letters as
/// `ContentReader.code` puts them.
enum PathOperator: UInt32 {
  case save = 0x71  // q
  case restore = 0x51  // Q
  case concatenate = 0x63_6D  // cm
  case move = 0x6D  // m
  case line = 0x6C  // l
  case curve = 0x63  // c
  case curveFromHere = 0x76  // v
  case curveToEnd = 0x79  // y
  case rectangle = 0x72_65  // re
  case close = 0x68  // h
  case closeAndStroke = 0x73  // s
  case closeFillAndStroke = 0x62  // b
  case closeEvenOddFillAndStroke = 0x62_2A  // b*
  case stroke = 0x53  // S
  case fill = 0x66  // f
  case fillOld = 0x46  // F
  case evenOddFill = 0x66_2A  // f*
  case fillAndStroke = 0x42  // B
  case evenOddFillAndStroke = 0x42_2A  // B*
  case end = 0x6E  // n
  case clip = 0x57  // W
  case evenOddClip = 0x57_2A  // W*
  case strokeGrey = 0x47  // G
  case fillGrey = 0x67  // g
  case strokeRGB = 0x52_47  // RG
  case fillRGB = 0x72_67  // rg
  case strokeCMYK = 0x4B  // K
  case fillCMYK = 0x6B  // k
  case strokeSpace = 0x43_53  // CS
  case fillSpace = 0x63_73  // cs
  case strokeColour = 0x53_43  // SC
  case strokePaint = 0x53_43_4E  // SCN
  case fillColour = 0x73_63  // sc
  case fillPaint = 0x73_63_6E  // scn
  case lineWidth = 0x77  // w
  case textRendering = 0x54_72  // Tr
  case font = 0x54_66  // Tf
  case showText = 0x54_6A  // Tj
  case showSpacedText = 0x54_4A  // TJ
  case showNextLine = 0x27  // '
  case showSpacedNextLine = 0x22  // "
  case parameters = 0x67_73  // gs
  case shade = 0x73_68  // sh
  case draw = 0x44_6F  // Do
  case beginInlineImage = 0x42_49  // BI
  case inlineImage = 0x49_44  // ID
  case mark = 0x42_4D_43  // BMC
  case markWith = 0x42_44_43  // BDC
  case endMark = 0x45_4D_43  // EMC
}
