/// A second, slow reading of a text, for its mistakes alone: simdjson says that a text is wrong,
/// this says where and why.
struct JSONScanner {
  /// What is wrong at `position`.
  enum Fault: Error {
    case ends
    case tooDeep
    case wrong(String)
    /// A number that the grammar has and no computer's number does.
    case large(String)
    /// Something stands behind the value.
    case more
  }

  private let text: UnsafeBufferPointer<UInt8>
  private let maximumDepth: Int
  private(set) var position = 0

  init(_ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int = 1024) {
    self.text = text
    self.maximumDepth = maximumDepth
  }

  /// The line, from 1, of an offset.
  func line(at offset: Int) -> Int { 1 + lineEnds(in: 0..<min(offset, text.count)) }

  /// How many lines end in a stretch: with a line feed, or a carriage return that none follows.
  func lineEnds(in stretch: Range<Int>) -> Int {
    stretch.count { index in
      switch text[index] {
      case UInt8(ascii: "\n"): true
      case UInt8(ascii: "\r"):
        index + 1 == text.count || text[index + 1] != UInt8(ascii: "\n")
      default: false
      }
    }
  }

  /// Reads one value and the space around it.
  mutating func document() throws(Fault) {
    try value(depth: 0)
    skipSpace()
    if position < text.count { throw .more }
  }

  /// Where the elements of the array, or the values of the object, in the root object's last member
  /// of that name begin.
  mutating func offsets(ofElementsIn member: [UInt8]) -> [Int] {
    var found: [Int] = []
    position = 0
    try? object { scanner, key throws(Fault) in
      let first = scanner.peek()
      guard scanner.text[key].elementsEqual(member),
        first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      else { return try scanner.value(depth: 1) }
      found = []
      if first == UInt8(ascii: "{") {
        return try scanner.object { scanner, _ throws(Fault) in
          scanner.skipSpace()
          found.append(scanner.position)
          try scanner.value(depth: 2)
        }
      }
      try scanner.array { scanner throws(Fault) in
        scanner.skipSpace()
        found.append(scanner.position)
        try scanner.value(depth: 2)
      }
    }
    return found
  }

  private mutating func value(depth: Int) throws(Fault) {
    guard let first = peek() else { throw .ends }
    switch first {
    case UInt8(ascii: "{"):
      guard depth < maximumDepth else { throw .tooDeep }
      try object { scanner, _ throws(Fault) in
        try scanner.value(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      guard depth < maximumDepth else { throw .tooDeep }
      try array { scanner throws(Fault) in try scanner.value(depth: depth + 1) }
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "N"), UInt8(ascii: "I"):
      throw .wrong("JSON has no NaN and no Infinity")
    case UInt8(ascii: "'"): throw .wrong("strings stand in double quotes")
    case UInt8(ascii: "/"): throw .wrong("JSON has no comments")
    default: throw .wrong("no value begins so")
    }
  }

  private mutating func object(
    member: (inout JSONScanner, Range<Int>) throws(Fault) -> Void
  ) throws(Fault) {
    guard peek() == UInt8(ascii: "{") else { throw .wrong("no object begins so") }
    position += 1
    if peek() == UInt8(ascii: "}") { return position += 1 }
    while true {
      guard let quote = peek() else { throw .ends }
      guard quote == UInt8(ascii: "\"") else { throw .wrong("a member's name must stand here") }
      let start = position + 1
      try string()
      let key = start..<(position - 1)
      guard let colon = peek() else { throw .ends }
      guard colon == UInt8(ascii: ":") else { throw .wrong("a colon must stand here") }
      position += 1
      try member(&self, key)
      if try closes(with: UInt8(ascii: "}")) { return }
    }
  }

  private mutating func array(
    element: (inout JSONScanner) throws(Fault) -> Void
  ) throws(Fault) {
    position += 1
    if peek() == UInt8(ascii: "]") { return position += 1 }
    while true {
      try element(&self)
      if try closes(with: UInt8(ascii: "]")) { return }
    }
  }

  /// Passes the comma (false) or the closing bracket (true).
  private mutating func closes(with bracket: UInt8) throws(Fault) -> Bool {
    guard let byte = peek() else { throw .ends }
    guard byte == bracket || byte == UInt8(ascii: ",") else {
      throw .wrong("a comma or the closing bracket must stand here")
    }
    position += 1
    return byte == bracket
  }

  private mutating func string() throws(Fault) {
    let start = position
    position += 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        guard String(validating: text[start..<position], as: UTF8.self) != nil else {
          position = start
          throw .wrong("this string isn't UTF-8")
        }
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw .wrong("a control character in a string must be escaped")
      default: position += 1
      }
    }
    throw .ends
  }

  private mutating func escape() throws(Fault) {
    guard position + 1 < text.count else { throw .ends }
    guard text[position + 1] == UInt8(ascii: "u") else {
      guard "\"\\/bfnrt".utf8.contains(text[position + 1]) else { throw .wrong("no such escape") }
      return position += 2
    }
    let unit = try codeUnit()
    if UTF16.isTrailSurrogate(unit) { throw .wrong("half a surrogate pair") }
    if UTF16.isLeadSurrogate(unit) {
      guard position < text.count else { throw .ends }
      guard text[position] == UInt8(ascii: "\\"), UTF16.isTrailSurrogate(try codeUnit()) else {
        throw .wrong("half a surrogate pair")
      }
    }
  }

  /// Reads `\uXXXX`.
  private mutating func codeUnit() throws(Fault) -> UInt16 {
    guard position + 6 <= text.count else { throw .ends }
    let digits = text[(position + 2)..<(position + 6)]
    guard text[position + 1] == UInt8(ascii: "u"), digits.allSatisfy(Self.isHexDigit),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .wrong("four hexadecimal digits must follow \\u") }
    position += 6
    return unit
  }

  private mutating func number() throws(Fault) {
    let start = position
    if text[position] == UInt8(ascii: "-") { position += 1 }
    let integer = position
    try digits()
    if text[integer] == UInt8(ascii: "0"), position > integer + 1 {
      throw .wrong("a number doesn't begin with 0")
    }
    var isInteger = true
    if position < text.count, text[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < text.count, "+-".utf8.contains(text[position]) { position += 1 }
      try digits()
    }
    let literal = String(decoding: text[start..<position], as: UTF8.self)
    if isInteger, Int64(literal) == nil, UInt64(literal) == nil {
      throw .large("an integer beyond 64 bits")
    }
    guard let value = Double(literal), value.isFinite else {
      throw .large("a number beyond a double's range")
    }
  }

  private mutating func digits() throws(Fault) {
    guard position < text.count else { throw .ends }
    let start = position
    while position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]) {
      position += 1
    }
    if position == start { throw .wrong("a digit must stand here") }
  }

  private mutating func literal(_ word: StaticString) throws(Fault) {
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    for byte in bytes {
      guard position < text.count else { throw .ends }
      guard text[position] == byte else { throw .wrong("only true, false and null are words") }
      position += 1
    }
  }

  /// The next byte that isn't space, not passed over.
  private mutating func peek() -> UInt8? {
    skipSpace()
    return position < text.count ? text[position] : nil
  }

  private mutating func skipSpace() {
    while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) {
      position += 1
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
