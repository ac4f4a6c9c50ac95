/// What a drawing's styles ask for that librsvg passes over and browsers draw (CSS Color 4 and 5,
/// CSS Values 4, CSS Custom Properties 1).
enum SVGStyles {
  /// Functions whose values are passed over.
  private static let functions: Set<String> = [
    "var", "env", "calc", "min", "max", "clamp", "hwb", "lab", "lch", "oklab", "oklch", "color",
    "color-mix", "light-dark",
  ]
  /// Properties that decide what is drawn of walls.
  private static let properties: Set<String> = [
    "fill", "stroke", "stroke-width", "color", "opacity", "fill-opacity", "stroke-opacity",
    "display", "visibility", "stop-color", "transform", "clip-path", "mask",
  ]
  /// Rules whose styles are passed over, whatever their condition.
  private static let conditions: Set<String> = ["media", "supports", "layer", "container"]
  static let quotesAndBlanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x22, 0x27]
  /// Bytes from a property to a value of it that are looked through.
  private static let reach = 400

  /// The first function that a property in a tag or a stylesheet is set by and that is passed over,
  /// as `var()`.
  static func function(in text: ArraySlice<UInt8>) -> String? {
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "(")) {
      rest = rest[(open + 1)...]
      let name = word(before: open, in: text)
      if functions.contains(name), properties.contains(property(before: open, in: text)) {
        return "\(name)()"
      }
    }
    return nil
  }

  /// A stylesheet with a blank in the place of what is between `/*` and `*/`, but not in quotes
  /// or addresses.
  static func withoutComments(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (plain, rest) = ([UInt8](), text)
    /// Keeps what comes up to an end, but for one that is escaped, or up to the line's.
    func keep(upTo end: UInt8) {
      var isEscaped = false
      let kept = rest.dropFirst().prefix { byte in
        if isEscaped {
          isEscaped = false
          return true
        }
        isEscaped = byte == UInt8(ascii: "\\")
        return byte != end && byte != 0x0A
      }
      plain += rest[..<kept.endIndex]
      rest = rest[kept.endIndex...]
    }
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "/") where rest.starts(with: "/*".utf8):
        plain.append(UInt8(ascii: " "))
        rest = XMLRoot.behind("*/", in: rest.dropFirst(2))
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"): keep(upTo: byte)
      case UInt8(ascii: "(") where plain.suffix(3).elementsEqual("url".utf8):
        // An address in quotes ends with them.
        let first = rest.dropFirst().first { $0 > 0x20 }
        if first != UInt8(ascii: "\""), first != UInt8(ascii: "'") {
          keep(upTo: UInt8(ascii: ")"))
        }
      default: break
      }
      plain += rest.prefix(1)
      rest = rest.dropFirst()
    }
    return plain[...]
  }

  /// The first rule of a stylesheet that is passed over, as `@media`: what is for printing isn't
  /// drawn by browsers either.
  static func rule(in text: ArraySlice<UInt8>) -> String? {
    var rest = text
    while let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      let name = rest[(at + 1)...].prefix(while: isLetter)
      rest = rest[name.endIndex...]
      let rule = String(decoding: name, as: UTF8.self).lowercased()
      guard conditions.contains(rule) else { continue }
      let condition = String(
        decoding: rest.prefix(reach).prefix { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "@") },
        as: UTF8.self
      ).lowercased()
      // A statement of layers' order has no styles.
      guard !condition.contains(";") else { continue }
      let isForPrint =
        condition.contains("print") && !condition.contains("screen") && !condition.contains("not")
      if !isForPrint { return "@\(rule)" }
    }
    return nil
  }

  /// The address of the first stylesheet that a stylesheet takes in.
  static func imported(in text: ArraySlice<UInt8>) -> String? {
    var rest = text
    while let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      rest = rest[(at + 1)...]
      guard rest.starts(with: "import".utf8) else { continue }
      let blanks = quotesAndBlanks
      let address = rest.dropFirst(6).prefix(reach).drop { $0 <= 0x20 }
      let inside = address.starts(with: "url(".utf8) ? address.dropFirst(4) : address
      let quoted = inside.drop { $0 <= 0x20 }
      let isQuoted = quoted.first == UInt8(ascii: "\"") || quoted.first == UInt8(ascii: "'")
      let bare =
        isQuoted
        ? quoted.dropFirst().drop { $0 <= 0x20 }.prefix { $0 != quoted.first && $0 != 0x0A }
        : quoted.prefix {
          !blanks.contains($0) && $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: ";")
        }
      guard !bare.isEmpty, !bare.starts(with: "data:".utf8) else { continue }
      return String(decoding: bare.prefix(60), as: UTF8.self)
    }
    return nil
  }

  /// The property that a value belongs to: what stands before the last colon, or before the equals
  /// sign of an attribute.
  private static func property(before end: Int, in text: ArraySlice<UInt8>) -> String {
    let start = max(text.startIndex, end - reach)
    let marks = Array(":=;{}".utf8)
    guard let mark = text[start..<end].lastIndex(where: marks.contains),
      text[mark] == UInt8(ascii: ":") || text[mark] == UInt8(ascii: "=")
    else { return "" }
    let behind = text[start..<mark].lastIndex { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }
    return behind.map { word(before: $0 + 1, in: text) } ?? ""
  }

  /// The letters and dashes before a place.
  private static func word(before end: Int, in text: ArraySlice<UInt8>) -> String {
    let start = max(text.startIndex, end - 24)
    let letters = text[start..<end].reversed().prefix(while: isLetter)
    return String(decoding: letters.reversed(), as: UTF8.self).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
  }
}
