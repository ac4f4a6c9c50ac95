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

  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
