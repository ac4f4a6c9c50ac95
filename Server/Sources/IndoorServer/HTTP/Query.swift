/// The parameters behind a URL's question mark.
struct Query: Sendable {
  private let values: [String: String]

  /// Reads `a=1&b=2`. Of two of a name the first counts; what isn't UTF-8 is passed over.
  init(_ text: String?) {
    var values: [String: String] = [:]
    for pair in (text ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let spaced = (parts.count > 1 ? parts[1] : "").replacing("+", with: " ")
      guard let name = PercentText.decoded(parts[0]), let value = PercentText.decoded(spaced)
      else { continue }
      if values[name] == nil { values[name] = value }
    }
    self.values = values
  }

  subscript(_ name: String) -> String? { values[name] }

  /// Whether something is asked for: `true` or `false`, which it is where nothing is said.
  func flag(_ name: String) throws(Refusal) -> Bool {
    switch values[name] {
    case nil, "false": return false
    case "true": return true
    default: throw .parameter("\(name): is neither true nor false")
    }
  }

  /// A whole number within a range, or what stands for none.
  func integer(
    _ name: String, in range: ClosedRange<Int>, default standard: Int
  ) throws(Refusal) -> Int {
    guard let text = values[name] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw .parameter(
        "\(name): is no whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// Text with `%41` for what may not stand in a URL (RFC 3986, 2.1).
enum PercentText {
  /// The text; `nil` where an escape is cut, is U+0000, or what comes out isn't UTF-8.
  static func decoded(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
        high + low > 0
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension PercentText {
  /// A text as it may stand in a path's segment or a query's value.
  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.properties.isASCIIHexDigit || "-._~".unicodeScalars.contains(scalar)
        || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      {
        encoded.unicodeScalars.append(scalar)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
