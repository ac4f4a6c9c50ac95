import IndoorLibc

extension Field {
  /// Nanoseconds since 1970 as microseconds, rounded down; `nil` for anything but a whole number up
  /// to the year 2200.
  var nanoseconds: Int64? {
    guard count > 0, count <= 19 else { return nil }
    var value: Int64 = 0
    var p = start
    while p < end {
      let digit = p.pointee &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int64(digit)
      p += 1
    }
    // 19 digits can be more than 64 bits hold, and then aren't before 2200.
    return value >= 0 && value < 7_258_118_400_000_000_000 && (count < 19 || start.pointee < 0x38)
      ? value / 1000 : nil
  }

  /// A number of a sensor: as `number`, but of more than 18 digits only the first 18 count, which
  /// is more than any sensor measures.
  @inline(__always)
  var measured: Double? {
    var p = start
    guard p < end else { return nil }
    let negative = p.pointee == UInt8(ascii: "-")
    if negative { p += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    var seen = false
    var isFraction = false
    while p < end {
      let digit = p.pointee &- UInt8(ascii: "0")
      if digit <= 9 {
        seen = true
        if digits < 18 {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          if mantissa > 0 { digits += 1 }
          if isFraction { exponent -= 1 }
        } else if !isFraction {
          return number
        }
      } else if p.pointee == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else {
        return number
      }
      p += 1
    }
    guard seen, exponent >= -22 else { return number }
    let magnitude = Double(mantissa) / Self.tenths[-exponent]
    return negative ? -magnitude : magnitude
  }

  private static let tenths: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Whether nothing stands there: an empty field, or `null`.
  var isNothing: Bool { count == 0 || equals("null") }

  /// Bytes in hexadecimal, two digits each; `nil` for anything else, and for more than 512.
  var hexadecimal: [UInt8]? {
    guard count > 0, count % 2 == 0, count <= 1024 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count / 2)
    var p = start
    while p < end {
      guard let high = Self.digit(p[0]), let low = Self.digit(p[1]) else { return nil }
      bytes.append(high << 4 | low)
      p += 2
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit <= 9 { return digit }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter <= 5 ? letter + 10 : nil
  }
}
