/// Dates of the calendar as milliseconds.
package enum CivilTime {
  private static func days(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Milliseconds since the Unix epoch of `2018-01-31 12:34:56` (UTC), or `nil`.
  package static func milliseconds(_ text: String) -> Int64? {
    guard let moment = moment(text), moment.offset == nil else { return nil }
    return moment.local
  }

  /// Milliseconds of `2018-01-31 12:34:56` on its own clock, and the zone's milliseconds east of
  /// Greenwich where the text says them, as `Z`, `+02:00` or `-0500`; `nil` for what is no time.
  /// The clock may be one of twelve hours with `AM` or `PM`; fractions of a second are dropped.
  static func moment(_ text: String) -> (local: Int64, offset: Int64?)? {
    var rest = Substring(text).utf8
    var parts: [Int64] = []
    while parts.count < 6 {
      rest = rest.drop { !isDigit($0) }
      let digits = rest.prefix(while: isDigit)
      guard let part = Int64(Substring(digits)) else { return nil }
      parts.append(part)
      rest = rest[digits.endIndex...]
    }
    if let first = rest.first, ".,".utf8.contains(first) {
      let digits = rest.dropFirst().prefix(while: isDigit)
      guard !digits.isEmpty else { return nil }
      rest = rest[digits.endIndex...]
    }
    var words = String(Substring(rest)).trimmed.uppercased()
    if words.hasPrefix("AM") || words.hasPrefix("PM") {
      guard (1...12).contains(parts[3]) else { return nil }
      parts[3] = parts[3] % 12 + (words.hasPrefix("PM") ? 12 : 0)
      words = String(words.dropFirst(2)).trimmed
    }
    guard let local = milliseconds(parts) else { return nil }
    if words.isEmpty { return (local, nil) }
    return offset(words).map { (local, $0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Milliseconds east of Greenwich.
  private static func offset(_ zone: String) -> Int64? {
    if ["Z", "UTC", "GMT"].contains(zone) { return 0 }
    let letters = Array(zone.utf8)
    guard let sign = letters.first, "+-".utf8.contains(sign) else { return nil }
    var digits = Array(letters.dropFirst())
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard [2, 4].contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    let numbers = digits.map { Int64($0) - 0x30 }
    let hours = numbers[0] * 10 + numbers[1]
    let minutes = numbers.count > 2 ? numbers[2] * 10 + numbers[3] : 0
    guard hours < 15, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60_000 : 60_000)
  }

  /// Days from civil date: Hinnant (2013), "chrono-Compatible Low-Level Date Algorithms".
  private static func milliseconds(_ parts: [Int64]) -> Int64? {
    guard parts.count == 6, (1970...9999).contains(parts[0]), (1...12).contains(parts[1]),
      (1...days(ofMonth: parts[1], year: parts[0])).contains(parts[2]), parts[3] < 24,
      parts[4] < 60, parts[5] < 61
    else { return nil }
    let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
    let era = year / 400
    let yearOfEra = year - era * 400
    let month = parts[1] > 2 ? parts[1] - 3 : parts[1] + 9
    let dayOfYear = (153 * month + 2) / 5 + parts[2] - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return (((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]) * 1000
  }
}
