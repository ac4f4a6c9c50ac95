/// Words without the tags around them.
package enum PlainText {
  /// The text of HTML: a space for each tag, and XML's five entities and spaces by name or number
  /// as what they stand for.
  package static func of(html: String) -> String {
    var result = ""
    var rest = Substring(html)
    var hasEnds = true
    while let stop = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      result += rest[..<stop]
      rest = rest[stop...]
      let end = hasEnds && rest.first == "<" ? rest.firstIndex(of: ">") : nil
      // Where there is none behind it, there is none behind those that follow.
      if rest.first == "<", end == nil { hasEnds = false }
      if let end {
        result += " "
        rest = rest[rest.index(after: end)...]
      } else if rest.first == "&", let end = rest.prefix(12).firstIndex(of: ";"),
        let letter = character(of: rest[rest.index(after: stop)..<end])
      {
        result += letter
        rest = rest[rest.index(after: end)...]
      } else {
        result += rest.prefix(1)
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// A text with its entities as what they stand for, tags and all.
  package static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let stop = rest.firstIndex(of: "&") {
      result += rest[..<stop]
      rest = rest[stop...]
      if let end = rest.prefix(12).firstIndex(of: ";"),
        let letter = character(of: rest[rest.index(after: stop)..<end])
      {
        result += letter
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static func character(of entity: Substring) -> String? {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return " "
    default:
      guard entity.first == "#" else { return nil }
      let digits = entity.dropFirst()
      let isHex = digits.first == "x" || digits.first == "X"
      let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
  }
}
