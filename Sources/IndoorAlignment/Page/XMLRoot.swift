/// The first tag of an XML text, behind its declaration, comments and document type: what the text
/// is, and what it says of itself.
struct XMLRoot {
  /// The element's name without its prefix.
  let name: String
  /// Its attributes as they are written, by their names.
  let attributes: [String: String]

  /// Reads the tag; `nil` where the text doesn't begin as XML does.
  init?(_ text: [UInt8]) {
    var rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop(while: Self.isSpace)
      if rest.starts(with: "<!--".utf8) {
        rest = Self.behind("-->", in: rest.dropFirst(4))
      } else if rest.starts(with: "<?".utf8) {
        rest = Self.behind("?>", in: rest.dropFirst(2))
      } else if rest.starts(with: "<!".utf8) {
        rest = Self.behindType(rest.dropFirst(2))
      } else {
        break
      }
    }
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let tag = Self.tag(rest.dropFirst())
    let word = tag.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: "/") }
    guard !word.isEmpty else { return nil }
    let whole = String(decoding: word, as: UTF8.self)
    name = String(whole.split(separator: ":").last ?? "")
    attributes = Self.attributes(tag[word.endIndex...])
  }

  private static func attributes(_ text: ArraySlice<UInt8>) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text.drop(while: isSpace)
    while !rest.isEmpty {
      let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...].drop(while: isSpace)
      guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return attributes }
      rest = rest.dropFirst().drop(while: isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return attributes
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      attributes[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
      rest = rest[value.endIndex...].dropFirst().drop(while: isSpace)
    }
    return attributes
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// What follows a mark; nothing where it is missing.
  static func behind(_ mark: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let mark = Array(mark.utf8)
    var rest = text
    while let at = rest.firstIndex(of: mark[0]) {
      rest = rest[at...]
      if rest.starts(with: mark) { return rest.dropFirst(mark.count) }
      rest = rest.dropFirst()
    }
    return []
  }

  /// What follows a document type, which may have declarations of its own in brackets, texts in
  /// quotes and comments in there.
  private static func behindType(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    var isInside = false
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        rest = rest.dropFirst().drop { $0 != byte }.dropFirst()
        continue
      case UInt8(ascii: "<") where rest.starts(with: "<!--".utf8):
        rest = behind("-->", in: rest.dropFirst(4))
        continue
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside: return rest.dropFirst()
      default: break
      }
      rest = rest.dropFirst()
    }
    return []
  }

  /// Up to the tag's end, which isn't one in quotes.
  private static func tag(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var quote: UInt8?
    let end = text.firstIndex { byte in
      if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == quote {
        quote = nil
      } else if quote == nil {
        return byte == UInt8(ascii: ">")
      }
      return false
    }
    return end.map { text[..<$0] } ?? []
  }
}
