import IndoorModel

/// Reads OpenStep's property lists: `{ key = value; }`, `( value, value )`, `"text"`, `word`,
/// `<data>`, with comments as in C.
///
/// As Apple's own reader does it takes a comma behind a list's last value, a semicolon missing
/// before a brace, and a dictionary without braces around the whole text.
struct PropertyListParser {
  private let text: [UInt8]
  private let name: String
  private var position = 0
  /// The line of `counted`, which only grows.
  private var line = 1
  private var counted = 0

  /// How deep values may stand in one another.
  static let deepest = 64

  /// Whether a text begins as a property list in XML, which is another format.
  static func isXML(_ bytes: some Collection<UInt8>) -> Bool {
    let start = String(decoding: bytes.prefix(1000), as: UTF8.self)
    return start.contains("<plist") || start.contains("<!DOCTYPE plist")
  }

  static func parse(_ bytes: [UInt8], name: String) throws(ContentError) -> Property {
    for (kind, isOne) in [
      ("an XML", isXML(bytes)), ("a binary", bytes.starts(with: Array("bplist".utf8))),
    ] where isOne {
      throw .malformed(
        name, "is \(kind) property list, which isn't read",
        remedy: "convert it with plutil -convert json -o guide.json FILE and give that")
    }
    _ = try SourceBytes.text(bytes, name)
    var parser = PropertyListParser(text: bytes, name: name)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    return try parser.document()
  }

  private init(text: [UInt8], name: String) {
    self.text = text
    self.name = name
  }

  private mutating func document() throws(ContentError) -> Property {
    guard let first = try peek() else { throw fault("it is empty") }
    let value: Property =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "(")
      ? try value(depth: 0) : .dictionary(try members(depth: 0, isWhole: true))
    if try peek() != nil { throw fault("something stands behind its value") }
    return value
  }

  private mutating func value(depth: Int) throws(ContentError) -> Property {
    guard depth < Self.deepest else { throw .tooLarge(place, "\(Self.deepest) levels of nesting") }
    guard let first = try peek() else { throw cut }
    switch first {
    case UInt8(ascii: "{"):
      position += 1
      let members = try members(depth: depth, isWhole: false)
      guard try peek() == UInt8(ascii: "}") else { throw cut }
      position += 1
      return .dictionary(members)
    case UInt8(ascii: "("):
      position += 1
      return .array(try elements(depth: depth))
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try quoted(first))
    case UInt8(ascii: "<"):
      guard let end = text[position...].firstIndex(of: UInt8(ascii: ">")) else { throw cut }
      defer { position = end + 1 }
      return .string(String(decoding: text[position...end], as: UTF8.self))
    default: return .string(try word())
    }
  }

  private mutating func elements(depth: Int) throws(ContentError) -> [Property] {
    var values: [Property] = []
    while true {
      guard let next = try peek() else { throw cut }
      if next == UInt8(ascii: ")") { break }
      values.append(try value(depth: depth + 1))
      guard let behind = try peek() else { throw cut }
      if behind == UInt8(ascii: ",") {
        position += 1
      } else if behind != UInt8(ascii: ")") {
        throw fault("a comma or the closing parenthesis must stand here")
      }
    }
    position += 1
    return values
  }

  private mutating func members(
    depth: Int, isWhole: Bool
  ) throws(ContentError) -> Property.Members {
    var members = Property.Members(line: here)
    var keys: Set<String> = []
    while let next = try peek(), isWhole || next != UInt8(ascii: "}") {
      let isQuoted = next == UInt8(ascii: "\"") || next == UInt8(ascii: "'")
      let key = isQuoted ? try quoted(next) : try word()
      guard let sign = try peek() else { throw cut }
      guard sign == UInt8(ascii: "=") else {
        throw fault("an equals sign must stand behind the key \(key.prefix(40))")
      }
      position += 1
      guard keys.insert(key).inserted else {
        throw .malformed(
          place, "has the key \(key.prefix(40)) twice",
          remedy: "write it once, with all that is in both")
      }
      let value = try value(depth: depth + 1)
      members.all.append(Property.Members.Member(key: key, value: value))
      guard let end = try peek() else {
        if isWhole { break }
        throw cut
      }
      if end == UInt8(ascii: ";") {
        position += 1
      } else if end != UInt8(ascii: "}") || isWhole {
        throw fault("a semicolon must stand behind the value of \(key.prefix(40))")
      }
    }
    return members
  }

  private mutating func word() throws(ContentError) -> String {
    let start = position
    while position < text.count, Self.isWord(text[position]) {
      // A comment ends a word: `http://` in one must be quoted.
      if isComment { break }
      position += 1
    }
    guard position > start else { throw fault("no value begins so") }
    return String(decoding: text[start..<position], as: UTF8.self).streamSafe
  }

  private mutating func quoted(_ quote: UInt8) throws(ContentError) -> String {
    position += 1
    var result: [UInt8] = []
    while position < text.count {
      let byte = text[position]
      position += 1
      if byte == quote { return String(decoding: result, as: UTF8.self).streamSafe }
      guard byte == UInt8(ascii: "\\"), position < text.count else {
        result.append(byte)
        continue
      }
      escape(&result)
    }
    throw cut
  }

  /// Takes what stands behind a backslash: C's letters, three octal digits, `U` and four
  /// hexadecimal ones.
  private mutating func escape(_ result: inout [UInt8]) {
    let letter = text[position]
    position += 1
    switch letter {
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"):
      result.append(0x20)
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      guard var unit = hexadecimal() else { return result.append(letter) }
      if UTF16.isLeadSurrogate(UInt16(unit)), position + 1 < text.count,
        text[position] == UInt8(ascii: "\\"), text[position + 1] | 0x20 == UInt8(ascii: "u")
      {
        let before = position
        position += 2
        if let low = hexadecimal(), UTF16.isTrailSurrogate(UInt16(low)) {
          unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        } else {
          position = before
        }
      }
      let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
      UTF8.encode(scalar)?.forEach { result.append($0) }
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = UInt32(letter - UInt8(ascii: "0"))
      for _ in 0..<2 where position < text.count {
        guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(text[position]) else { break }
        value = value * 8 + UInt32(text[position] - UInt8(ascii: "0"))
        position += 1
      }
      // NextStep's own encoding beyond ASCII is read as Latin-1.
      let scalar = Unicode.Scalar(value & 0xFF) ?? "\u{FFFD}"
      UTF8.encode(scalar)?.forEach { result.append($0) }
    default: result.append(letter)
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    guard position + 4 <= text.count,
      let unit = UInt32(String(decoding: text[position..<position + 4], as: UTF8.self), radix: 16)
    else { return nil }
    position += 4
    return unit & 0xFFFF
  }

  /// The next byte that isn't space or comment, not passed over.
  private mutating func peek() throws(ContentError) -> UInt8? {
    while position < text.count {
      if isComment {
        if text[position + 1] == UInt8(ascii: "/") {
          position = text[position...].firstIndex(of: 0x0A) ?? text.count
        } else {
          position += 2
          while position + 1 < text.count,
            text[position] != UInt8(ascii: "*") || text[position + 1] != UInt8(ascii: "/")
          {
            position += 1
          }
          guard position + 1 < text.count else { throw cut }
          position += 2
        }
      } else if text[position] <= 0x20 {
        position += 1
      } else {
        return text[position]
      }
    }
    return nil
  }

  private var isComment: Bool {
    position + 1 < text.count && text[position] == UInt8(ascii: "/")
      && (text[position + 1] == UInt8(ascii: "/") || text[position + 1] == UInt8(ascii: "*"))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "_$/:.-+@%*".utf8.contains(byte)
    }
  }

  private var here: Int {
    mutating get {
      let end = min(position, text.count)
      line += text[counted..<end].count { $0 == 0x0A }
      counted = end
      return line
    }
  }

  private var place: String {
    mutating get { "\(name):\(here)" }
  }

  private var cut: ContentError {
    mutating get { .syntax(place, "ends in the middle of a value") }
  }

  private mutating func fault(_ what: String) -> ContentError {
    .syntax(place, "isn't a property list (\(what))")
  }
}
