import IndoorGeometry
import IndoorJSON
import IndoorLibc
import IndoorModel

/// A range of a file's bytes that holds one field, and what it says when read as a number or an
/// address.
///
/// Nothing here allocates on the common path, and nothing traps whatever the bytes are.
package struct Field {
  /// The first byte.
  package var start: UnsafePointer<UInt8>
  /// One past the last byte.
  package var end: UnsafePointer<UInt8>

  /// Makes a field of its bounds.
  @inline(__always)
  package init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    self.start = start
    self.end = end
  }

  /// What a body reads from a text, or `nil` where it reads nothing.
  static func with<Result>(_ text: String, _ body: (Field) -> Result?) -> Result? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.baseAddress.flatMap { body(Field(start: $0, end: $0 + bytes.count)) }
    }
  }

  /// The same of a string in JSON, of which no `String` is made; `nil` for what is none.
  static func with<Result>(_ node: JSONNode, _ body: (Field) -> Result?) -> Result? {
    node.withUTF8 { bytes in
      bytes.baseAddress.flatMap { body(Field(start: $0, end: $0 + bytes.count)) }
    } ?? nil
  }

  /// How many bytes it has.
  @inline(__always) var count: Int { end - start }

  /// The text, with what is not UTF-8 replaced.
  var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self).streamSafe
  }

  /// A whole number of up to 18 digits, or `nil`.
  @inline(__always)
  package var integer: Int64? {
    var p = start
    guard p < end else { return nil }
    let negative = p.pointee == UInt8(ascii: "-")
    if negative { p += 1 }
    let digits = end - p
    guard digits > 0, digits <= 18 else { return nil }
    var value: Int64 = 0
    while p < end {
      let digit = p.pointee &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int64(digit)
      p += 1
    }
    return negative ? -value : value
  }

  /// A whole number, also as programs write it in a column with gaps: 7.0 is 7, and 7E+00, which
  /// may have lost its last digits, is none.
  var whole: Int64? { integer ?? wholePart.flatMap { Double($0) == number ? $0 : nil } }

  /// The same of a number with a fraction, which is cut off.
  var wholePart: Int64? {
    guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
    return number.flatMap { Int64(exactly: $0.rounded(.down)) }
  }

  /// A finite number in decimal or scientific notation, correctly rounded, or `nil`.
  @inline(__always)
  package var number: Double? {
    // Up to 15 digits and powers of ten up to 10²² are exact doubles, so one multiplication or
    // division rounds once (Clinger 1990, doi:10.1145/93542.93557). What has more goes to the
    // library.
    var p = start
    guard p < end else { return nil }
    let negative = p.pointee == UInt8(ascii: "-")
    if negative { p += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    while p < end, p.pointee &- UInt8(ascii: "0") <= 9 {
      mantissa = mantissa &* 10 &+ UInt64(p.pointee &- UInt8(ascii: "0"))
      digits += 1
      p += 1
    }
    if p < end, p.pointee == UInt8(ascii: ".") {
      p += 1
      let fraction = p
      while p < end, p.pointee &- UInt8(ascii: "0") <= 9 {
        mantissa = mantissa &* 10 &+ UInt64(p.pointee &- UInt8(ascii: "0"))
        p += 1
      }
      exponent = -(p - fraction)
      digits -= exponent
    }
    guard digits > 0 else { return nil }
    if p < end {
      guard p.pointee | 0x20 == UInt8(ascii: "e") else { return nil }
      var tail = Field(start: p + 1, end: end)
      if tail.count > 1, tail.start.pointee == UInt8(ascii: "+") { tail.start += 1 }
      guard tail.count <= 4, let power = tail.integer else { return nil }
      exponent += Int(power)
    }
    if digits <= 15, exponent >= -22, exponent <= 22 {
      let magnitude =
        exponent < 0
        ? Double(mantissa) / Self.powersOfTen[-exponent]
        : Double(mantissa) * Self.powersOfTen[exponent]
      return negative ? -magnitude : magnitude
    }
    return slowNumber
  }

  @inline(never)
  private var slowNumber: Double? {
    guard count <= 400, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// A strength in whole dBm, or `nil` where it is no number a receiver gives (-127 to 0; fractions
  /// are rounded).
  package var rssi: Int8? {
    if let whole = integer { return whole >= -127 && whole <= 0 ? Int8(whole) : nil }
    guard let value = number, value >= -127, value <= 0 else { return nil }
    return Int8(value.rounded())
  }

  /// A 48-bit address as `aa:bb:cc:dd:ee:ff` (or with dashes), the first octet highest, or `nil`.
  @inline(__always)
  package var address: UInt64? {
    guard count == 17 else { return nil }
    var bits: UInt64 = 0
    var p = start
    for octet in 0..<6 {
      guard let high = Self.nibble(p[0]), let low = Self.nibble(p[1]) else { return nil }
      bits = bits << 8 | high << 4 | low
      if octet < 5 {
        guard p[2] == UInt8(ascii: ":") || p[2] == UInt8(ascii: "-") else { return nil }
      }
      p += 3
    }
    return bits
  }

  /// The 128 bits of a UUID in its usual notation, or `nil`.
  package var uuid: (high: UInt64, low: UInt64)? {
    guard count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for i in 0..<36 {
      if i == 8 || i == 13 || i == 18 || i == 23 {
        guard start[i] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.nibble(start[i]) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | digit
    }
    return (high, low)
  }

  /// The line without the carriage returns that Windows puts before a line's end: one, or two where
  /// a program wrote the first and the system the second.
  var withoutReturns: Field {
    var end = end
    while end > start, end[-1] == 0x0D { end -= 1 }
    return Field(start: start, end: end)
  }

  /// Whether the field ends in these bytes.
  func hasSuffix(_ suffix: StaticString) -> Bool {
    let length = suffix.utf8CodeUnitCount
    return count >= length && memcmp(end - length, suffix.utf8Start, length) == 0
  }

  /// Whether the field is exactly these bytes.
  @inline(__always)
  func equals(_ other: StaticString) -> Bool {
    count == other.utf8CodeUnitCount && memcmp(start, other.utf8Start, count) == 0
  }

  @inline(__always)
  private static func nibble(_ byte: UInt8) -> UInt64? {
    let digit = byte &- UInt8(ascii: "0")
    if digit <= 9 { return UInt64(digit) }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter <= 5 ? UInt64(letter) + 10 : nil
  }
}

/// A line, taken apart at a separator.
struct FieldCursor {
  /// Where the next field begins, or past the line's end where there is none.
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private let separator: UInt8
  private var isDone = false

  init(_ line: Field, separator: UInt8) {
    next = line.start
    end = line.end
    self.separator = separator
  }

  /// The next field, or `nil` after the last one.
  @inline(__always)
  mutating func field() -> Field? {
    guard !isDone else { return nil }
    let start = next
    var p = start
    while p < end, p.pointee != separator { p += 1 }
    if p < end { next = p + 1 } else { isDone = true }
    return Field(start: start, end: p)
  }

  /// What has not been taken yet.
  var rest: Field { isDone ? Field(start: end, end: end) : Field(start: next, end: end) }
}
