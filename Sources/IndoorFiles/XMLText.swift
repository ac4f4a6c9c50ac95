/// Text on its way into XML or HTML.
package enum XMLText {
  /// The text for content and for attributes in either kind of quotes, so that nothing in it
  /// becomes markup.
  ///
  /// What XML 1.0 has no place for (2.2, production `Char`: U+FFFE, U+FFFF and control characters)
  /// becomes U+FFFD, as do the control characters that it lets stand and that give orders to
  /// terminals.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    append(text, to: &escaped)
    return escaped
  }

  /// Appends the text as `escaped` gives it.
  package static func append(_ text: String, to source: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": source += "&amp;"
      case "<": source += "&lt;"
      case ">": source += "&gt;"
      case "\"": source += "&quot;"
      case "'": source += "&#39;"
      default: source.unicodeScalars.append(isHeld(scalar) ? scalar : "\u{FFFD}")
      }
    }
  }

  /// Whether a text stays what it is in XML, so that a file can be named there.
  package static func holds(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isHeld) }

  private static func isHeld(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
