/// Addresses as text.
enum Address {
  /// `aa:bb:cc:dd:ee:ff` of 48 bits, the first octet highest.
  static func text(_ bits: UInt64) -> String {
    (0..<6).map { hexadecimal(bits >> UInt64(40 - 8 * $0) & 0xFF, digits: 2) }
      .joined(separator: ":")
  }

  /// A UUID in lower case of its two halves.
  static func uuid(high: UInt64, low: UInt64) -> String {
    let digits = hexadecimal(high, digits: 16) + hexadecimal(low, digits: 16)
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
