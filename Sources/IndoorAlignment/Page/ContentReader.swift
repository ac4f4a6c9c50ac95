/// Operands and operators of a content stream (ISO 32000-1, 7.8.2), without strings, arrays and inline images.
struct ContentReader {
  /// What comes next.
  enum Token {
    case number(Double)
    case name(String)
    case word(String)
  }

  private let bytes: [UInt8]
  private var i = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token? {
    while i < bytes.count {
      let byte = bytes[i]
      switch byte {
      case 0, 9, 10, 12, 13, 32, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ")"):
        // A hexadecimal string's digits are taken for a word or a number that no path operator asks for.
        i += 1
      case UInt8(ascii: "%"):
        while i < bytes.count, bytes[i] != 10, bytes[i] != 13 { i += 1 }
      case UInt8(ascii: "("):
        skipString()
      case UInt8(ascii: "/"):
        i += 1
        return .name("/" + regular())
      default:
        let word = regular()
        guard !word.isEmpty else {
          i += 1
          continue
        }
        if word == "ID" { skipInlineImage() }
        if let number = Double(word) { return .number(number) }
        return .word(word)
      }
    }
    return nil
  }

  private mutating func regular() -> String {
    let start = i
    while i < bytes.count, !Self.isDelimiter(bytes[i]) { i += 1 }
    return String(decoding: bytes[start..<i], as: UTF8.self)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private mutating func skipString() {
    var depth = 0
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "\\"): i += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      i += 1
      if depth == 0 { return }
    }
  }

  /// To the `EI` that stands alone.
  private mutating func skipInlineImage() {
    while i + 2 < bytes.count {
      if bytes[i] == UInt8(ascii: "E"), bytes[i + 1] == UInt8(ascii: "I"), i > 0,
        Self.isDelimiter(bytes[i - 1]), Self.isDelimiter(bytes[i + 2])
      {
        i += 2
        return
      }
      i += 1
    }
    i = bytes.count
  }
}
