import IndoorModel

/// What is left of a key without what spreadsheets and keyboards change of it: capitals, zeros
/// before a number and `.0` behind it, and which dash, underscore or blank it has.
package struct NearKey: Hashable, Sendable {
  private let text: String

  /// Takes them off.
  package init(_ key: String) {
    let signs = Self.folded(key)
    let number = signs.hasSuffix(".0") ? signs.dropLast(2) : signs[...]
    guard !number.isEmpty, number.utf8.allSatisfy(Self.isDigit) else {
      text = signs
      return
    }
    let digits = number.drop { $0 == "0" }
    text = digits.isEmpty ? "0" : String(digits)
  }

  /// Whether two keys of which the same is left are numbers, whose zeros differ.
  package static func areNumbers(_ key: String, _ other: String) -> Bool {
    [key, other].allSatisfy { $0.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") } }
  }

  private static func folded(_ key: String) -> String {
    let small = key.seen.folded
    guard
      small.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "_") })
        || small.utf8.contains(where: { $0 >= 0x80 })
    else { return small }
    var text = ""
    for scalar in small.unicodeScalars {
      let isSign =
        scalar == "_" || scalar == "\u{2212}" || scalar.properties.isWhitespace
        || scalar.properties.generalCategory == .dashPunctuation
      text.unicodeScalars.append(isSign ? "-" : scalar)
    }
    return text
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
