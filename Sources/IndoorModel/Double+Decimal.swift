extension Double {
  /// Reads a finite number as people and files write it: decimal digits with a point and an
  /// exponent.
  ///
  /// The standard library takes `0x10`, `inf` and `nan` for numbers too, which in a table of places
  /// are slips. `nil` for anything else.
  package init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy(Self.isDecimal), let value = Double(text), value.isFinite else {
      return nil
    }
    self = value
  }

  /// Whether a text is a number of which a spreadsheet kept so few digits that the last one is
  /// worth over `worth`: `4.86E+06` says 4,860,000 to within 10,000. A whole
  /// `1e+05` is how R writes 100,000.
  package static func isShortened(_ text: String, beyond worth: Double) -> Bool {
    guard text.utf8.count < 24, text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      let parts = text.wholeMatch(of: #/[-+]?[0-9](?:[.,]([0-9]*))?([eE])([-+][0-9]{2})/#),
      parts.1 != nil || parts.2 == "E", let power = Int(parts.3),
      Double(decimal: text.replacing(",", with: ".")) != 0
    else { return false }
    let last = power - (parts.1?.count ?? 0)
    return last > -20 && last < 300 && Double("1e\(last)").map { $0 > worth } == true
  }

  /// What the last digit of a place is worth at most that can be used, in metres.
  package static let leastMetres = 1.0
  /// The same in degrees: about 11 m.
  package static let leastDegrees = 0.0001

  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
