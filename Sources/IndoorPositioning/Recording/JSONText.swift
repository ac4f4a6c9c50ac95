/// Values as JSON text. The same value always gives the same text; members and elements are texts
/// already.
enum JSONText {
  /// An object, its members in the order given.
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)):\($0.value)" }.joined(separator: ",") + "}"
  }

  /// An array.
  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  /// A number in the shortest digits that read back as the same double; `null` where it isn't
  /// finite.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let digits = value.description
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// A string in quotation marks, escaped as little as RFC 8259 allows.
  static func string(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
