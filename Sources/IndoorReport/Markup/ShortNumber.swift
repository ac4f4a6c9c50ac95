/// Numbers as short as they can be, with a point as their decimal mark in every locale.
public enum ShortNumber {
  /// A number with at most `decimals` (0 to 9) decimals and no trailing zeros: `3.1`, `-0.25`,
  /// `1200`. What is not finite is an en dash.
  public static func text(_ number: Double, decimals: Int = 2) -> String {
    format(number, decimals: decimals, padded: false)
  }

  /// A number with exactly `decimals` (0 to 9) decimals: `3.10`. What is not finite is an en dash.
  public static func fixed(_ number: Double, decimals: Int) -> String {
    format(number, decimals: decimals, padded: true)
  }

  /// A share from 0 to 1 in percent: `99.6%`, without decimals `99%`; an en dash where there is
  /// none.
  public static func percent(_ share: Double?, decimals: Int = 0) -> String {
    guard let share, share.isFinite else { return "–" }
    return fixed(share * 100, decimals: decimals) + "%"
  }

  /// Metres with one decimal from 1 to 100, fewer above and more below, from 10 cm down
  /// millimetres; an en dash where there are none.
  public static func metres(_ metres: Double?) -> String {
    guard let metres, metres.isFinite else { return "–" }
    switch abs(metres) {
    case 0: return "0 m"
    case ..<0.0001: return "< 0.1 mm"
    case ..<0.01: return fixed(metres * 1000, decimals: 1) + " mm"
    case ..<0.1: return fixed(metres * 1000, decimals: 0) + " mm"
    case ..<1: return fixed(metres, decimals: 2) + " m"
    case ..<100: return fixed(metres, decimals: 1) + " m"
    default: return fixed(metres, decimals: 0) + " m"
    }
  }

  /// A scale by what a length on paper is multiplied with: `1 : 200`, and `25.4 : 1` of what is
  /// drawn larger than it is. What is no scale is an en dash.
  package static func scale(_ factor: Double) -> String {
    guard factor.isFinite, factor > 0 else { return "–" }
    let number = max(factor, 1 / factor)
    let digits = text(number, decimals: number < 100 ? 1 : 0)
    return factor < 1 && digits != "1" ? "\(digits) : 1" : "1 : \(digits)"
  }

  /// Seconds as minutes and seconds: `1:05`.
  public static func clock(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e9 else { return "–" }
    let whole = Int(seconds.rounded())
    let (minutes, rest) = (abs(whole) / 60, abs(whole) % 60)
    return "\(whole < 0 ? "-" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }

  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  private static func format(_ number: Double, decimals: Int, padded: Bool) -> String {
    guard number.isFinite else { return "–" }
    let places = min(max(decimals, 0), powers.count - 1)
    let scaled = (abs(number) * powers[places]).rounded()
    // Beyond this a Double has no decimals left, and Int64 soon no room.
    guard scaled < 4e18 else { return "\(number)" }
    var value = UInt64(scaled)
    var shown = places
    if !padded {
      while shown > 0, value % 10 == 0 { (value, shown) = (value / 10, shown - 1) }
    }
    let isNegative = number < 0 && scaled > 0
    return text(of: value, places: shown, isNegative: isNegative)
  }

  /// The digits of a number of tenths, hundredths and so on, byte by byte: recordings have millions
  /// of them.
  private static func text(of value: UInt64, places: Int, isNegative: Bool) -> String {
    var (digits, rest) = (1, value / 10)
    while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
    digits = max(digits, places + 1)
    let count = digits + (places > 0 ? 1 : 0) + (isNegative ? 1 : 0)
    return String(unsafeUninitializedCapacity: count) { text in
      var (at, left) = (count, value)
      for digit in 0..<digits {
        if digit == places, places > 0 {
          at -= 1
          text[at] = UInt8(ascii: ".")
        }
        at -= 1
        text[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left % 10)
        left /= 10
      }
      if isNegative { text[0] = UInt8(ascii: "-") }
      return count
    }
  }
}
