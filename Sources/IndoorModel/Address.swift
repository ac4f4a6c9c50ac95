/// Addresses and UUIDs as text.
package enum Address {
  /// `aa:bb:cc:dd:ee:ff` of 48 bits, the first octet highest.
  package static func text(_ bits: UInt64) -> String {
    (0..<6).map { hexadecimal(bits >> UInt64(40 - 8 * $0) & 0xFF, digits: 2) }
      .joined(separator: ":")
  }

  /// The 48 bits of six octets in hexadecimal with colons, or with dashes, between them; `nil` for
  /// anything else.
  package static func bits(_ text: some StringProtocol) -> UInt64? {
    let characters = Array(text.utf8)
    guard characters.count == 17, [UInt8(ascii: ":"), UInt8(ascii: "-")].contains(characters[2])
    else { return nil }
    var bits: UInt64 = 0
    for (index, character) in characters.enumerated() {
      if index % 3 == 2 {
        guard character == characters[2] else { return nil }
      } else {
        guard let digit = digit(character) else { return nil }
        bits = bits << 4 | digit
      }
    }
    return bits
  }

  /// The 48 bits of twelve hexadecimal digits by fours with points between them, as Cisco's devices
  /// write addresses, by twos with points or low lines, as R and MATLAB make names of
  /// `00:1f:c5:1c:48:80`, `X00.1f.c5.1c.48.80` and `x00_1f_c5_1c_48_80`, or with nothing between
  /// them where one is a letter, as else they may be a number; `nil` for anything else.
  package static func bits(grouped text: some StringProtocol) -> UInt64? {
    var digits = Array(text.utf8)
    let (point, line) = (UInt8(ascii: "."), UInt8(ascii: "_"))
    if digits.count == 18, digits[0] | 0x20 == UInt8(ascii: "x") { digits.removeFirst() }
    let byFours = digits.count == 14 && digits[4] == point && digits[9] == point
    let byTwos =
      digits.count == 17
      && [point, line].contains { sign in
        stride(from: 2, to: 17, by: 3).allSatisfy { digits[$0] == sign }
      }
    let isGrouped = byFours || byTwos
    if isGrouped { digits.removeAll { $0 == point || $0 == line } }
    guard digits.count == 12, isGrouped || digits.contains(where: { $0 > UInt8(ascii: "9") }) else {
      return nil
    }
    var bits: UInt64 = 0
    for character in digits {
      guard let digit = digit(character) else { return nil }
      bits = bits << 4 | digit
    }
    return bits
  }

  /// A UUID in lower case of its two halves.
  package static func uuid(high: UInt64, low: UInt64) -> String {
    let digits = hexadecimal(high, digits: 16) + hexadecimal(low, digits: 16)
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }

  /// The two halves of a UUID in its usual notation of 8-4-4-4-12 digits, in either case; `nil` for
  /// anything else.
  package static func uuid(_ text: some StringProtocol) -> (high: UInt64, low: UInt64)? {
    let characters = Array(text.utf8)
    guard characters.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (index, character) in characters.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard character == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = digit(character) else { return nil }
        high = high << 4 | low >> 60
        low = low << 4 | digit
      }
    }
    return (high, low)
  }

  private static func digit(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
