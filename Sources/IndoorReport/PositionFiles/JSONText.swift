import IndoorGeometry

/// The few pieces of JSON (RFC 8259) that position files are made of.
enum JSONText {
  /// A string with its quotes, escaped.
  static func string(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }

  /// Longitude and latitude (RFC 7946), to about a millimetre.
  static func coordinates(_ coordinate: Coordinate) -> String {
    "[" + ShortNumber.text(coordinate.longitude, decimals: 8) + ","
      + ShortNumber.text(coordinate.latitude, decimals: 8) + "]"
  }
}
